import { z } from 'zod'
import type { Tenant } from '../../../kit/context.ts'
import type { FannedEvent } from '../audit-events/index.ts'
import type { StoredSyslog } from './syslog-applications.repository.ts'

const Detail = z.object({
  actorName: z.string().default(''),
  entityName: z.string().default(''),
  requestId: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
  country: z.string().nullable().default(null),
  userAgent: z.string().nullable().default(null),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  attributes: z.unknown().optional(),
})

export type Told = Pick<
  FannedEvent,
  'id' | 'occurred_at' | 'actor_kind' | 'actor_id' | 'entity' | 'entity_id' | 'action' | 'outcome'
>

/** RFC 5424, table 2: a warning for what was refused or failed, else a notice of what was done. */
const severityOf = (outcome: string): number => (outcome === 'SUCCESS' ? 6 : 4)

/** Long values are cut, control characters become blanks; RFC 5424, 6.3.3 escapes three more. */
const valueOf = (text: string): string =>
  text
    .slice(0, 500)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, ' ')
    .replace(/["\\\]]/g, '\\$&')

/** PRINTUSASCII without blanks, of at most so many characters; `-` for none (RFC 5424, 6.2). */
const nameOf = (text: string, most: number): string =>
  text.replace(/[^\u0021-\u007e]/g, '').slice(0, most) || '-'

/** 32473 is the number that documentation uses (RFC 5612): we have none of our own. */
const structured = (fields: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [` ${name}="${valueOf(value)}"`],
  )
  return `[event@32473${given.join('')}]`
}

const envelopeOf = (event: Told) => ({
  id: event.id,
  actorType: event.actor_kind,
  actorId: event.actor_id,
  entityType: event.entity,
  entityId: event.entity_id,
  outcome: event.outcome,
})

/** UTF-8 begins with the mark that RFC 5424, 6.4 wants. */
const spoken = (value: object): string => {
  const text = JSON.stringify(value)
  return text === '{}' ? '' : ` \ufeff${text}`
}

/** Receivers take 8,192 bytes at least where they can (RFC 5425, 4.3.1). */
const mostBytes = 8192

const partsOf = (event: Told, detail: string | null) => {
  if (detail === null) return { fields: structured(envelopeOf(event)), message: '' }
  const { before, after, attributes, userAgent, ...names } = Detail.parse(JSON.parse(detail))
  const given = Object.entries({ userAgent, before, after, attributes }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return {
    fields: structured({ ...envelopeOf(event), ...names }),
    message: spoken(Object.fromEntries(given)),
  }
}

/**
 * An audit event as RFC 5424 has it, without its frame. Fields before and after are left out where
 * the message would be longer than receivers take.
 * @param detail as stored; null where it is withheld, or the person was erased
 */
export const messageOf = (
  tenant: Pick<Tenant, 'publicUrl'>,
  { facility }: Pick<StoredSyslog, 'facility'>,
  { event, detail }: { readonly event: Told; readonly detail: string | null },
): string => {
  const priority = facility * 8 + severityOf(event.outcome)
  const host = nameOf(new URL(tenant.publicUrl).hostname, 255)
  const head = `<${priority}>1 ${event.occurred_at.toISOString()} ${host} signet - ${nameOf(event.action, 32)}`
  const { fields, message } = partsOf(event, detail)
  const whole = `${head} ${fields}${message}`
  return Buffer.byteLength(whole) <= mostBytes ? whole : `${head} ${fields}`
}

/** Octet counting: what is in a message cannot begin another (RFC 6587, 3.4.1; RFC 5425, 4.3). */
export const framed = (message: string): string => `${Buffer.byteLength(message)} ${message}`
