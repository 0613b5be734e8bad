import { type Context } from '../kit/context.ts'
import { systemContext } from '../kit/create-context.ts'
import { ApiError } from '../kit/errors.ts'
import { createTenant } from '../modules/provider/subscribers/index.ts'
import { createTenantFinder, tenantOf } from '../modules/tenancy/tenants/index.ts'
import type { Platform } from '../platform/platform.ts'

/** Names by which this machine reaches the default tenant without its public name. */
const loopbackNames = ['127.0.0.1', '::1', 'localhost']

const findDefault = async ({ database }: Platform) => {
  const host = await database.system
    .selectFrom('host_names')
    .select('tenant_id')
    .where('host', '=', '127.0.0.1')
    .executeTakeFirst()
  return host === undefined ? null : createTenantFinder(database).byId(host.tenant_id)
}

const createDefault = (platform: Platform) =>
  createTenant(platform, {
    companyName: 'Signet',
    publicUrl: platform.config.publicUrl,
    authenticationAccount: true,
    issuanceAccount: true,
    isProvider: true,
    parentTenantId: null,
    aliases: loopbackNames,
  })

/** Of several nodes that start at once one makes it, and the others find it. */
const createOrFind = async (platform: Platform) => {
  try {
    return tenantOf(await createDefault(platform))
  } catch (error) {
    const found = error instanceof ApiError ? await findDefault(platform) : null
    if (found === null) throw error
    return found
  }
}

/** The default tenant, which is the root provider; created on the first start. */
export const ensureDefaultTenant = async (platform: Platform): Promise<Context> => {
  const tenant = (await findDefault(platform)) ?? (await createOrFind(platform))
  return systemContext(platform, { tenant, name: 'start' })
}
