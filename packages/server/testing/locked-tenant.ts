import type { Context } from '../src/kit/context.ts'

/** Does this while the tenant is locked. */
export const whileTenantLocked = async (
  { db, tenant }: Context,
  work: () => Promise<void>,
): Promise<void> => {
  const tenants = () => db.updateTable('tenants').where('tenant_id', '=', tenant.id)
  await tenants().set({ locked: true }).execute()
  try {
    await work()
  } finally {
    await tenants().set({ locked: false }).execute()
  }
}
