import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { StartRefused } from '../../../platform/start-refused.ts'
import {
  findTenantIdByHost,
  insertHostName,
  isInForeignDomain,
  markCurrentHost,
  updateTenant,
} from './tenants.repository.ts'
import { readTenant } from './tenants.service.ts'

/** The host as requests name it. */
const hostOf = (publicUrl: string): string =>
  new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1')

const claimHost = async ({ platform, tenant }: Context, host: string): Promise<void> => {
  await insertHostName(platform.database, { host, tenant_id: tenant.id, current: false })
  if ((await findTenantIdByHost(platform.database, host)) === tenant.id) return
  throw new StartRefused(`Another tenant answers at ${host}`)
}

/**
 * Gives the tenant another public URL: scheme, host and port. Its former hosts still lead to it.
 * Each step may be done again after a crash.
 * @throws StartRefused for a host of another tenant
 */
export const changePublicUrl = async (ctx: Context, publicUrl: string): Promise<void> => {
  const host = hostOf(publicUrl)
  const isForeign = await ctx.transaction((ctx) => isInForeignDomain(ctx.db, host))
  if (isForeign) throw new StartRefused(`${host} lies in the passkey domain of another tenant`)
  await claimHost(ctx, host)
  await ctx.transaction(async (ctx) => {
    const before = await readTenant(ctx)
    const place = { tenantId: ctx.tenant.id, version: before.version }
    const after = await updateTenant(ctx.db, { ...place, change: { public_url: publicUrl } })
    if (after === undefined) throw new StartRefused('The tenant was changed meanwhile: try again')
    audit(ctx, 'SUBSCRIBER_URL_CHANGED', {
      subject: { entity: 'SUBSCRIBERS', id: ctx.tenant.id, name: before.company_name },
      before: { publicUrl: before.public_url },
      after: { publicUrl },
    })
  })
  await markCurrentHost(ctx.platform.database, { host, tenantId: ctx.tenant.id })
}
