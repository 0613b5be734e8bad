import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { replaceLinks } from '../../../platform/db/row-sets.ts'
import type { AuthenticationFlowRow } from '../../../platform/db/schema/flows.ts'

type StoredFlow = Selectable<AuthenticationFlowRow>

interface Named {
  readonly id: string
  readonly name: string
}

export interface FoundFlow extends StoredFlow {
  readonly acrs: readonly Named[]
}

const acrsOfFlow = sql<FoundFlow['acrs']>`coalesce((
  select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name)
  from authentication_flow_acrs fa
  join acrs a on a.tenant_id = fa.tenant_id and a.id = fa.acr_id
  where fa.tenant_id = f.tenant_id and fa.flow_id = f.id), '[]'::json)`

const found = ({ db, tenant }: Context) =>
  db
    .selectFrom('authentication_flows as f')
    .selectAll('f')
    .select(acrsOfFlow.as('acrs'))
    .where('f.tenant_id', '=', tenant.id)

/** Those of the service first, the standard one before all. */
export const listFlows = (ctx: Context): Promise<FoundFlow[]> =>
  found(ctx)
    .orderBy('f.system', 'desc')
    .orderBy('f.method', (order) => order.asc().nullsFirst())
    .orderBy('f.name_key')
    .execute()

export const findFlow = (ctx: Context, id: string): Promise<FoundFlow | undefined> =>
  found(ctx).where('f.id', '=', id).executeTakeFirst()

export const insertFlows = async (
  { db, tenant, platform }: Context,
  rows: readonly Omit<Insertable<AuthenticationFlowRow>, 'tenant_id' | 'version' | 'updated_at'>[],
): Promise<void> => {
  const stamped = { tenant_id: tenant.id, updated_at: platform.clock.now() }
  await db
    .insertInto('authentication_flows')
    .values(rows.map((row) => ({ ...row, ...stamped })))
    .execute()
}

/** No flow is the default until another is made it. */
export const clearDefault = async ({ db, tenant }: Context): Promise<void> => {
  await db
    .updateTable('authentication_flows')
    .set((eb) => ({ is_default: false, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('is_default', '=', true)
    .execute()
}

/** Ids of those that exist. */
export const findAcrIds = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('acrs')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

export const setAcrs = (ctx: Context, id: string, ids: readonly string[]): Promise<void> =>
  replaceLinks(
    ctx,
    { table: 'authentication_flow_acrs', from: 'flow_id', to: 'acr_id' },
    { id, ids },
  )
