import { queryAuthenticators, renewSession } from '@signet/contract/access/authentication'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser, signInAs } from '../../testing/builders.ts'
import { createCall } from '../../testing/call.ts'
import { exampleOf } from '../../testing/example-value.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import { createApp } from '../app.ts'
import { sampled } from './sweep/sample.ts'

/* Guards: `limits.take` in the pipeline and before the OpenID Connect service. */

let test: TestApp
let app: FastifyInstance
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const { platform, clock } = test
  // A tenth of the product's limits, at a clock that stands still: 6 sign-ins or changes, 30 reads.
  const now = clock.now()
  const config = { ...platform.config, requestLimitScale: 0.1 }
  app = await createApp({ ...platform, config, clock: { now: () => now } })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

const ask = async (request: InjectOptions): Promise<number> => {
  const host = new URL(test.tenant.publicUrl).host
  const answer = await app.inject({ ...request, headers: { host, ...request.headers } })
  return answer.statusCode
}

const signIn = (remoteAddress: string): Promise<number> =>
  ask({
    method: queryAuthenticators.method,
    url: queryAuthenticators.path,
    payload: { userId: 'someone' },
    remoteAddress,
  })

const renewal = (token: string): Promise<number> =>
  ask({
    method: renewSession.method,
    url: renewSession.path,
    headers: { authorization: `Bearer ${token}` },
  })

const times = async (count: number, call: () => Promise<number>): Promise<Set<number>> => {
  const statuses = new Set<number>()
  for (let each = 0; each < count; each += 1) statuses.add(await call())
  return statuses
}

describe('too many requests', () => {
  it('of a public call are counted by address', { meta: { covers: ['S41'] } }, async () => {
    expect(await times(6, () => signIn('198.51.100.7'))).toEqual(new Set([200]))
    expect(await signIn('198.51.100.7')).toBe(429)
    expect(await signIn('198.51.100.8')).toBe(200)
  })

  it('are counted by network where each line has a whole one', {
    meta: { covers: ['S41'] },
  }, async () => {
    let last = 0
    const next = () => signIn(`2001:470:1:2::${((last += 1)).toString(16)}`)
    expect(await times(6, next)).toEqual(new Set([200]))
    expect(await next()).toBe(429)
    expect(await signIn('2001:470:1:3::1')).toBe(200)
  })

  it('of someone signed in are counted by person', { meta: { covers: ['S41'] } }, async () => {
    const [one, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const [first, second] = [await signInAs(test.ctx, one), await signInAs(test.ctx, one)]
    expect(await times(6, () => renewal(first))).toEqual(new Set([200]))
    expect([await renewal(first), await renewal(second)]).toEqual([429, 429])
    expect(await renewal(await signInAs(test.ctx, other))).toBe(200)
  })

  it('of OpenID Connect are counted by address', { meta: { covers: ['S41'] } }, async () => {
    const keys = (remoteAddress: string) =>
      ask({ method: 'GET', url: '/api/oidc/jwks', remoteAddress })
    expect(await times(30, () => keys('198.51.100.9'))).toEqual(new Set([200]))
    expect(await keys('198.51.100.9')).toBe(429)
    expect(await keys('198.51.100.10')).toBe(200)
  })
})

/** One route of each budget and of each way of counting callers. */
const budgets = Map.groupBy(
  allRoutes,
  ({ endpoint: { actor, limit } }) => `${limit}, ${actor === 'public' ? 'by address' : 'by user'}`,
)

describe('the budget of every kind', () => {
  let strict: FastifyInstance
  beforeAll(async () => {
    const { platform, clock } = test
    const now = clock.now()
    // One request of each kind.
    const config = { ...platform.config, requestLimitScale: 1e-4 }
    strict = await createApp({ ...platform, config, clock: { now: () => now } })
  })
  afterAll(() => strict.close())

  it('is asked for by some route', () => {
    expect(budgets.size).toBeGreaterThan(6)
  })

  it.each([...budgets])('is spent before the service is reached: %s', async (_kind, routes) => {
    const call = createCall(strict, new URL(test.tenant.publicUrl).host)
    for (const { endpoint } of sampled(routes).slice(0, 3)) {
      const user = await buildUser(test.ctx)
      const params = endpoint.params === undefined ? {} : exampleOf(endpoint.params)
      // A session each time: the first call may end those that there are.
      const askAgain = async () => {
        const as = endpoint.actor === 'public' ? {} : { as: await signInAs(test.ctx, user) }
        return (await call(endpoint, { ...as, params })).status
      }
      await askAgain()
      expect(await askAgain(), endpoint.path).toBe(429)
    }
  })
})
