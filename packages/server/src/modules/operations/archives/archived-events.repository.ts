import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { mostCounted } from '../../../kit/lists.ts'
import type { ArchivedEventRow } from '../../../platform/db/schema/archive-readings.ts'
import { auditUpkeep } from '../audit-events/index.ts'

type EventSource = Parameters<typeof auditUpkeep.searchIn>[2]['source']
type AuditQuery = Parameters<EventSource['list']>[0]

const events = ({ db, tenant }: Context, readingId: string) =>
  db
    .selectFrom('archived_events as e')
    .where('e.tenant_id', '=', tenant.id)
    .where('e.reading_id', '=', readingId)

const found = (readingId: string, { text, from, until }: AuditQuery): Expression<SqlBool> =>
  sql<SqlBool>`(e.occurred_at, e.id) in (select occurred_at, id from archived_search(${readingId}::uuid, ${(text ?? '').toLowerCase()}, ${from}, ${until}, ${mostCounted}))`

const filtered = (ctx: Context, readingId: string, wanted: AuditQuery) => {
  const { actorId, entityType, entityId, actions, outcome, address, country, requestId, text } =
    wanted
  return events(ctx, readingId)
    .where('e.occurred_at', '>=', wanted.from)
    .where('e.occurred_at', '<', wanted.until)
    .$if(actorId !== undefined, (q) => q.where('e.actor_id', '=', actorId ?? ''))
    .$if(entityType !== undefined, (q) => q.where('e.entity', '=', entityType ?? ''))
    .$if(entityId !== undefined, (q) => q.where('e.entity_id', '=', entityId ?? ''))
    .$if(actions !== undefined, (q) => q.where('e.action', 'in', [...(actions ?? [])]))
    .$if(outcome !== undefined, (q) => q.where('e.outcome', '=', outcome ?? 'SUCCESS'))
    .$if(address !== undefined, (q) => q.where('e.address', '=', address ?? ''))
    .$if(country !== undefined, (q) => q.where('e.country', '=', country ?? ''))
    .$if(requestId !== undefined, (q) => q.where('e.request_id', '=', requestId ?? ''))
    .$if(text !== undefined, (q) => q.where(found(readingId, wanted)))
}

/** The events of an archive that is open for reading. */
export const archivedEvents = (ctx: Context, readingId: string): EventSource => ({
  name: `archive ${readingId}`,
  list: (wanted, { limit, ...window }) => {
    const { direction, beyond } = auditUpkeep.readingOf(window)
    return filtered(ctx, readingId, wanted)
      .where(beyond)
      .selectAll()
      .orderBy('e.occurred_at', direction)
      .orderBy('e.id', direction)
      .limit(limit + 1)
      .execute()
  },
  count: async (wanted) => {
    const limited = filtered(ctx, readingId, wanted)
      .select('e.id')
      .limit(mostCounted + 1)
      .as('found')
    const { count } = await ctx.db
      .selectFrom(limited)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return { count: Math.min(Number(count), mostCounted), estimated: Number(count) > mostCounted }
  },
})

export type ArchivedEvent = Omit<ArchivedEventRow, 'tenant_id' | 'reading_id' | 'expires_at'>

/** Those that stand there already are left: a load that was cut off begins again. */
export const insertArchivedEvents = async (
  { db, tenant }: Context,
  { id, expires_at }: { readonly id: string; readonly expires_at: Date },
  rows: readonly ArchivedEvent[],
): Promise<void> => {
  await sql`
    insert into archived_events (tenant_id, reading_id, expires_at, occurred_at, id, actor_kind,
      actor_id, actor_name, entity, entity_id, entity_name, action, outcome, request_id, address,
      country, detail, search_text)
    select ${tenant.id}::uuid, ${id}::uuid, ${expires_at}::timestamptz, r.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (occurred_at timestamptz, id uuid,
      actor_kind text, actor_id text, actor_name text, entity text, entity_id text,
      entity_name text, action text, outcome text, request_id text, address text, country text, detail text,
      search_text text)
    on conflict do nothing`.execute(db)
}

/** Takes some of them away. Returns how many. */
export const removeArchivedEvents = async (
  { db, tenant }: Context,
  readingId: string,
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from archived_events where tenant_id = ${tenant.id} and reading_id = ${readingId}::uuid
      and (occurred_at, id) in (select e.occurred_at, e.id from archived_events e
        where e.tenant_id = ${tenant.id} and e.reading_id = ${readingId}::uuid
        order by e.occurred_at, e.id limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
