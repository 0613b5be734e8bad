import { errors } from '@signet/contract/errors'
import { needsOf } from '@signet/contract/kit/endpoint'
import {
  entityTypes,
  type Need,
  permissionActions,
  providerEntityTypes,
} from '@signet/rules/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser, signInAs } from '../../testing/builders.ts'
import { pathOf } from '../../testing/call.ts'
import { exampleOf } from '../../testing/example-value.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import { apiOf } from '../app/openapi.ts'
import type { Route } from '../kit/routes.ts'
import { sampled } from './sweep/sample.ts'
import { label, named } from './sweep/shapes.ts'

/*
 * Guards: the steps of the pipeline before a service. `shapes.test.ts` shows that they treat routes
 * of a shape alike: one of each shape is tried here, and a sample of the others.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const guarded = sampled(allRoutes.filter(({ endpoint }) => endpoint.actor !== 'public'))
const withNeeds = sampled(allRoutes.filter(({ endpoint }) => endpoint.needs !== undefined))
const withBody = sampled(allRoutes.filter(({ endpoint }) => endpoint.body !== undefined))

const paramsFor = ({ endpoint }: Route) =>
  endpoint.params === undefined ? {} : exampleOf(endpoint.params)
const bodyFor = ({ endpoint }: Route) =>
  endpoint.body === undefined ? undefined : exampleOf(endpoint.body)

describe('every endpoint', () => {
  it('is mounted once', () => {
    const seen = allRoutes.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`,
    )
    expect(seen.filter((each, index) => seen.indexOf(each) !== index)).toEqual([])
  })

  it('names errors that exist and an API it belongs to', () => {
    for (const { endpoint } of allRoutes) {
      for (const code of endpoint.errors) expect(errors, code).toHaveProperty(code)
      expect(['administration', 'authentication', 'issuance']).toContain(apiOf(endpoint))
    }
  })

  it('is the provider’s where it needs a right of providers, and no other is', () => {
    const ofProviders: readonly string[] = providerEntityTypes
    const wrong = allRoutes.filter(({ endpoint }) => {
      const isAboutProviders = needsOf(endpoint).some(([entity]) => ofProviders.includes(entity))
      return (endpoint.actor === 'provider') !== isAboutProviders
    })
    expect(wrong.map(label)).toEqual([])
  })

  it('declares an audit action unless it changes nothing', () => {
    const silent = allRoutes
      .filter(({ endpoint }) => endpoint.method === 'DELETE' || endpoint.method === 'PUT')
      .filter(({ endpoint }) => endpoint.audit === null)
    expect(silent.map(label)).toEqual([])
  })

  it('is reached by no GET that reveals a secret without a fresh proof', () => {
    const revealing = allRoutes.filter(
      ({ endpoint }) =>
        endpoint.method === 'GET' &&
        endpoint.reveals !== undefined &&
        !endpoint.errors.includes('step_up_required'),
    )
    expect(revealing.map(label)).toEqual([])
  })
})

describe('without a session', () => {
  it.each(named(guarded))(
    '%s answers 401',
    {
      meta: {
        covers: [
          'errors.invalid-web-session',
          'errors.missing-session',
          'transport.authorization-header',
          'S32',
        ],
        endpoints: 1,
      },
    },
    async (_label, route) => {
      const answer = await test.call(route.endpoint, {
        params: paramsFor(route),
        body: bodyFor(route),
      })
      expect(answer.status).toBe(401)
      expect(answer.body.errorCode).toBe('invalid_web_session')
    },
  )
})

/** Everything but the permissions of which an endpoint needs one. */
const allBut = (needs: readonly Need[]): Need[] =>
  entityTypes
    .flatMap((entity) => permissionActions.map((action): Need => [entity, action]))
    .filter(([entity, action]) =>
      needs.every(([needed, asked]) => entity !== needed || (action !== asked && asked !== 'VIEW')),
    )

describe('with all permissions but its own', () => {
  const tokens = new Map<string, Promise<string>>()
  const tokenWithout = (needs: readonly Need[]): Promise<string> => {
    const known =
      tokens.get(needs.join()) ??
      buildAdmin(test.ctx, { permissions: allBut(needs) }).then(({ token }) => token)
    tokens.set(needs.join(), known)
    return known
  }

  it.each(named(withNeeds))(
    '%s answers 403',
    { meta: { covers: ['permissions.endpoint-mapping-open', 'S32'], endpoints: 1 } },
    async (_label, route) => {
      const as = await tokenWithout(needsOf(route.endpoint))
      const answer = await test.call(route.endpoint, {
        params: paramsFor(route),
        body: bodyFor(route),
        as,
      })
      expect(answer.status).toBe(403)
      expect(answer.body.errorCode).toBe('access_denied')
    },
  )
})

describe('a malformed body', () => {
  const malformed = [
    '[1,2',
    '"text"',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
  ]

  it.each(named(withBody))(
    '%s answers 400',
    { meta: { covers: ['transport.json-bodies', 'S27'], endpoints: 1 } },
    async (_label, route) => {
      const { token } = await admin()
      for (const payload of malformed) {
        const answer = await test.app.inject({
          method: route.endpoint.method,
          url: pathOf(route.endpoint, paramsFor(route)),
          headers: {
            host: new URL(test.tenant.publicUrl).host,
            'content-type': route.endpoint.consumes ?? 'application/json',
            ...(route.endpoint.actor === 'public' ? {} : { authorization: `Bearer ${token}` }),
          },
          payload,
        })
        expect(answer.statusCode, payload.slice(0, 20)).toBe(400)
      }
    },
  )

  it('of over 1 MiB is refused before parsing', { meta: { covers: ['S27'] } }, async () => {
    const [route] = withBody
    if (route === undefined) throw new Error('no endpoint takes a body')
    const answer = await test.app.inject({
      method: route.endpoint.method,
      url: pathOf(route.endpoint, paramsFor(route)),
      headers: { host: new URL(test.tenant.publicUrl).host, 'content-type': 'application/json' },
      payload: `"${'x'.repeat(1_100_000)}"`,
    })
    expect(answer.statusCode).toBe(413)
  })

  it('of another content type is refused', {
    meta: { covers: ['transport.json-bodies'] },
  }, async () => {
    const [route] = withBody
    if (route === undefined) throw new Error('no endpoint takes a body')
    const answer = await test.app.inject({
      method: route.endpoint.method,
      url: pathOf(route.endpoint, paramsFor(route)),
      headers: { host: new URL(test.tenant.publicUrl).host, 'content-type': 'text/xml' },
      payload: '<a/>',
    })
    expect(answer.statusCode).toBe(415)
  })
})

let built: ReturnType<typeof buildAdmin> | undefined
const admin = (): ReturnType<typeof buildAdmin> => {
  built ??= buildAdmin(test.ctx)
  return built
}

describe("a plain user's session", () => {
  it('opens no endpoint that needs a permission', {
    meta: { covers: ['permissions.endpoint-mapping-open'] },
  }, async () => {
    const as = await signInAs(test.ctx, await buildUser(test.ctx))
    for (const route of withNeeds) {
      const answer = await test.call(route.endpoint, {
        params: paramsFor(route),
        body: bodyFor(route),
        as,
      })
      expect(answer.status, label(route)).toBe(403)
    }
  })
})

describe('a session of another tenant', () => {
  it('is no session here', { meta: { covers: ['S21'] } }, async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    for (const route of guarded) {
      const answer = await test.call(route.endpoint, {
        params: paramsFor(route),
        body: bodyFor(route),
        as: token,
      })
      expect(answer.status, label(route)).toBe(401)
    }
  })
})
