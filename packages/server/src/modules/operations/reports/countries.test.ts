import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { countAuthenticationsByCountry } from '@signet/contract/operations/reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { audit } from '../../../kit/audit.ts'
import { createContext } from '../../../kit/create-context.ts'
import { type Place, placesBy } from '../../../platform/places.ts'
import { sequenceAuditEvents } from '../audit-events/index.ts'

const swiss: Place = { country: 'CH', region: null, city: null, latitude: 46.8, longitude: 8.2 }
const places = placesBy((address) => (address?.startsWith('84.') === true ? swiss : null))

let test: TestApp
let as: string
/** The same tenant, served by a process that is told of places. */
let call: Call
let close: () => unknown
let happen: (address: string | null, outcome?: 'FAILURE', id?: string) => Promise<void>
let member: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const platform = { ...test.platform, places }
  const app = await createApp(platform)
  await app.ready()
  close = () => app.close()
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  happen = (address, outcome, id = 'u') => {
    const ctx = createContext({ ...test.ctx, platform, request: { ...test.ctx.request, address } })
    return ctx.transaction(async (ctx) => {
      const subject = { entity: 'USERS', id, name: 'ada' }
      audit(ctx, 'AUTHENTICATION', { subject, ...(outcome === undefined ? {} : { outcome }) })
    })
  }
  member = (await buildUser(test.ctx)).id
  await test.ctx.transaction(async (ctx) => {
    audit(ctx, 'AUTHENTICATION', { subject: { entity: 'USERS', id: 'before', name: 'before' } })
  })
  await happen('84.1.2.3', undefined, member)
  await happen('84.1.2.4', 'FAILURE')
  await sequenceAuditEvents(test.platform)
  await happen('84.1.2.5')
  await happen('10.0.0.7')
  await happen(null)
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await close()
  await test.close()
})

const range = () => {
  const now = test.clock.now().getTime()
  return {
    from: new Date(now - 3_600_000).toISOString(),
    until: new Date(now + 3_600_000).toISOString(),
  }
}
const counted = (token = as) =>
  call(countAuthenticationsByCountry, { as: token, body: range() }).then(({ body }) => body)

describe('sign-ins by country', () => {
  it('are counted with unknown addresses apart, those without a country left out', async () => {
    expect(await counted()).toEqual({
      known: true,
      results: [
        { country: 'CH', success: 2, failure: 1, denied: 0 },
        { country: 'ZZ', success: 1, failure: 0, denied: 0 },
      ],
    })
  })

  it('are of the people of some groups for whoever is limited to those', async () => {
    const { id } = await buildGroup(test.ctx, { members: [member] })
    const limited = await buildAdmin(test.ctx, {
      permissions: everyPermission,
      groupIds: [id],
    })
    expect(await counted(limited.token)).toMatchObject({
      results: [{ country: 'CH', success: 1, failure: 0 }],
    })
  })

  it('stay counted when no file tells of places any more, and say so', async () => {
    const { body } = await test.call(countAuthenticationsByCountry, { as, body: range() })
    expect(body).toMatchObject({ known: false, results: [{ country: 'CH' }, { country: 'ZZ' }] })
  })

  it('lead to their entries, which tell the country', async () => {
    const found = async (country: string) => {
      const { body } = await call(listAuditEvents, { as, body: { country } })
      return { total: Object(body.paging).total, results: body.results }
    }
    const { total, results } = await found('CH')
    expect(total).toBe(3)
    expect(results).toMatchObject([{ address: '84.1.2.5', country: 'CH' }, {}, {}])
    expect(await found('ZZ')).toMatchObject({ results: [{ address: '10.0.0.7', country: 'ZZ' }] })
    expect(await found('DE')).toMatchObject({ total: 0, results: [] })
  })
})
