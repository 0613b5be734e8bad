import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import { findRow } from '../../../platform/db/row-sets.ts'
import type { RadiusAgentFault, RadiusAgentRow } from '../../../platform/db/schema/radius.ts'

export type StoredRadiusAgent = Selectable<RadiusAgentRow>

type Presented = Pick<
  StoredRadiusAgent,
  | 'id'
  | 'name'
  | 'enabled'
  | 'credential_hash'
  | 'former_credential_hash'
  | 'former_credential_until'
>

const present = statement<{ tenant: string; id: string }, Presented>(`
  select id, name, enabled, credential_hash, former_credential_hash, former_credential_until
  from radius_agents where tenant_id = :tenant::uuid and id = :id::uuid`)

/** What a call of an agent is held against: read for each, so that a revocation holds at once. */
export const findPresented = async (ctx: Context, id: string): Promise<Presented | undefined> =>
  (await ctx.db.executeQuery(present({ tenant: ctx.tenant.id, id }))).rows[0]

/** Notes something that is no change of an administrator's: the version stays. */
export const noteRow = async (
  { db, tenant }: Context,
  id: string,
  set: Updateable<RadiusAgentRow>,
): Promise<void> => {
  await db
    .updateTable('radius_agents')
    .set(set)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

const mostFaults = 10

const isSameFault = (one: RadiusAgentFault, other: RadiusAgentFault): boolean =>
  one.reason === other.reason &&
  one.application === other.application &&
  one.clientAddress === other.clientAddress

/** Adds to what the agent has refused: the same again counts up, and moves to the front. */
export const addFaults = async (
  ctx: Context,
  id: string,
  faults: readonly RadiusAgentFault[],
): Promise<void> => {
  const known = (await findRow(ctx, 'radius_agents', id))?.faults ?? []
  const kept = faults.reduce((all, fault) => {
    const before = all.find((one) => isSameFault(one, fault))
    const rest = all.filter((one) => one !== before)
    return [{ ...fault, count: fault.count + (before?.count ?? 0) }, ...rest]
  }, known)
  await noteRow(ctx, id, { faults: JSON.stringify(kept.slice(0, mostFaults)) })
}

/** Names of the applications that only this agent, and perhaps others by name, serve. */
export const namesOfServed = async (
  { db, tenant }: Context,
  id: string,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('radius_applications')
    .select(['name', 'settings'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('name_key')
    .execute()
  return rows.filter(({ settings }) => settings.agentIds.includes(id)).map(({ name }) => name)
}
