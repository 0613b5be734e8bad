import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { AnnouncedReader, SiteAgentRow } from '../../../platform/db/schema/site-agents.ts'

export type StoredSiteAgent = Selectable<SiteAgentRow>

const agents = ({ db, tenant }: Context) =>
  db.selectFrom('site_agents').selectAll().where('tenant_id', '=', tenant.id)

export const listAgents = (ctx: Context, most: number): Promise<StoredSiteAgent[]> =>
  agents(ctx).orderBy('name_key').limit(most).execute()

export const findAgent = (ctx: Context, id: string): Promise<StoredSiteAgent | undefined> =>
  agents(ctx).where('id', '=', id).executeTakeFirst()

/** undefined when the name is taken. */
export const insertAgent = (
  { db }: Context,
  row: Insertable<SiteAgentRow>,
): Promise<StoredSiteAgent | undefined> =>
  db
    .insertInto('site_agents')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const removeAgent = (
  { db, tenant }: Context,
  id: string,
): Promise<StoredSiteAgent | undefined> =>
  db
    .deleteFrom('site_agents')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const noteReaders = async (
  { db, tenant, platform }: Context,
  id: string,
  { version, readers }: { readonly version: string; readonly readers: readonly AnnouncedReader[] },
): Promise<void> => {
  await db
    .updateTable('site_agents')
    .set({
      software: version,
      readers: JSON.stringify(readers),
      last_seen_at: platform.clock.now(),
    })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

/** From now on, only the call with this id is given commands. */
export const notePoll = async (
  { db, tenant, platform }: Context,
  id: string,
  pollId: string,
): Promise<void> => {
  await db
    .updateTable('site_agents')
    .set({ poll_id: pollId, last_seen_at: platform.clock.now() })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
