import type { TenantDeletionState } from '@signet/rules/tenants'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { TenantDeletionRow } from '../../../platform/db/schema/tenant-deletions.ts'

export type StoredDeletion = Selectable<TenantDeletionRow>

const deletions = ({ db, tenant }: Pick<Context, 'db' | 'tenant'>) =>
  db.selectFrom('tenant_deletions').selectAll().where('tenant_id', '=', tenant.id)

interface Filter {
  readonly state?: TenantDeletionState | undefined
  readonly search?: string | undefined
}

export const deletionsOf = (ctx: Context, { state, search }: Filter) =>
  deletions(ctx)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'PENDING'))
    .$if(search !== undefined, (query) =>
      query.where(sql<boolean>`strpos(lower(company_name), lower(${search ?? ''}::text)) > 0`),
    )

/** Those that can still be taken back, of these tenants. */
export const listPending = (
  ctx: Context,
  tenantIds: readonly string[],
): Promise<StoredDeletion[]> =>
  deletions(ctx)
    .where('state', '=', 'PENDING')
    .where('deleted_tenant_id', 'in', tenantIds)
    .execute()

/** It does not change until the transaction ends. */
export const holdPending = (ctx: Context, tenantId: string): Promise<StoredDeletion | undefined> =>
  deletions(ctx)
    .where('state', '=', 'PENDING')
    .where('deleted_tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()

/** Of the tenant that was entered. */
export const hasTenantsBelow = async ({ db }: Context): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select has_tenants_below() as has`.execute(db)
  return rows[0]?.has === true
}

/** Whether a user has ever signed in to the tenant that was entered. */
export const hasSignedIn = async ({ db, tenant }: Context): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from users
        where tenant_id = ${tenant.id}::uuid and last_authenticated_at is not null)
      or exists (select from sessions where tenant_id = ${tenant.id}::uuid)
      or exists (select from audit_events
        where tenant_id = ${tenant.id}::uuid and action = 'AUTHENTICATION') as has`.execute(db)
  return rows[0]?.has === true
}

/** To the service, the tenant that was entered is gone. */
export const terminate = async ({ db, tenant }: Context): Promise<void> => {
  await db
    .updateTable('tenants')
    .set({ terminated: true })
    .where('tenant_id', '=', tenant.id)
    .execute()
}

/** What its provider has set for the tenant alone. */
export const removeWhatIsFor = async ({ db, tenant }: Context, tenantId: string): Promise<void> => {
  const tables = [
    'rate_limit_policies',
    'settings_template_assignments',
    'settings_rollout_tenants',
  ] as const
  for (const table of tables) {
    await db
      .deleteFrom(table)
      .where('tenant_id', '=', tenant.id)
      .where('for_tenant_id', '=', tenantId)
      .execute()
  }
}
