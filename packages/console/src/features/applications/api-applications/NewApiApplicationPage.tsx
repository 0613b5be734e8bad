import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { formFor, newProgram, ProgramFields, useProgramLabels } from './api-application-form.tsx'
import {
  type Change,
  isProgramType,
  type ProgramType,
  programPath,
  useProgramChanges,
} from './api-applications.queries.ts'
import { SharedSecretDialog } from './SharedSecretDialog.tsx'

interface Made {
  readonly id: string
  readonly name: string
  readonly secret: string
}

const NewProgram = ({ type }: { readonly type: ProgramType }) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useProgramLabels()
  const { create } = useProgramChanges()
  const [made, setMade] = useState<Made | null>(null)
  const save = async (body: Change): Promise<void> => {
    const { application, sharedSecret } = await create.mutateAsync({ type, body })
    const { id, name } = application
    showMessage(text('resource:applications.created', { name }))
    setMade({ id, name, secret: sharedSecret })
  }
  return (
    <>
      <PageHeader
        title={text(`resource:apiApplications.kind.${type}`)}
        detail={text(`resource:apiApplications.kindText.${type}`)}
      />
      <Section title={text('resource:applications.sections.general')}>
        <EntityForm
          schema={formFor(type)}
          initial={newProgram}
          labels={labels}
          save={save}
          saveLabel={text('resource:applications.create')}
          onCancel={() => void navigate('/applications/add')}
          onSaved={() => undefined}
        >
          <WeakerOf kind="API_APPLICATION">
            <ProgramFields type={type} />
          </WeakerOf>
        </EntityForm>
      </Section>
      {made !== null && (
        <SharedSecretDialog {...made} onClose={() => void navigate(programPath(made.id, type))} />
      )}
    </>
  )
}

/** Adds a program of the kind in the address; its secret is shown before it opens. */
const NewApiApplicationPage = () => {
  const { templateId = '' } = useParams()
  if (!isProgramType(templateId)) return <Navigate replace to="/applications/add" />
  return <NewProgram key={templateId} type={templateId} />
}

export default NewApiApplicationPage
