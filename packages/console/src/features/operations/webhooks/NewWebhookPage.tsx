import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'
import { useFieldLabels, WebhookFields, WebhookForm } from './webhook-form.tsx'
import { webhooks } from './webhooks.queries.ts'

const empty = { name: '', description: '', url: '', events: [], enabled: true }

/** Adds a webhook; its secret is shown before it opens. */
const NewWebhookPage = () => {
  const text = useText('resource')
  return (
    <FormPage title={text('common:pages.addWebhook')} detail={text('resource:webhooks.addDetail')}>
      <Section title={text('resource:webhooks.sections.general')}>
        <NewForm
          entity={webhooks}
          schema={WebhookForm}
          initial={empty}
          labels={useFieldLabels().labels}
          saveLabel={text('resource:webhooks.add')}
          made={({ webhook: { name } }) => text('resource:webhooks.created', { name })}
          pathOf={({ webhook }) => `/webhooks/${webhook.id}`}
          secret={{
            of: ({ webhook: { name }, secret }) => ({ name, secret: secret ?? '' }),
            Dialog: WebhookSecretDialog,
          }}
          listPath="/webhooks"
        >
          <WebhookFields urlHint={text('resource:webhooks.hints.url')} />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewWebhookPage
