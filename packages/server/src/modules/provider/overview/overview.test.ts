import { readProviderOverview } from '@signet/contract/provider/overview'
import { setTenantEntitlement } from '@signet/contract/provider/tenant-entitlements'
import { createTenant, listTenantsPaged, lockTenant } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'

/* Guards: `below` in the two functions of the migration; `isNear`; the bounds of the spans. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const dayMillis = 86_400_000
const inDays = (days: number): string =>
  new Date(test.clock.now().getTime() + days * dayMillis).toISOString()

let made = 0
/** A tenant with a contract that ends, and use of its allotment. */
const create = async (companyName: string, entitlement: object = {}) => {
  made += 1
  const hostname = `o${made}.${new URL(test.tenant.publicUrl).hostname}`
  const body = {
    companyName,
    hostname,
    entitlement: { bundle: 'PLUS', contractMode: 'PRODUCTION', ...entitlement },
  }
  const answer = await test.call(createTenant, { as, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body.id)
}

const addUsers = async (id: string, count: number): Promise<void> => {
  const tenant = await createTenantFinder(test.platform.database).byId(id)
  if (tenant === null) throw new Error('there is no such tenant')
  await test.platform.keyRing.warm(id)
  const ctx = systemContext(test.platform, { tenant, name: 'test' })
  for (let user = 0; user < count; user += 1) await buildUser(ctx)
}

const overview = async () => (await test.call(readProviderOverview, { as })).body
const listed = async (filter: object): Promise<unknown[]> => {
  const { body } = await test.call(listTenantsPaged, { as, body: filter })
  const { results } = body
  return Array.isArray(results) ? results.map((row) => fieldOf(row, 'companyName')) : []
}

describe('the overview of a provider', () => {
  beforeAll(async () => {
    await create('Ended', { endDate: inDays(-1) })
    await create('Soon', { endDate: inDays(29) })
    await create('Later', { endDate: inDays(59) })
    await create('Latest', { endDate: inDays(89) })
    await create('Far', { endDate: inDays(91) })
    await create('Trial', { contractMode: 'TRIAL' })
    await addUsers(await create('Full', { users: 10 }), 8)
    await addUsers(await create('Half', { users: 10 }), 7)
    await test.call(lockTenant, { as, params: { id: await create('Locked') } })
  })

  it('counts tenants by state, contract and use', async () => {
    expect(await overview()).toEqual({
      tenants: 9,
      estimated: false,
      locked: 1,
      trial: 1,
      ended: 1,
      endsWithin30Days: 1,
      endsWithin60Days: 2,
      endsWithin90Days: 3,
      nearLimit: 1,
    })
  })

  it.each([
    [{ locked: true }, ['Locked']],
    [{ contractMode: 'TRIAL' }, ['Trial']],
    [{ contractEnd: 'PAST' }, ['Ended']],
    [{ contractEnd: 'DAYS_30' }, ['Soon']],
    [{ contractEnd: 'DAYS_60' }, ['Later', 'Soon']],
    [{ contractEnd: 'DAYS_90' }, ['Later', 'Latest', 'Soon']],
    [{ nearLimit: true }, ['Full']],
    [{ nearLimit: true, contractEnd: 'PAST' }, []],
    [
      { nearLimit: false, locked: false },
      ['Ended', 'Far', 'Half', 'Later', 'Latest', 'Soon', 'Trial'],
    ],
  ])('lists with %j the tenants that it counts', async (filter, names) => {
    expect(await listed(filter)).toEqual(names)
  })

  it('counts a trial of issuance by what it has issued, and codes that run out', async () => {
    const issuing = await create('Issuing')
    const body = { type: 'ISSUANCE', bundle: 'PLUS', contractMode: 'TRIAL' }
    await test.call(setTenantEntitlement, { as, params: { tenantid: issuing }, body })
    const codes = await create('Codes')
    const messages = { type: 'AUTHENTICATION', smsVoiceAllotment: 100 }
    await test.call(setTenantEntitlement, { as, params: { tenantid: codes }, body: messages })
    const use = (column: string, count: number, id: string) =>
      test.testDatabase.asOwner((owner) =>
        owner.query(`update entitlements set ${column} = $1 where tenant_id = $2`, [count, id]),
      )
    await use('consumed', 50, issuing)
    await use('sms_voice_consumed', 70, codes)
    expect(await listed({ nearLimit: true })).toEqual(['Full'])
    await use('consumed', 51, issuing)
    await use('sms_voice_consumed', 71, codes)
    expect(await listed({ nearLimit: true })).toEqual(['Codes', 'Full', 'Issuing'])
    expect((await overview()).nearLimit).toBe(3)
  })

  it('counts nothing of another provider', { meta: { covers: ['S21'] } }, async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const { body } = await other.call(readProviderOverview, { as: token })
    expect([body.tenants, body.ended, body.nearLimit]).toEqual([0, 0, 0])
  })
})
