import {
  queryAuthenticators,
  readAuthenticationInformation,
  renewSession,
} from '@signet/contract/access/authentication'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser, signInAs } from '../../testing/builders.ts'
import { createCall } from '../../testing/call.ts'
import { exampleOf } from '../../testing/example-value.ts'
import { basicOf, registerParty } from '../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import { createApp } from '../app.ts'
import { sampled } from './sweep/sample.ts'

/* Guards: `limits.take` in the pipeline and before the OpenID Connect service. */

let test: TestApp
/** A thousandth of the limits, at a clock that does not move: 12 sign-ins and 12 reads of an address. */
let ofAddresses: FastifyInstance
/** A tenth: 6 changes of a user. */
let ofUsers: FastifyInstance
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const { platform, clock } = test
  const now = clock.now()
  const scaled = (requestLimitScale: number) =>
    createApp({
      ...platform,
      config: { ...platform.config, requestLimitScale },
      clock: { now: () => now },
    })
  ofAddresses = await scaled(0.001)
  ofUsers = await scaled(0.1)
})
afterAll(async () => {
  await ofAddresses.close()
  await ofUsers.close()
  await test.close()
})

const ask = async (app: FastifyInstance, request: InjectOptions): Promise<number> => {
  const host = new URL(test.tenant.publicUrl).host
  const answer = await app.inject({ ...request, headers: { host, ...request.headers } })
  return answer.statusCode
}

const signIn = (remoteAddress: string): Promise<number> =>
  ask(ofAddresses, {
    method: queryAuthenticators.method,
    url: queryAuthenticators.path,
    payload: { userId: 'someone' },
    remoteAddress,
  })

const renewal = (token: string): Promise<number> =>
  ask(ofUsers, {
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
    expect(await times(12, () => signIn('198.51.100.7'))).toEqual(new Set([200]))
    expect(await signIn('198.51.100.7')).toBe(429)
    expect(await signIn('198.51.100.8')).toBe(200)
  })

  it('are counted by network where each line has a whole one', {
    meta: { covers: ['S41'] },
  }, async () => {
    let last = 0
    const next = () => signIn(`2001:470:1:2::${((last += 1)).toString(16)}`)
    expect(await times(12, next)).toEqual(new Set([200]))
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
      ask(ofAddresses, { method: 'GET', url: '/api/oidc/jwks', remoteAddress })
    expect(await times(12, () => keys('198.51.100.9'))).toEqual(new Set([200]))
    expect(await keys('198.51.100.9')).toBe(429)
    expect(await keys('198.51.100.10')).toBe(200)
  })
})

/** One route of each budget and of each way of counting callers. */
const budgets = Map.groupBy(
  allRoutes,
  ({ endpoint: { actor, limit } }) => `${limit}, ${actor === 'public' ? 'by address' : 'by user'}`,
)

describe('what is left', () => {
  it('is in the headers of every answer, refused or not', async () => {
    const host = new URL(test.tenant.publicUrl).host
    const left = async (url: string) => {
      const remoteAddress = '198.51.100.40'
      const { headers } = await ofAddresses.inject({ url, headers: { host }, remoteAddress })
      const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
      return names.map((name) => headers[name])
    }
    const reads = readAuthenticationInformation.path
    expect(await left(reads)).toEqual(['12', '11', '0'])
    expect(await left('/api/oidc/jwks'), 'written by the library').toEqual(['12', '11', '0'])
    expect(await left('/api/saml'), 'of SAML').toEqual(['12', '11', '0'])
    expect(await left('/.well-known/webfinger'), '400').toEqual(['12', '11', '0'])
    expect(await left('/'), 'a page').toEqual(['120', '119', '0'])
    for (let each = 0; each < 11; each += 1) await left(reads)
    expect(await left(reads), '429').toEqual(['12', '0', '5'])
  })
})

describe('an application with a secret', () => {
  it('has a budget of its own, whatever its address has used', async () => {
    const party = await registerParty(test)
    const remoteAddress = '198.51.100.41'
    const introspect = (authorization: string) =>
      ask(ofAddresses, {
        method: 'POST',
        url: '/api/oidc/introspection',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'token=none',
        remoteAddress,
      })
    const keys = () => ask(ofAddresses, { method: 'GET', url: '/api/oidc/jwks', remoteAddress })
    expect(await times(12, keys)).toEqual(new Set([200]))
    expect([await keys(), await introspect(basicOf({ ...party, secret: 'wrong' }))]).toEqual([
      429, 429,
    ])
    expect(await times(6, () => introspect(basicOf(party)))).toEqual(new Set([200]))
    expect(await introspect(basicOf(party))).toBe(429)
  })
})

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
