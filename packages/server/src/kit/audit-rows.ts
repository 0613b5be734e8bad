import { hash } from 'node:crypto'
import { cutClientInfo } from '@signet/rules/clients'
import { type CompiledQuery, sql } from 'kysely'
import type { PendingEvent } from './audit-entry.ts'
import type { Actor, Context } from './context.ts'
import { type Parameter, prepared } from './prepared.ts'

interface Named {
  readonly kind: string
  readonly id: string
  readonly name: string
}

const named = (actor: Actor): Named => {
  if (actor.kind === 'anonymous') return { kind: 'anonymous', id: '', name: '' }
  if (actor.kind === 'system') return { kind: 'system', id: actor.name, name: actor.name }
  return actor
}

/** As JSON, keys in order, so that equal details have equal bytes. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return JSON.stringify(value) ?? 'null'
  }
  let text = ''
  for (const [key, item] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (item !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}

/** SHA-256 over salt and detail: binds an envelope to a detail that can be erased. */
export const detailDigest = (salt: Buffer, detail: string): Buffer =>
  hash('sha256', Buffer.concat([salt, Buffer.from(detail)]), 'buffer')

/** What free search looks into: names, action and address. A request's id has an index of its own. */
export const searchTextOf = (parts: readonly (string | null)[]): string =>
  parts.join(' ').toLowerCase()

const rowOf = (ctx: Context, event: PendingEvent) => {
  const actor = event.actor ?? named(ctx.actor)
  const { address, userAgent, id: requestId } = ctx.request
  const subject = event.subject ?? { entity: '', id: '' }
  const entityName = event.subject?.name ?? ''
  const detail = canonicalJson({
    actorName: actor.name,
    entityName,
    requestId,
    address,
    country: ctx.platform.places.countryOf(address) ?? undefined,
    userAgent: userAgent === null ? null : cutClientInfo(userAgent),
    before: event.before,
    after: event.after,
    attributes: event.attributes,
  })
  const salt = ctx.platform.ids.random(16)
  return {
    event,
    actor,
    subject,
    entityName,
    detail,
    salt,
    digest: detailDigest(salt, detail),
    search: searchTextOf([actor.name, entityName, event.action, subject.entity, address]),
  }
}

type Row = ReturnType<typeof rowOf>

/** One value of each row, in the order of the rows. */
interface Columns {
  readonly tenantId: string
  readonly at: readonly Date[]
  readonly id: readonly string[]
  readonly actorKind: readonly string[]
  readonly actorId: readonly string[]
  readonly actorName: readonly string[]
  readonly entity: readonly string[]
  readonly entityId: readonly string[]
  readonly entityName: readonly string[]
  readonly action: readonly string[]
  readonly outcome: readonly string[]
  readonly digest: readonly Buffer[]
  readonly salt: readonly Buffer[]
  readonly detail: readonly string[]
  readonly search: readonly string[]
  readonly requestId: string
  readonly address: string | null
  readonly country: string | null
}

/** Envelopes and details in one statement. */
const insert = prepared((db, p: Parameter<Columns>) =>
  sql`
  with event as (
    select unnest(${p('at')}::timestamptz[]) as at, unnest(${p('id')}::uuid[]) as id,
      unnest(${p('actorKind')}::text[]) as actor_kind, unnest(${p('actorId')}::text[]) as actor_id,
      unnest(${p('actorName')}::text[]) as actor_name, unnest(${p('entity')}::text[]) as entity,
      unnest(${p('entityId')}::text[]) as entity_id, unnest(${p('entityName')}::text[]) as entity_name,
      unnest(${p('action')}::text[]) as action, unnest(${p('outcome')}::text[]) as outcome,
      unnest(${p('digest')}::bytea[]) as digest, unnest(${p('salt')}::bytea[]) as salt,
      unnest(${p('detail')}::text[]) as detail, unnest(${p('search')}::text[]) as search),
  envelope as (
    insert into audit_events (tenant_id, occurred_at, id, actor_kind, actor_id, entity, entity_id,
      action, outcome, digest)
    select ${p('tenantId')}::uuid, at, id, actor_kind, actor_id, entity, entity_id, action, outcome,
      digest from event)
  insert into audit_details (tenant_id, occurred_at, event_id, salt, actor_name, entity_name,
    request_id, address, country, detail, search_text)
  select ${p('tenantId')}::uuid, at, id, salt, actor_name, entity_name, ${p('requestId')},
    ${p('address')}::text, ${p('country')}::text, detail, search from event`.compile(db),
)

const columnsOf = (ctx: Context, rows: readonly Row[]): Columns => ({
  tenantId: ctx.tenant.id,
  at: rows.map(({ event }) => event.at),
  id: rows.map(({ event }) => event.id),
  actorKind: rows.map(({ actor }) => actor.kind),
  actorId: rows.map(({ actor }) => actor.id),
  actorName: rows.map(({ actor }) => actor.name),
  entity: rows.map(({ subject }) => subject.entity),
  entityId: rows.map(({ subject }) => subject.id),
  entityName: rows.map(({ entityName }) => entityName),
  action: rows.map(({ event }) => event.action),
  outcome: rows.map(({ event }) => event.outcome ?? 'SUCCESS'),
  digest: rows.map(({ digest }) => digest),
  salt: rows.map(({ salt }) => salt),
  detail: rows.map(({ detail }) => detail),
  search: rows.map(({ search }) => search),
  requestId: ctx.request.id,
  address: ctx.request.address,
  country: ctx.platform.places.countryOf(ctx.request.address),
})

/** The statement that writes noted events; none for none. */
export const auditStatements = (
  ctx: Context,
  events: readonly PendingEvent[],
): readonly CompiledQuery[] => {
  if (events.length === 0) return []
  const rows = events.map((event) => rowOf(ctx, event))
  return [insert(columnsOf(ctx, rows))]
}
