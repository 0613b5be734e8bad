import {
  createIpList,
  deleteIpList,
  listIpLists,
  updateIpList,
} from '@signet/contract/access/ip-lists'
import {
  forgetUserLocations,
  listUserLocations,
  locateAddresses,
  readExpectedLocations,
  readUserRbaSettings,
  replaceExpectedLocations,
  updateUserRbaSettings,
} from '@signet/contract/access/locations'
import { createResourceRule } from '@signet/contract/access/resource-rules'
import {
  createTransactionItem,
  createTransactionRule,
  deleteTransactionItem,
  listTransactionRuleNames,
  testTransactionRule,
  updateTransactionItem,
} from '@signet/contract/access/transactions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { placesBy } from '../../../platform/places.ts'
import { keepLocation } from './index.ts'
import { locate } from './locations.service.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const idOf = ({ body }: { readonly body: Record<string, unknown> }): string => String(body.id)

describe('an address', () => {
  it('lies nowhere without a file of places', async () => {
    const body = { addresses: ['193.0.6.139', '10.0.0.1'] }
    const { text } = await test.call(locateAddresses, { as, body })
    expect(JSON.parse(text)).toEqual(
      body.addresses.map((address) => ({
        address,
        country: null,
        city: null,
        latitude: null,
        longitude: null,
      })),
    )
  })

  it('lies where the file says', () => {
    const berlin = { country: 'DE', region: null, city: 'Berlin', latitude: 52.5, longitude: 13.4 }
    const places = placesBy((address) => (address === '192.0.2.1' ? berlin : null))
    const ctx = { ...test.ctx, platform: { ...test.platform, places } }
    expect(locate(ctx, ['192.0.2.1', '192.0.2.2'])).toMatchObject([berlin, { country: null }])
  })
})

describe('an IP list', () => {
  it.each(['192.0.2.0/33', '1::2::3', '256.0.0.0/8', 'name.example'])(
    'does not hold %s',
    async (address) => {
      const body = { name: `With ${address}`, addresses: [address] }
      expect((await test.call(createIpList, { as, body })).status).toBe(400)
    },
  )

  it('has a name of its own, whatever its case, and is changed and deleted', async () => {
    const body = { name: 'Offices', addresses: ['192.0.2.0/24'] }
    const made = await test.call(createIpList, { as, body })
    const again = await test.call(createIpList, { as, body: { ...body, name: 'OFFICES' } })
    expect(again.body.errorCode).toBe('name_exists')
    const params = { id: idOf(made) }
    await test.call(updateIpList, { as, params, body: { ...body, addresses: ['::1'] } })
    expect((await test.call(listIpLists, { as })).text).toContain('"::1"')
    const gone = { id: params.id, force: 'false' as const }
    expect((await test.call(deleteIpList, { as, params: gone })).status).toBe(204)
  })

  it('that a rule names is deleted by force alone', {
    meta: { covers: ['admin.ip-list-force'] },
  }, async () => {
    const body = { name: 'Plants', addresses: ['198.51.100.0/24'] }
    const id = idOf(await test.call(createIpList, { as, body }))
    const factor = { type: 'IP' as const, points: 10, mode: 'ALLOWED' as const, addresses: [] }
    const rule = {
      name: 'From the plants',
      resourceId: 'USER_PORTAL' as const,
      enabled: false,
      factors: [{ ...factor, listIds: [id] }],
    }
    expect((await test.call(createResourceRule, { as, body: rule })).status).toBe(200)
    const kept = await test.call(deleteIpList, { as, params: { id, force: 'false' } })
    expect([kept.status, kept.body.errorCode]).toEqual([409, 'used_by_rule'])
    expect((await test.call(deleteIpList, { as, params: { id, force: 'true' } })).status).toBe(204)
  })
})

describe('a transaction rule', () => {
  it('is tried, and keeps the item that it asks of', {
    meta: { covers: ['admin.transaction-rule-test'] },
  }, async () => {
    const item = await test.call(createTransactionItem, {
      as,
      body: { name: 'amount', type: 'NUMBER' },
    })
    const itemId = idOf(item)
    const conditions = [{ itemId, operator: 'GREATER_THAN' as const, values: ['100'] }]
    const rule = { matching: 'ALL' as const, conditions }
    const tried = await test.call(testTransactionRule, {
      as,
      body: { rule, values: { amount: '101' } },
    })
    expect(tried.body).toMatchObject({ matched: true })
    const wrong = {
      ...rule,
      conditions: [{ itemId, operator: 'CONTAINS' as const, values: ['1'] }],
    }
    const refused = await test.call(createTransactionRule, { as, body: { name: 'No', ...wrong } })
    expect(refused.text).toContain('operator_not_for_type')
    await test.call(createTransactionRule, { as, body: { name: 'Large', ...rule } })
    expect((await test.call(listTransactionRuleNames, { as })).text).toContain('Large')
    const params = { id: itemId }
    const kept = await test.call(deleteTransactionItem, { as, params })
    expect(kept.body.errorCode).toBe('used_by_rule')
    const body = { name: 'amount', type: 'TEXT' as const }
    const retyped = await test.call(updateTransactionItem, { as, params, body })
    expect(retyped.body.errorCode).toBe('used_by_rule')
  })
})

describe('a person', () => {
  it('is expected at places, each a country or a circle', async () => {
    const params = { userid: (await buildUser(test.ctx)).id }
    const locations = [
      { name: 'Home', country: 'DE' },
      { name: 'Office', country: 'FR', latitude: 48.8, longitude: 2.3, radiusKm: 50 },
    ]
    await test.call(replaceExpectedLocations, { as, params, body: { locations } })
    const { body } = await test.call(readExpectedLocations, { as, params })
    expect(body).toMatchObject({ locations: [{ radiusKm: null }, { radiusKm: 50 }] })
    const half = [{ name: 'Half', country: 'FR', latitude: 48.8 }]
    const refused = await test.call(replaceExpectedLocations, {
      as,
      params,
      body: { locations: half },
    })
    expect(refused.text).toContain('place_incomplete')
  })

  it('has been seen at places until they are forgotten', async () => {
    const { id: userId } = await buildUser(test.ctx)
    const params = { userid: userId }
    const place = { country: 'DE', region: null, city: null, latitude: 51, longitude: 10.5 }
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      await test.ctx.db.executeQuery(keepLocation(test.ctx, { userId, place, address }))
    }
    const { text } = await test.call(listUserLocations, { as, params })
    expect(JSON.parse(text)).toMatchObject([{ city: null, address: '192.0.2.2', signIns: 2 }])
    await test.call(forgetUserLocations, { as, params })
    expect((await test.call(listUserLocations, { as, params })).text).toBe('[]')
  })

  it('may be left out of a factor for a while', async () => {
    const params = { userid: (await buildUser(test.ctx)).id }
    const skipUntil = '2031-01-01T00:00:00.000Z'
    const body = { skipTravelVelocity: true, skipUntil }
    await test.call(updateUserRbaSettings, { as, params, body })
    expect((await test.call(readUserRbaSettings, { as, params })).body).toEqual({
      skipLocationHistory: false,
      skipTravelVelocity: true,
      skipUntil,
    })
  })
})
