import { z } from 'zod'
import type { Tenant } from '../../../kit/context.ts'

const Fields = z.record(z.string(), z.unknown()).nullable().default(null)
const Detail = z.object({
  actorName: z.string().default(''),
  entityName: z.string().default(''),
  requestId: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
  userAgent: z.string().nullable().default(null),
  before: Fields,
  after: Fields,
  attributes: Fields,
})

/** Whether names, addresses and fields may go out. */
export type Disclosure = 'FULL' | 'WITHHELD'

export interface SentEvent {
  readonly event_id: string
  readonly occurred_at: Date
  readonly actor_kind: string
  readonly actor_id: string
  readonly entity: string
  readonly entity_id: string
  readonly action: string
  readonly outcome: string
  /** As stored; null when the person was erased. */
  readonly detail: string | null
}

const described = (event: SentEvent, disclosure: Disclosure) => {
  const envelope = {
    outcome: event.outcome,
    actor: { type: event.actor_kind, id: event.actor_id },
    entity: { type: event.entity, id: event.entity_id },
  }
  if (event.detail === null) return { ...envelope, detail: 'ERASED' }
  if (disclosure === 'WITHHELD') return { ...envelope, detail: 'WITHHELD' }
  const { actorName, entityName, ...rest } = Detail.parse(JSON.parse(event.detail))
  return {
    outcome: event.outcome,
    actor: { ...envelope.actor, name: actorName },
    entity: { ...envelope.entity, name: entityName },
    detail: 'FULL',
    ...rest,
  }
}

/**
 * What is posted: id, type, time and tenant of the event, and in `data` who did what to whom. Names,
 * addresses and fields are there when whoever answers for the webhook may read them.
 */
export const payloadOf = (tenant: Tenant, event: SentEvent, disclosure: Disclosure): string =>
  JSON.stringify({
    id: event.event_id,
    type: event.action,
    timestamp: event.occurred_at.toISOString(),
    tenant: { id: tenant.id, name: tenant.companyName },
    data: described(event, disclosure),
  })
