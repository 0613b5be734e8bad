import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { RadiusFields, useRadiusLabels } from './RadiusFields.tsx'
import { RadiusSecretDialog } from './RadiusSecretDialog.tsx'
import { radiusApplications, radiusPath } from './radius-applications.queries.ts'
import { newRadius, RadiusForm } from './radius-form.ts'

/** Adds a RADIUS application; its shared secret is shown before it opens. */
const NewRadiusPage = () => {
  const text = useText('resource')
  return (
    <FormPage title={text('resource:radius.kind')} detail={text('resource:radius.kindText')}>
      <Section title={text('resource:applications.sections.general')}>
        <NewForm
          entity={radiusApplications}
          schema={RadiusForm}
          initial={newRadius}
          labels={useRadiusLabels().labels}
          saveLabel={text('resource:applications.create')}
          made={({ application: { name } }) => text('resource:applications.created', { name })}
          pathOf={({ application }) => radiusPath(application.id)}
          secret={{
            of: ({ application: { name }, sharedSecret }) => ({ name, secret: sharedSecret }),
            Dialog: RadiusSecretDialog,
          }}
          listPath="/applications/add"
        >
          <WeakerOf kind="RADIUS_APPLICATION">
            <RadiusFields />
          </WeakerOf>
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewRadiusPage
