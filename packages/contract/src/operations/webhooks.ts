import { abort } from '@signet/rules/abort'
import { eventPatternForm } from '@signet/rules/webhooks'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'

const Url = z
  .string()
  .max(2000, abort)
  .check(z.url({ protocol: /^https?$/ }))

/** Audit actions; `USER_*` stands for all that begin so, `*` for all. */
export const WebhookEvents = z
  .array(z.string().max(100, abort).regex(eventPatternForm, 'is no action and no group'))
  .min(1)
  .max(200, abort)

export const webhookStates = ['ACTIVE', 'FAILING', 'OFF', 'SWITCHED_OFF'] as const

export const Webhook = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    /** With `***` for what may be a secret: fixed values of the query, keys in the path. Sent back, they are kept. */
    url: z.string(),
    events: z.array(z.string()),
    enabled: z.boolean(),
    /** SWITCHED_OFF: by the service, because nothing got through for days. */
    state: z.enum(webhookStates),
    /** While the former secret signs beside the new one. */
    formerSecretEndsAt: Instant.nullable(),
    /** Whose rights decide whether details are sent. */
    ownerName: z.string(),
    lastSuccessAt: Instant.nullable(),
    failingSince: Instant.nullable(),
    /** Deliveries given up, counted no further than 1,000. */
    deadCount: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Webhook' })

export const WebhookChange = z
  .object({
    name: Line(100),
    description: z.string().trim().max(500, abort).default(''),
    url: Url,
    events: WebhookEvents,
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'WebhookChange' })

/** `secret`: `whsec_` and base64; null when the secret is as before. */
export const WebhookSecret = z
  .object({ webhook: Webhook, secret: z.string().nullable() })
  .meta({ id: 'WebhookSecret' })

/** ANSWER_REFUSED: an answer other than 2xx. ADDRESS_REFUSED: it must not be called. */
export const WebhookFailure = z
  .enum(['ADDRESS_REFUSED', 'ANSWER_REFUSED', 'NO_ANSWER_IN_TIME', 'REDIRECTED', 'UNREACHABLE'])
  .meta({ id: 'WebhookFailure' })

export const WebhookTestResult = z
  .object({
    delivered: z.boolean(),
    /** Null when nothing answered. */
    answerStatus: z.int().nullable(),
    durationMillis: z.int(),
    /** The first bytes of the answer as text. */
    answer: z.string(),
    failure: WebhookFailure.nullable(),
  })
  .meta({ id: 'WebhookTestResult' })

const { view, edit } = callsOn('WEBHOOKS')
const path = '/api/web/v1/webhooks'
const { list, read, createWithoutLocation, update, remove } = crudAt(path, {
  entity: 'WEBHOOKS',
  answer: Webhook,
  action: 'WEBHOOK',
  missing: 'webhook_not_found',
  taken: 'webhook_exists',
})

export const listWebhooks = endpoint({
  ...list,
  summary: 'Webhooks, by name',
  description: 'At most 100.',
})

export const readWebhook = endpoint({
  ...read,
  versioned: true,
  summary: 'One webhook',
})

export const createWebhook = endpoint({
  ...createWithoutLocation,
  body: WebhookChange,
  answer: WebhookSecret,
  sensitive: true,
  errors: ['webhook_exists', 'webhook_limit_reached', 'webhook_url_refused'],
  reveals: ['webhookSecret'],
  summary: 'Add a webhook',
  description:
    'Its events are posted as JSON, signed as Standard Webhooks has it: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The secret is shown in this answer and never again. Plain http is for targets that the operator has allowed.',
})

export const updateWebhook = endpoint({
  ...update,
  body: WebhookChange,
  answer: WebhookSecret,
  sensitive: true,
  errors: ['webhook_not_found', 'webhook_exists', 'webhook_url_refused', 'precondition_failed'],
  reveals: ['webhookSecret'],
  summary: 'Change a webhook',
  description:
    'Another URL never gets the former secret: with a changed URL a new secret is made, shown in this answer and never again. Who saves a webhook answers for it: details are sent as far as this user may read the audit log.',
})

export const deleteWebhook = endpoint({
  ...remove,
  ordinary: 'withdrawal',
  summary: 'Delete a webhook with what it still had to deliver',
})

export const testWebhook = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/test/:id`,
  params: IdParams,
  answer: WebhookTestResult,
  ordinary: 'trial',
  errors: ['webhook_not_found'],
  audit: 'WEBHOOK_TESTED',
  limit: 'heavy',
  summary: 'Send a test event now, and see what the receiver answers',
})

export const rotateWebhookSecret = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/:id/secret`,
  params: IdParams,
  body: z
    .object({
      /** How long the former secret signs beside the new one. */
      overlapHours: z.int().min(0).max(168).default(24),
    })
    .meta({ id: 'WebhookSecretRequest' }),
  answer: WebhookSecret,
  sensitive: true,
  errors: ['webhook_not_found', 'precondition_failed'],
  audit: 'WEBHOOK_SECRET_ROTATED',
  reveals: ['webhookSecret'],
  versioned: false,
  summary: 'Give a webhook a new secret',
})

export const listWebhookEvents = endpoint({
  ...view,
  path: '/api/web/v1/webhookevents',
  answer: z.array(
    z.object({ action: z.string(), group: z.string(), text: z.string() }).meta({
      id: 'WebhookEvent',
    }),
  ),
  errors: [],
  summary: 'Events that a webhook can be told of',
})
