import { type Expression, type SqlBool, sql } from 'kysely'
import { mostCounted, type Window } from '../../../kit/lists.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import { eventInSight } from '../../identity/groups/index.ts'

export interface AuditQuery {
  readonly tenantId: string
  /** Events about people in these groups; null for all. */
  readonly groups: readonly string[] | null
  readonly from: Date
  readonly until: Date
  readonly actorId?: string | undefined
  /** Anybody but this actor. */
  readonly notActorId?: string | undefined
  readonly entityType?: string | undefined
  readonly entityId?: string | undefined
  readonly actions?: readonly string[] | undefined
  readonly outcome?: 'SUCCESS' | 'FAILURE' | 'DENIED' | undefined
  readonly address?: string | undefined
  readonly country?: string | undefined
  readonly requestId?: string | undefined
  readonly text?: string | undefined
}

/** In which order a page is read, and which events `e` lie beyond its position. */
export const readingOf = ({ position, backwards }: Pick<Window, 'position' | 'backwards'>) => {
  const [at, id] = position?.after ?? []
  const operator = sql.raw(backwards ? '<' : '>')
  const beyond = sql<SqlBool>`(e.occurred_at, e.id) ${operator} (${at}::timestamptz, ${id}::uuid)`
  const direction = backwards ? ('desc' as const) : ('asc' as const)
  return { direction, beyond: position === null ? sql<SqlBool>`true` : beyond }
}

const joined = (db: TenantDb) =>
  db
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'e.tenant_id')
        .onRef('d.occurred_at', '=', 'e.occurred_at')
        .onRef('d.event_id', '=', 'e.id'),
    )

type Joined = ReturnType<typeof joined>

/** Time and equality filters of the envelope and of the detail. */
const filtered = (query: Joined, wanted: AuditQuery): Joined => {
  const { actorId, entityType, entityId, actions, outcome, address, requestId, text } = wanted
  const { groups, notActorId, country } = wanted
  return query
    .where('e.tenant_id', '=', wanted.tenantId)
    .where('e.occurred_at', '>=', wanted.from)
    .where('e.occurred_at', '<', wanted.until)
    .$if(actorId !== undefined, (q) => q.where('e.actor_id', '=', actorId ?? ''))
    .$if(notActorId !== undefined, (q) => q.where('e.actor_id', '<>', notActorId ?? ''))
    .$if(entityType !== undefined, (q) => q.where('e.entity', '=', entityType ?? ''))
    .$if(entityId !== undefined, (q) => q.where('e.entity_id', '=', entityId ?? ''))
    .$if(actions !== undefined, (q) => q.where('e.action', 'in', [...(actions ?? [])]))
    .$if(outcome !== undefined, (q) => q.where('e.outcome', '=', outcome ?? 'SUCCESS'))
    .$if(address !== undefined, (q) => q.where('d.address', '=', address ?? ''))
    .$if(country !== undefined, (q) => q.where('d.country', '=', country ?? ''))
    .$if(requestId !== undefined, (q) => q.where('d.request_id', '=', requestId ?? ''))
    .$if(text !== undefined, (q) => q.where(found(wanted)))
    .$if(groups !== null, (q) => q.where(eventInSight(wanted.tenantId, groups ?? [])))
}

const found = ({ text, from, until }: AuditQuery): Expression<SqlBool> =>
  sql<SqlBool>`(e.occurred_at, e.id) in (select occurred_at, event_id from audit_search(${(text ?? '').toLowerCase()}, ${from}, ${until}, ${mostCounted}))`

export const listEvents = (db: TenantDb, wanted: AuditQuery, { limit, ...window }: Window) => {
  const { direction, beyond } = readingOf(window)
  return filtered(joined(db), wanted)
    .where(beyond)
    .select([
      'e.id',
      'e.occurred_at',
      'e.actor_kind',
      'e.actor_id',
      'e.entity',
      'e.entity_id',
      'e.action',
      'e.outcome',
      'd.actor_name',
      'd.entity_name',
      'd.request_id',
      'd.address',
      'd.detail',
    ])
    .orderBy('e.occurred_at', direction)
    .orderBy('e.id', direction)
    .limit(limit + 1)
    .execute()
}

export type ListedEvent = Awaited<ReturnType<typeof listEvents>>[number]

/** The number of matches, counted no further than 10,000. */
export const countEvents = async (db: TenantDb, wanted: AuditQuery) => {
  const limited = filtered(joined(db), wanted)
    .select('e.id')
    .limit(mostCounted + 1)
    .as('found')
  const row = await db
    .selectFrom(limited)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  const count = Number(row?.count ?? 0)
  return { count: Math.min(count, mostCounted), estimated: count > mostCounted }
}
