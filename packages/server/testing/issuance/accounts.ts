import { systemContext } from '../../src/kit/create-context.ts'
import { createTenant } from '../../src/modules/provider/subscribers/index.ts'
import { tenantOf } from '../../src/modules/tenancy/tenants/index.ts'
import { buildAdmin } from '../builders.ts'
import { createCall } from '../call.ts'
import type { TestApp } from '../test-app.ts'

let made = 0

/** An account below another tenant, with somebody who runs it. */
export const buildAccount = async (test: TestApp, companyName: string, above = test.tenant) => {
  made += 1
  const row = await createTenant(test.platform, {
    companyName,
    publicUrl: above.publicUrl.replace('//', `//f${made}.`),
    authenticationAccount: false,
    issuanceAccount: true,
    isProvider: false,
    parentTenantId: above.id,
  })
  const tenant = tenantOf(row)
  await test.platform.keyRing.warm(tenant.id)
  const ctx = systemContext(test.platform, { tenant, name: 'test' })
  const { token } = await buildAdmin(ctx)
  const call = createCall(test.app, new URL(tenant.publicUrl).host)
  return { id: tenant.id, ctx, token, call }
}
