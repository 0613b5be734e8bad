import {
  createRateLimitPolicy,
  deleteRateLimitPolicy,
  deleteTenantRateLimits,
  listRateLimitPolicies,
  readRateLimitPolicy,
  readTenantRateLimits,
  refreshRateLimitPolicies,
  replaceTenantRateLimits,
  updateRateLimitPolicy,
} from '@signet/contract/provider/rate-limiting'
import { createSubscriber } from '@signet/contract/provider/subscribers'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'

/* Guards: `expectOwn`, `policyFault` in contract and service, `forgetPolicies` after a change. */

let test: TestApp
let limited: FastifyInstance
let call: Call
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  // The limits themselves, at a clock that does not move.
  const now = test.clock.now()
  const config = { ...test.platform.config, requestLimitScale: 1 }
  limited = await createApp({ ...test.platform, config, clock: { now: () => now } })
  call = createCall(limited, new URL(test.tenant.publicUrl).host)
})
afterAll(async () => {
  await limited.close()
  await test.close()
})

/** The limit that a call shows which reads, and is the user's. */
const shownLimit = async (at: Call = call, token = as): Promise<unknown> =>
  (await at(listOwnSessions, { as: token })).headers['x-ratelimit-limit']

const reads = { limitClass: 'read', subject: 'USER', rate: 600, burst: 200 }

describe('a policy', () => {
  it('replaces the default with the next request, until it is deleted', async () => {
    expect(await shownLimit()).toBe('300')
    const made = await call(createRateLimitPolicy, { as, body: reads })
    expect(made.status, made.text).toBe(201)
    expect(await shownLimit()).toBe('200')
    const id = String(made.body.id)
    const body = { id, rate: 600, periodSeconds: 30, burst: 100 }
    expect((await call(updateRateLimitPolicy, { as, body })).body).toMatchObject({
      ...reads,
      periodSeconds: 30,
      burst: 100,
    })
    expect(await shownLimit()).toBe('100')
    expect((await call(readRateLimitPolicy, { as, params: { id } })).body.burst).toBe(100)
    expect((await call(deleteRateLimitPolicy, { as, params: { id } })).status).toBe(204)
    expect(await shownLimit()).toBe('300')
  })

  it('is the only one of its class and subject', async () => {
    const body = { limitClass: 'search', subject: 'USER', rate: 200, burst: 50 }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(createRateLimitPolicy, { as, body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.errorCode).toBe(
      'rate_limit_policy_exists',
    )
  })

  it.each([
    ['below a tenth of the default', { ...reads, rate: 119 }, 'body.rate'],
    ['above a hundred times it', { ...reads, burst: 30_001 }, 'body.burst'],
    ['of a subject that is not counted', { ...reads, limitClass: 'guess' }, 'body.subject'],
  ])('is rejected %s', async (_why, body, path) => {
    const { status, body: answer } = await call(createRateLimitPolicy, { as, body })
    expect([status, fieldOf(answer, 'fields', '0', 'path')]).toEqual([400, path])
  })

  it('is not lowered by a change either', async () => {
    const made = await call(createRateLimitPolicy, { as, body: reads })
    const id = String(made.body.id)
    const body = { id, rate: 1, burst: 200 }
    const { status, body: answer } = await call(updateRateLimitPolicy, { as, body })
    expect([status, fieldOf(answer, 'fields', '0', 'path')]).toEqual([400, 'body.rate'])
    await call(deleteRateLimitPolicy, { as, params: { id } })
  })

  it('that was stored past the service holds on a node once it refreshes', async () => {
    expect(await shownLimit()).toBe('300')
    await test.ctx.db
      .insertInto('rate_limit_policies')
      .values({
        tenant_id: test.tenant.id,
        id: test.platform.ids.uuid(),
        for_tenant_id: null,
        limit_class: 'read',
        subject: 'USER',
        rate: 600,
        period_seconds: 60,
        burst: 40,
        created_at: test.clock.now(),
      })
      .execute()
    const refreshed = await call(refreshRateLimitPolicies, { as })
    expect(refreshed.text).toContain('"burst":40')
    expect(await shownLimit()).toBe('40')
    const { body } = await call(listRateLimitPolicies, { as })
    expect(JSON.stringify(body.policies)).toContain('"burst":40')
    await test.ctx.db
      .deleteFrom('rate_limit_policies')
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    await call(refreshRateLimitPolicies, { as })
  })
})

describe('the limits of a tenant', () => {
  const subscribe = async () => {
    const own = new URL(test.tenant.publicUrl).hostname
    const hostname = `t${test.platform.ids.random(4).toString('hex')}.${own}`
    const body = { companyName: 'Beech', hostname, entitlement: { bundle: 'PLUS' } }
    const made = await test.call(createSubscriber, { as, body })
    expect(made.status, made.text).toBe(200)
    return {
      tenantid: String(made.body.id),
      at: createCall(limited, new URL(String(made.body.publicUrl)).host),
    }
  }

  it('come before the policies of its provider, and hold for it alone', {
    meta: { covers: ['permissions.provider-calls'] },
  }, async () => {
    const { tenantid, at } = await subscribe()
    const shown = async (asked: Call) => (await asked(listOwnSessions)).headers['x-ratelimit-limit']
    const ofAddress = { limitClass: 'read', subject: 'ADDRESS', rate: 6000, burst: 5000 }
    expect(await shown(at)).toBe('12000')
    const policy = await call(createRateLimitPolicy, { as, body: ofAddress })
    expect([await shown(at), await shown(call)]).toEqual(['5000', '5000'])
    const body = { limits: [{ ...ofAddress, burst: 3000 }] }
    const params = { tenantid }
    expect((await call(replaceTenantRateLimits, { as, params, body })).status).toBe(200)
    expect([await shown(at), await shown(call)]).toEqual(['3000', '5000'])
    expect((await call(readTenantRateLimits, { as, params })).body).toEqual({
      tenantId: tenantid,
      limits: [{ ...ofAddress, burst: 3000, periodSeconds: 60 }],
    })
    expect((await call(deleteTenantRateLimits, { as, params })).status).toBe(204)
    expect((await call(deleteTenantRateLimits, { as, params })).status).toBe(404)
    await call(deleteRateLimitPolicy, { as, params: { id: String(policy.body.id) } })
    expect(await shown(at)).toBe('12000')
  })

  it('are those of the provider’s own tenants', { meta: { covers: ['S21'] } }, async () => {
    const { tenantid } = await subscribe()
    const other = await test.otherTenant()
    const stranger = (await buildAdmin(other.ctx)).token
    const params = { tenantid }
    const body = { limits: [{ ...reads }] }
    for (const endpoint of [readTenantRateLimits, deleteTenantRateLimits]) {
      expect((await other.call(endpoint, { as: stranger, params })).status).toBe(404)
    }
    const replaced = await other.call(replaceTenantRateLimits, { as: stranger, params, body })
    expect(replaced.status).toBe(404)
    expect((await call(readTenantRateLimits, { as, params })).body.limits).toEqual([])
  })
})
