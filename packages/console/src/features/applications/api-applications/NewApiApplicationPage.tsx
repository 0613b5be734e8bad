import { useParams } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { formFor, newProgram, ProgramFields, useProgramLabels } from './api-application-form.tsx'
import {
  isProgramType,
  type ProgramType,
  programPath,
  programsOf,
} from './api-applications.queries.ts'
import { SharedSecretDialog } from './SharedSecretDialog.tsx'

const NewProgram = ({ type }: { readonly type: ProgramType }) => {
  const text = useText('resource')
  return (
    <FormPage
      title={text(`resource:apiApplications.kind.${type}`)}
      detail={text(`resource:apiApplications.kindText.${type}`)}
    >
      <Section title={text('resource:applications.sections.general')}>
        <NewForm
          entity={programsOf(type)}
          schema={formFor(type)}
          initial={newProgram}
          labels={useProgramLabels().labels}
          saveLabel={text('resource:applications.create')}
          made={({ application: { name } }) => text('resource:applications.created', { name })}
          pathOf={({ application }) => programPath(application.id, type)}
          secret={{
            of: ({ application: { name }, sharedSecret }) => ({ name, secret: sharedSecret }),
            Dialog: SharedSecretDialog,
          }}
          listPath="/applications/add"
        >
          <WeakerOf kind="API_APPLICATION">
            <ProgramFields type={type} />
          </WeakerOf>
        </NewForm>
      </Section>
    </FormPage>
  )
}

/** Adds a program of the kind in the address; its secret is shown before it opens. */
const NewApiApplicationPage = () => {
  const { templateId = '' } = useParams()
  if (!isProgramType(templateId)) return <NoSuchPage />
  return <NewProgram key={templateId} type={templateId} />
}

export default NewApiApplicationPage
