import type { RolloutTenantState, SignInCounts } from '@signet/rules/settings-rollouts'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type {
  SettingsRolloutRow,
  SettingsRolloutTenantRow,
} from '../../../platform/db/schema/settings-templates.ts'

export type StoredRollout = Selectable<SettingsRolloutRow>
export type StoredRolloutTenant = Selectable<SettingsRolloutTenantRow>

export const listRollouts = (
  { db, tenant }: Context,
  templateId: string,
  most: number,
): Promise<StoredRollout[]> =>
  db
    .selectFrom('settings_rollouts')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('template_id', '=', templateId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

const ofRollout = ({ db, tenant }: Context, rolloutId: string) =>
  db
    .selectFrom('settings_rollout_tenants')
    .where('tenant_id', '=', tenant.id)
    .where('rollout_id', '=', rolloutId)

/** Canary tenants first. */
export const listRolloutTenants = (
  ctx: Context,
  rolloutId: string,
): Promise<StoredRolloutTenant[]> =>
  ofRollout(ctx, rolloutId)
    .selectAll()
    .orderBy('canary', 'desc')
    .orderBy('company_name')
    .orderBy('id')
    .execute()

/** The next one in a state; held until the transaction ends. */
export const holdNext = (
  ctx: Context,
  rolloutId: string,
  { state, canary }: { readonly state: RolloutTenantState; readonly canary?: true },
): Promise<StoredRolloutTenant | undefined> => {
  const rows = ofRollout(ctx, rolloutId).selectAll().where('state', '=', state)
  const some = canary === undefined ? rows : rows.where('canary', '=', true)
  return some.orderBy('id').limit(1).forUpdate().executeTakeFirst()
}

interface StateCount {
  readonly rollout_id: string
  readonly state: RolloutTenantState
  readonly count: number
}

export const countTenants = async (
  { db, tenant }: Context,
  rolloutIds: readonly string[],
): Promise<readonly StateCount[]> => {
  const { rows } = await sql<StateCount>`
    select rollout_id, state, count(*)::integer as count from settings_rollout_tenants
    where tenant_id = ${tenant.id}::uuid and rollout_id = any (${rolloutIds}::uuid[])
    group by 1, 2`.execute(db)
  return rows
}

/** Of the tenant of the context, from a time on and before another. */
export const countSignIns = async (
  { db, tenant }: Context,
  from: Date,
  before: Date,
): Promise<SignInCounts> => {
  const { rows } = await sql<SignInCounts>`
    select count(*) filter (where outcome <> 'SUCCESS')::integer as failed,
      count(*)::integer as all
    from audit_events where tenant_id = ${tenant.id}::uuid and action = 'AUTHENTICATION'
      and occurred_at >= ${from} and occurred_at < ${before}`.execute(db)
  return rows[0] ?? { failed: 0, all: 0 }
}
