import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SiteAgentRow } from '../../../platform/db/schema/site-agents.ts'

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
