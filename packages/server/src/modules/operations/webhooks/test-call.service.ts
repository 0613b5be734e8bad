import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { cleanText } from '../../../platform/log/clean.ts'
import { payloadOf } from './payload.ts'
import { openSecrets } from './secrets.service.ts'
import { type Attempt, send } from './send.ts'
import { found } from './webhooks.service.ts'

const shownBytes = 512

const result = ({ status, failure, durationMillis, answer }: Attempt) => ({
  delivered: failure === null,
  answerStatus: status,
  durationMillis,
  answer: cleanText(answer.subarray(0, shownBytes).toString('utf8')),
  failure,
})

/** What a receiver gets from a test: like an event, of the type `WEBHOOK_TESTED`. */
const testPayload = ({ tenant, platform, actor }: Context, id: string, webhookId: string) =>
  payloadOf(
    tenant,
    {
      event_id: id,
      occurred_at: platform.clock.now(),
      actor_kind: actor.kind,
      actor_id: actor.kind === 'user' || actor.kind === 'application' ? actor.id : '',
      entity: 'WEBHOOKS',
      entity_id: webhookId,
      action: 'WEBHOOK_TESTED',
      outcome: 'SUCCESS',
      detail: '{}',
    },
    'WITHHELD',
  )

/** Sends a test event now, whatever state the webhook is in. @throws webhook_not_found */
export const test = async (ctx: Context, id: string) => {
  const webhook = await found(ctx, id)
  const messageId = ctx.platform.ids.uuid()
  const attempt = await send(ctx.platform, {
    url: webhook.url,
    secrets: await openSecrets(ctx, webhook),
    id: messageId,
    body: testPayload(ctx, messageId, id),
  })
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'WEBHOOK_TESTED', {
      subject: { entity: 'WEBHOOKS', id, name: webhook.name },
      outcome: attempt.failure === null ? 'SUCCESS' : 'FAILURE',
      attributes: { answerStatus: attempt.status, failure: attempt.failure },
    })
  })
  return result(attempt)
}
