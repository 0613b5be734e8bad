import { hash } from 'node:crypto'
import { cutClientInfo } from '@signet/rules/clients'
import type { CompiledQuery } from 'kysely'
import type { PendingEvent } from './audit-entry.ts'
import type { Actor, Context } from './context.ts'
import { statement } from './statement.ts'

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
const detailDigest = (salt: Buffer, detail: string): Buffer =>
  hash('sha256', Buffer.concat([salt, Buffer.from(detail)]), 'buffer')

/** What free search looks into: names, action and address. A request's id has an index of its own. */
export const searchTextOf = (parts: readonly (string | null)[]): string =>
  parts.join(' ').toLowerCase()

const rowOf = (ctx: Context, event: PendingEvent) => {
  const actor = event.actor ?? named(ctx.actor)
  const { address, userAgent, id: requestId, via } = ctx.request
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
    attributes: via === undefined ? event.attributes : { ...via, ...event.attributes },
  })
  const salt = ctx.platform.ids.random(16)
  return {
    at: event.at,
    id: event.id,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    entity: subject.entity,
    entityId: subject.id,
    entityName,
    action: event.action,
    outcome: event.outcome ?? 'SUCCESS',
    digest: detailDigest(salt, detail),
    salt,
    detail,
    search: searchTextOf([actor.name, entityName, event.action, subject.entity, address]),
  }
}

type Values = ReturnType<typeof rowOf>

/** What events of one request have in common. */
const sharedOf = ({ tenant, request, platform }: Context) => ({
  tenantId: tenant.id,
  requestId: request.id,
  address: request.address,
  country: platform.places.countryOf(request.address),
})

type Shared = ReturnType<typeof sharedOf>

/** One event, as most requests have: several cost arrays and a pass over them each. */
const insertOne = statement<Values & Shared>(`
  with envelope as (
    insert into audit_events (tenant_id, occurred_at, id, actor_kind, actor_id, entity, entity_id,
      action, outcome, digest)
    values (:tenantId, :at, :id, :actorKind, :actorId, :entity, :entityId, :action, :outcome,
      :digest))
  insert into audit_details (tenant_id, occurred_at, event_id, salt, actor_name, entity_name,
    request_id, address, country, detail, search_text)
  values (:tenantId, :at, :id, :salt, :actorName, :entityName, :requestId, :address, :country,
    :detail, :search)`)

/** One value of each row, in the order of the rows. */
type Columns = { readonly [K in keyof Values]: unknown }

/** Envelopes and details in one statement. */
const insertAll = statement<Columns & Shared>(`
  with event as (
    select unnest(:at::timestamptz[]) as at, unnest(:id::uuid[]) as id,
      unnest(:actorKind::text[]) as actor_kind, unnest(:actorId::text[]) as actor_id,
      unnest(:actorName::text[]) as actor_name, unnest(:entity::text[]) as entity,
      unnest(:entityId::text[]) as entity_id, unnest(:entityName::text[]) as entity_name,
      unnest(:action::text[]) as action, unnest(:outcome::text[]) as outcome,
      unnest(:digest::bytea[]) as digest, unnest(:salt::bytea[]) as salt,
      unnest(:detail::text[]) as detail, unnest(:search::text[]) as search),
  envelope as (
    insert into audit_events (tenant_id, occurred_at, id, actor_kind, actor_id, entity, entity_id,
      action, outcome, digest)
    select :tenantId::uuid, at, id, actor_kind, actor_id, entity, entity_id, action, outcome,
      digest from event)
  insert into audit_details (tenant_id, occurred_at, event_id, salt, actor_name, entity_name,
    request_id, address, country, detail, search_text)
  select :tenantId::uuid, at, id, salt, actor_name, entity_name, :requestId,
    :address::text, :country::text, detail, search from event`)

const columnsOf = (rows: readonly Values[], first: Values): Columns =>
  Object.keys(first).reduce(
    (columns, name) => ({ ...columns, [name]: rows.map((row) => Reflect.get(row, name)) }),
    first,
  )

/** The statement that writes noted events; none for none. */
export const auditStatements = (
  ctx: Context,
  events: readonly PendingEvent[],
): readonly CompiledQuery[] => {
  const rows = events.map((event) => rowOf(ctx, event))
  const [first, second] = rows
  if (first === undefined) return []
  const shared = sharedOf(ctx)
  if (second === undefined) return [insertOne({ ...first, ...shared })]
  return [insertAll({ ...columnsOf(rows, first), ...shared })]
}
