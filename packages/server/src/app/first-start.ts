import { type Context } from '../kit/context.ts'
import { systemContext } from '../kit/create-context.ts'
import { createTenantFinder, tenantOf } from '../modules/tenancy/tenants/index.ts'
import type { Platform } from '../platform/platform.ts'
import { createTenant } from './tenant-creation.ts'

/** Names by which this machine reaches the default tenant without its public name. */
const loopbackNames = ['127.0.0.1', '::1', 'localhost']

/** The default tenant, which is the root provider; created on the first start. */
export const ensureDefaultTenant = async (platform: Platform): Promise<Context> => {
  const finder = createTenantFinder(platform.database)
  const host = await platform.database.system
    .selectFrom('host_names')
    .select('tenant_id')
    .where('host', '=', '127.0.0.1')
    .executeTakeFirst()
  const known = host === undefined ? null : await finder.byId(host.tenant_id)
  const tenant =
    known ??
    tenantOf(
      await createTenant(platform, {
        companyName: 'Signet',
        publicUrl: platform.config.publicUrl,
        authenticationAccount: true,
        issuanceAccount: true,
        isProvider: true,
        parentTenantId: null,
        aliases: loopbackNames,
      }),
    )
  return systemContext(platform, { tenant, name: 'start' })
}
