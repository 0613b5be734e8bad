import { readProviderOverview } from '@signet/contract/provider/overview'
import { listSettingsRollouts } from '@signet/contract/provider/settings-rollouts'
import {
  listSettingsTemplatesPaged,
  readTemplateDrift,
} from '@signet/contract/provider/settings-templates'
import { readSupportAndResources } from '@signet/contract/provider/support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../testing/access/people.ts'
import { buildAdmin } from '../../../testing/builders.ts'
import { createCall } from '../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Context } from '../../kit/context.ts'
import { systemContext } from '../../kit/create-context.ts'
import { createTenantFinder } from '../../modules/tenancy/tenants/index.ts'
import { createReseller, resellerUrl } from './reseller.ts'

let test: TestApp
let reseller: Context
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  reseller = await createReseller(test.ctx, 'hash')
})
afterAll(() => test.close())

describe('the reseller of the demonstration', () => {
  it('has five customers: one locked, one on trial, one near its limit, one whose contract ends', async () => {
    await test.platform.keyRing.warm(reseller.tenant.id)
    const { token } = await buildAdmin(reseller)
    const call = createCall(test.app, new URL(resellerUrl(test.ctx)).host)
    expect((await call(readProviderOverview, { as: token })).body).toEqual({
      tenants: 5,
      estimated: false,
      locked: 1,
      trial: 1,
      ended: 0,
      endsWithin30Days: 1,
      endsWithin60Days: 1,
      endsWithin90Days: 2,
      nearLimit: 1,
    })
  })

  it('has an administrator who signs in there with a second factor', async () => {
    const people = await reseller.db
      .selectFrom('users')
      .innerJoin('tokens', 'tokens.user_id', 'users.id')
      .select(['users.user_id', 'tokens.state'])
      .where('users.tenant_id', '=', reseller.tenant.id)
      .execute()
    expect(people).toEqual([{ user_id: 'rosa', state: 'ACTIVE' }])
  })

  it('is the support contact of its customers', async () => {
    const host = `cedar.${new URL(resellerUrl(test.ctx)).host}`
    const tenant = await createTenantFinder(test.platform.database).byHost(host)
    await test.platform.keyRing.warm(tenant.id)
    const customer = systemContext(test.platform, { tenant, name: 'test' })
    const { token: as } = await buildAdmin(customer)
    const { body } = await createCall(test.app, host)(readSupportAndResources, { as })
    expect(fieldOf(body, 'contact', 'companyName')).toBe('Harbor Partners')
  })

  it('has rolled out settings to two customers, of which one has changed one itself', async () => {
    const { token: as } = await buildAdmin(reseller)
    const call = createCall(test.app, new URL(resellerUrl(test.ctx)).host)
    const { results } = JSON.parse((await call(listSettingsTemplatesPaged, { as, body: {} })).text)
    const [{ id }] = results
    const rollouts = await call(listSettingsRollouts, { as, params: { id } })
    expect(JSON.parse(rollouts.text)).toMatchObject([{ state: 'DONE', tenants: { APPLIED: 2 } }])
    const drift = await call(readTemplateDrift, { as, params: { id }, body: {} })
    expect(drift.body.results).toMatchObject([
      { fields: [] },
      { fields: [{ field: 'historySize', value: 12, overridden: true }] },
    ])
  })
})
