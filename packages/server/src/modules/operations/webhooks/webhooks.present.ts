import type { Webhook } from '@signet/contract/operations/webhooks'
import { textsOf } from '@signet/phrases/node'
import { maskedHook } from '@signet/rules/masked-urls'
import { groupOf } from '@signet/rules/webhooks'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { ShownWebhook, StoredWebhook } from './webhooks.repository.ts'

type Wire = z.input<typeof Webhook>

const stateOf = ({ enabled, disabled_at, failing_since }: ShownWebhook): Wire['state'] => {
  if (disabled_at !== null) return 'SWITCHED_OFF'
  if (!enabled) return 'OFF'
  return failing_since === null ? 'ACTIVE' : 'FAILING'
}

/** When the former secret ceases to sign; null when it does not any more. */
const formerEnds = (row: StoredWebhook, now: Date): Date | null =>
  row.previous_ends_at !== null && row.previous_ends_at > now ? row.previous_ends_at : null

export const present = (row: ShownWebhook, now: Date): Wire => ({
  id: row.id,
  name: row.name,
  description: row.description,
  url: maskedHook(row.url),
  events: row.events,
  enabled: row.enabled,
  state: stateOf(row),
  formerSecretEndsAt: formerEnds(row, now),
  ownerName: row.owner_name,
  lastSuccessAt: row.last_success_at,
  failingSince: row.failing_since,
  deadCount: row.dead_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** What the audit log shows of a webhook. */
export const audited = ({ name, description, url, events, enabled }: StoredWebhook) => ({
  name,
  description,
  url: maskedHook(url),
  events,
  enabled,
})

const Texts = z.object({ actions: z.record(z.string(), z.string()) })

/** Every action that the audit log knows a text for, in the caller's language. */
export const listEvents = ({ locale }: Context) => {
  const { actions } = Texts.parse(textsOf(locale, 'userPortal'))
  return Object.entries(actions).map(([action, text]) => ({ action, group: groupOf(action), text }))
}
