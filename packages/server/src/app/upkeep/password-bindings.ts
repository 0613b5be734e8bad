import { bindings } from '../../modules/authenticators/passwords/index.ts'
import { listTenantIds } from '../../platform/db/tenant-ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { tenantContexts } from '../tenant-jobs.ts'

/** Binds password hashes of before bindings were, tenant by tenant; safe to run on two nodes. */
export const bindAllPasswords = async (
  platform: Platform,
  mayGoOn: () => Promise<boolean>,
): Promise<number> => {
  const contextOf = tenantContexts(platform, 'password-bindings')
  let count = 0
  for (const tenantId of await listTenantIds(platform.database.system)) {
    const ctx = await contextOf(tenantId)
    if (ctx !== null) count += await bindings.bindAll(ctx, mayGoOn)
  }
  return count
}
