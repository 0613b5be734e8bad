import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { RadiusFields, useRadiusLabels } from './RadiusFields.tsx'
import { RadiusSecretDialog } from './RadiusSecretDialog.tsx'
import { radiusPath, useRadiusChanges } from './radius-applications.queries.ts'
import { newRadius, RadiusForm, type Typed } from './radius-form.ts'

interface Made {
  readonly id: string
  readonly name: string
  readonly secret: string
}

/** Adds a RADIUS application; its shared secret is shown before it opens. */
const NewRadiusPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useRadiusLabels()
  const { create } = useRadiusChanges()
  const [made, setMade] = useState<Made | null>(null)
  const save = async (body: Typed): Promise<void> => {
    const { application, sharedSecret } = await create.mutateAsync(body)
    const { id, name } = application
    showMessage(text('resource:applications.created', { name }))
    setMade({ id, name, secret: sharedSecret })
  }
  return (
    <>
      <PageHeader title={text('resource:radius.kind')} detail={text('resource:radius.kindText')} />
      <Section title={text('resource:applications.sections.general')}>
        <EntityForm
          schema={RadiusForm}
          initial={newRadius}
          labels={labels}
          save={save}
          saveLabel={text('resource:applications.create')}
          onSaved={() => undefined}
          onCancel={() => void navigate('/applications/add')}
        >
          <WeakerOf kind="RADIUS_APPLICATION">
            <RadiusFields />
          </WeakerOf>
        </EntityForm>
      </Section>
      {made !== null && (
        <RadiusSecretDialog {...made} onClose={() => void navigate(radiusPath(made.id))} />
      )}
    </>
  )
}

export default NewRadiusPage
