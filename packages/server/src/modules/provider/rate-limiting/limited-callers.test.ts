import { listLimitedCallers } from '@signet/contract/provider/rate-limiting'
import { createSubscriber } from '@signet/contract/provider/subscribers'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'
import { writeLimitedCallers } from './index.ts'

/* Guards: `expectOwn` and the predicate of the page, `trim`, and `onExceeded` of the buckets. */

let test: TestApp
let limited: FastifyInstance
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  // A hundredth of the limits at a clock that does not move: 120 reads of an address.
  const now = test.clock.now()
  const config = { ...test.platform.config, requestLimitScale: 0.01 }
  limited = await createApp({ ...test.platform, config, clock: { now: () => now } })
})
afterAll(async () => {
  await limited.close()
  await test.close()
})

const write = () => writeLimitedCallers(test.platform)

/** A session each: the clock moves by days. */
const signedIn = async (): Promise<string> => (await buildAdmin(test.ctx)).token

const list = async (tenantid: string, body: object = {}) => {
  const as = await signedIn()
  const answer = await test.call(listLimitedCallers, { as, params: { tenantid }, body })
  expect(answer.status, answer.text).toBe(200)
  return listLimitedCallers.answer.parse(answer.body)
}

const wanted = (above: string) => ({
  companyName: 'Beech',
  hostname: `t${test.platform.ids.random(4).toString('hex')}.${above}`,
  entitlement: { bundle: 'PLUS' },
})

const subscribe = async (more: object = {}) => {
  const body = { ...wanted(new URL(test.tenant.publicUrl).hostname), ...more }
  const made = await test.call(createSubscriber, { as: await signedIn(), body })
  expect(made.status, made.text).toBe(200)
  return { tenantid: String(made.body.id), host: new URL(String(made.body.publicUrl)).host }
}

/** Reads from one address until 429 was answered so often. */
const meetLimit = async (host: string, remoteAddress: string, times: number): Promise<void> => {
  for (let refused = 0; refused < times; ) {
    const { path: url } = listOwnSessions
    const answer = await limited.inject({ method: 'GET', url, headers: { host }, remoteAddress })
    if (answer.statusCode === 429) refused += 1
  }
}

const note = (tenantId: string, name: string, subject: 'ADDRESS' | 'USER' = 'ADDRESS') =>
  test.platform.limitedCallers.note({ tenantId, subject, name }, 'read')

describe('callers that met a limit', () => {
  it('are counted for their tenant, by network, with one row each', {
    meta: { covers: ['permissions.provider-calls'] },
  }, async () => {
    const { tenantid, host } = await subscribe()
    await meetLimit(host, '198.51.100.7', 3)
    await meetLimit(host, '198.51.100.8', 2)
    expect((await list(tenantid)).results).toEqual([])
    await write()
    const [row, ...more] = (await list(tenantid)).results
    expect(row).toMatchObject({
      limitClass: 'read',
      subject: 'ADDRESS',
      caller: '198.51.100.0/24',
      count: 5,
    })
    expect(more).toEqual([])
    await meetLimit(host, '198.51.100.8', 1)
    await write()
    const [again] = (await list(tenantid)).results
    expect(again).toMatchObject({ id: row?.id, count: 6, firstAt: row?.firstAt })
    expect((await list(test.tenant.id)).results).toEqual([])
  })

  it('are those of the provider and its own tenants', { meta: { covers: ['S21'] } }, async () => {
    const { tenantid } = await subscribe()
    const other = await test.otherTenant()
    const stranger = (await buildAdmin(other.ctx)).token
    for (const each of [tenantid, test.tenant.id]) {
      note(each, '2001:db8::1')
      const params = { tenantid: each }
      const answer = await other.call(listLimitedCallers, { as: stranger, params, body: {} })
      expect(answer.status).toBe(404)
    }
    await write()
    expect((await list(test.tenant.id)).results).toHaveLength(1)
    expect((await list(tenantid)).results).toHaveLength(1)
  })

  it('are seen by the provider directly above alone', { meta: { covers: ['S21'] } }, async () => {
    const reseller = await subscribe({ isSp: true })
    const tenant = await createTenantFinder(test.platform.database).byId(reseller.tenantid)
    if (tenant === null) throw new Error('there is no such tenant')
    await test.platform.keyRing.warm(tenant.id)
    const boss = await buildAdmin(systemContext(test.platform, { tenant, name: 'test' }))
    const call = createCall(test.app, reseller.host)
    const below = await call(createSubscriber, {
      as: boss.token,
      body: wanted(reseller.host.split(':')[0] ?? ''),
    })
    expect(below.status, below.text).toBe(200)
    const params = { tenantid: String(below.body.id) }
    note(params.tenantid, 'ann', 'USER')
    await write()
    const seen = await call(listLimitedCallers, { as: boss.token, params, body: {} })
    expect(listLimitedCallers.answer.parse(seen.body).results).toHaveLength(1)
    const root = await test.call(listLimitedCallers, { as: await signedIn(), params, body: {} })
    expect(root.status).toBe(404)
    const up = { tenantid: test.tenant.id }
    const above = await call(listLimitedCallers, { as: boss.token, params: up, body: {} })
    expect(above.status).toBe(404)
  })

  it('are listed page by page, the latest first', async () => {
    const { tenantid } = await subscribe()
    for (const name of ['one', 'two', 'three']) {
      note(tenantid, name, 'USER')
      test.clock.advance(1000)
    }
    await write()
    const { results, paging } = await list(tenantid, { limit: 2 })
    expect(results.map(({ caller }) => caller)).toEqual(['three', 'two'])
    const next = await list(tenantid, { limit: 2, cursor: paging.nextCursor })
    expect(next.results.map(({ caller }) => caller)).toEqual(['one'])
  })

  it('are counted anew after a day without', async () => {
    const { tenantid } = await subscribe()
    note(tenantid, 'ann', 'USER')
    await write()
    test.clock.advance(25 * 3_600_000)
    note(tenantid, 'ann', 'USER')
    await write()
    const { results } = await list(tenantid)
    expect(results.map(({ count }) => count)).toEqual([1])
    expect(results[0]?.firstAt).toBe(results[0]?.lastAt)
  })

  it('fill no more than the place of strangers, and keep users in sight', async () => {
    const { tenantid } = await subscribe()
    note(tenantid, 'ann', 'USER')
    await write()
    for (let minute = 0; minute < 12; minute += 1) {
      test.clock.advance(60_000)
      for (let each = 0; each < 60; each += 1) note(tenantid, `10.${minute}.${each}.1`)
      await write()
    }
    const { total } = (await list(tenantid)).paging
    expect(total).toBe(501)
    const kept = await test.ctx.platform.database
      .forTenant(tenantid)
      .selectFrom('limited_callers')
      .select(['subject', 'caller', 'count'])
      .where('tenant_id', '=', tenantid)
      .execute()
    expect(kept.filter(({ subject }) => subject === 'USER')).toHaveLength(1)
    // Of each minute's sixty, ten are not counted apart.
    expect(kept.find(({ subject, caller }) => subject === 'ADDRESS' && caller === '')?.count).toBe(
      120,
    )
  })
})
