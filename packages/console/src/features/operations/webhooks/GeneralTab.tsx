import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { usePatternWords } from './event-words.ts'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'
import { useFieldLabels, WebhookFields, WebhookForm } from './webhook-form.tsx'
import { type Change, useWebhookChange, type Webhook, webhooks } from './webhooks.queries.ts'

interface TabProps {
  readonly read: Tagged<Webhook>
}

const versionOf = ({ value, etag }: Tagged<Webhook>) => {
  const { name, description, url, events, enabled } = value
  return { value: { name, description, url, events, enabled }, etag }
}

const Editor = ({ read }: TabProps) => {
  const text = useText('resource')
  const { labels } = useFieldLabels()
  const save = useWebhookChange()
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name } = read.value
  const saveIt = async (body: Change, etag: string | null): Promise<void> => {
    const saved = await save.mutateAsync({ id, body, etag })
    setSecret(saved.secret)
    showMessage(text('resource:webhooks.saved', { name: saved.webhook.name }))
  }
  return (
    <>
      <EntityForm
        key={read.etag}
        schema={WebhookForm}
        initial={versionOf(read)}
        labels={labels}
        reload={async () => versionOf(await webhooks.read(id))}
        save={saveIt}
        onSaved={() => undefined}
      >
        <WebhookFields urlHint={text('resource:webhooks.hints.otherUrl')} />
      </EntityForm>
      {secret !== null && (
        <WebhookSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
    </>
  )
}

const Standing = ({ webhook }: { readonly webhook: Webhook }) => {
  const text = useText('resource')
  const { date } = useFormats()
  const time = (value: string | null): string => (value === null ? '' : date(value))
  const fact = (
    key: 'owner' | 'lastSuccess' | 'failingSince' | 'formerSecret' | 'created',
    value: string,
  ) => ({ label: text(`resource:webhooks.facts.${key}`), value })
  return (
    <Facts
      facts={[
        fact('owner', webhook.ownerName),
        fact('lastSuccess', time(webhook.lastSuccessAt)),
        fact('failingSince', time(webhook.failingSince)),
        fact('formerSecret', time(webhook.formerSecretEndsAt)),
        fact('created', time(webhook.createdAt)),
      ]}
    />
  )
}

/** What the webhook is, and how it is doing. */
export const GeneralTab = ({ read }: TabProps) => {
  const text = useText('resource')
  const may = useMay()
  const words = usePatternWords()
  const { state, url, events } = read.value
  return (
    <Stack spacing={2}>
      {state === 'SWITCHED_OFF' && (
        <Notice severity="error">{text('resource:webhooks.switchedOff')}</Notice>
      )}
      {state === 'FAILING' && (
        <Notice severity="warning">{text('resource:webhooks.failing')}</Notice>
      )}
      <Section title={text('resource:webhooks.sections.general')}>
        {may(['WEBHOOKS', 'EDIT']) ? (
          <Editor read={read} />
        ) : (
          <Facts
            facts={[
              { label: text('resource:webhooks.fields.url'), value: url },
              {
                label: text('resource:webhooks.fields.events'),
                value: events.map(words).join(', '),
              },
            ]}
          />
        )}
      </Section>
      <Section title={text('resource:webhooks.sections.standing')}>
        <Standing webhook={read.value} />
      </Section>
    </Stack>
  )
}
