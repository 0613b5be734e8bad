import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'
import { useFieldLabels, WebhookFields, WebhookForm } from './webhook-form.tsx'
import { type Change, useWebhookChanges } from './webhooks.queries.ts'

const empty = {
  value: { name: '', description: '', url: '', events: [], enabled: true },
  etag: null,
}

interface Made {
  readonly id: string
  readonly name: string
  readonly secret: string
}

/** Adds a webhook; its secret is shown before it opens. */
const NewWebhookPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useFieldLabels()
  const { create } = useWebhookChanges()
  const [made, setMade] = useState<Made | null>(null)
  const save = async (values: Change): Promise<void> => {
    const { webhook, secret } = await create.mutateAsync(values)
    showMessage(text('resource:webhooks.created', { name: webhook.name }))
    setMade({ id: webhook.id, name: webhook.name, secret: secret ?? '' })
  }
  return (
    <>
      <PageHeader
        title={text('common:pages.addWebhook')}
        detail={text('resource:webhooks.addDetail')}
      />
      <Section title={text('resource:webhooks.sections.general')}>
        <EntityForm
          schema={WebhookForm}
          initial={empty}
          labels={labels}
          save={save}
          saveLabel={text('resource:webhooks.add')}
          onCancel={() => void navigate('/webhooks')}
          onSaved={() => undefined}
        >
          <WebhookFields urlHint={text('resource:webhooks.hints.url')} />
        </EntityForm>
      </Section>
      {made !== null && (
        <WebhookSecretDialog
          name={made.name}
          secret={made.secret}
          onClose={() => void navigate(`/webhooks/${made.id}`)}
        />
      )}
    </>
  )
}

export default NewWebhookPage
