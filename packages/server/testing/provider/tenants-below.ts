import { setTenantEntitlement } from '@signet/contract/provider/tenant-entitlements'
import { createTenant } from '@signet/contract/provider/tenants'
import type { Context } from '../../src/kit/context.ts'
import { systemContext } from '../../src/kit/create-context.ts'
import { createTenantFinder } from '../../src/modules/tenancy/tenants/index.ts'
import { buildAdmin } from '../builders.ts'
import { type Call, createCall } from '../call.ts'
import type { TestApp } from '../test-app.ts'

/** A tenant created by a provider. */
export interface TenantBelow {
  readonly id: string
  readonly hostname: string
  readonly companyName: string
  /** The system in the tenant. */
  readonly ctx: Context
  /** Calls at its host. */
  readonly call: Call
}

/** The same, with an administrator who may do everything. */
export interface AdministeredTenant extends TenantBelow {
  readonly admin: Awaited<ReturnType<typeof buildAdmin>>
}

/** The provider that creates tenants, and the app that serves it. */
type Provider = Pick<TestApp, 'app' | 'call' | 'platform' | 'tenant'>

let made = 0

const hostOf = ({ tenant }: Pick<TestApp, 'tenant'>): string => new URL(tenant.publicUrl).hostname

/** A tenant that is there, whether locked or not. */
const openTenant = async (
  { platform }: Pick<TestApp, 'platform'>,
  id: string,
): Promise<Context> => {
  const tenant = await createTenantFinder(platform.database).byId(id)
  if (tenant === null) throw new Error('there is no such tenant')
  await platform.keyRing.warm(id)
  return systemContext(platform, { tenant, name: 'test' })
}

/** A tenant of the test's provider, made by a call; no user has signed in to it. @param as a token of the provider */
export const buildTenantBelow = async (
  test: Provider,
  as: string,
  more: object = {},
): Promise<TenantBelow> => {
  made += 1
  const hostname = `b${made}.${hostOf(test)}`
  const companyName = `Birch ${made}`
  const entitlement = { bundle: 'PLUS', users: 20 }
  const body = { companyName, hostname, entitlement, ...more }
  const answer = await test.call(createTenant, { as, body })
  if (answer.status !== 201) throw new Error(answer.text)
  const id = String(answer.body.id)
  const host = new URL(test.tenant.publicUrl).host.replace(hostOf(test), hostname)
  return {
    id,
    hostname,
    companyName,
    ctx: await openTenant(test, id),
    call: createCall(test.app, host),
  }
}

interface Wanted {
  readonly isSp?: boolean
  /** The provider that creates it; the root provider of the test otherwise. */
  readonly by?: AdministeredTenant
}

/** Builds tenants with administrators below the root provider of a test, or below one that was built. */
export const tenantsBelow =
  (test: Provider, rootToken: () => string) =>
  async ({ isSp = false, by }: Wanted = {}): Promise<AdministeredTenant> => {
    const provider = by === undefined ? test : { ...test, call: by.call, tenant: by.ctx.tenant }
    const as = by?.admin.token ?? rootToken()
    const below = await buildTenantBelow(provider, as, isSp ? { isSp } : {})
    const body = { type: 'AUTHENTICATION', smsVoiceAllotment: 100 }
    const params = { tenantid: below.id }
    const bought = await provider.call(setTenantEntitlement, { as, params, body })
    if (bought.status !== 200) throw new Error(bought.text)
    return { ...below, admin: await buildAdmin(below.ctx) }
  }
