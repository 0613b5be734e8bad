import { type Endpoint, needsOf } from '@signet/contract/kit/endpoint'
import { noContent } from '@signet/contract/kit/schemas'
import { type CallerType, programTypes } from '@signet/rules/applications'
import type { Need, Permissions } from '@signet/rules/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin, buildUser, everyPermission, signInAs } from '../../testing/builders.ts'
import { type Answer, createCall, pathOf } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import { createGate } from '../app/open-endpoints.ts'
import { authorize } from '../kit/authorize.ts'
import type { Actor } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import type { Route } from '../kit/routes.ts'
import { declarationReads } from './sweep/declaration-reads.ts'
import { type Mounted, mountedApp } from './sweep/mounted.ts'
import { createProbes, type Probe } from './sweep/probes.ts'
import { label, shapeOf, shapeProperties } from './sweep/shapes.ts'

/*
 * What lets a test of one route speak for all routes of its shape: every route is mounted by the one
 * pipeline, and the pipeline decides by nothing but the shape of the declaration.
 */

const probes = createProbes()
let test: TestApp
let mounted: Mounted
beforeAll(async () => {
  test = await startTestApp()
  mounted = await mountedApp(test.platform, { extraRoutes: probes.all.map(({ route }) => route) })
})
afterAll(async () => {
  await mounted.app.close()
  await test.close()
})

const guarded = allRoutes.filter(({ endpoint }) => endpoint.actor !== 'public')

/** They find a route, and let its answer out or hold it back; nothing is decided by them. */
const undecisive = ['method', 'path', 'answer', 'location']

const declared: Endpoint = {
  method: 'POST',
  path: '/api/web/v1/gadgets/:id',
  actor: 'admin',
  needs: ['GROUPS', 'EDIT'],
  params: z.object({ id: z.string() }),
  answer: noContent,
  errors: [],
  audit: null,
  limit: 'change',
  summary: 'Change a gadget',
}

/** For each property of a shape, another value than `declared` has. */
const otherValues: Readonly<Record<string, object>> = {
  actor: { actor: 'provider' },
  needs: { needs: undefined },
  orNeeds: { orNeeds: [['GROUPS', 'ADD']] },
  alsoFor: { alsoFor: ['VOICE'] },
  forSupport: { forSupport: true },
  whileDue: { whileDue: true },
  whileLocked: { whileLocked: true },
  tab: { tab: 'DEVICES' },
  limit: { limit: 'read' },
  sensitive: { sensitive: true },
  consumes: { consumes: 'text/plain' },
  params: { params: undefined },
  query: { query: z.object({}) },
  body: { body: z.object({}) },
  produces: { produces: 'text/csv' },
  reveals: { reveals: ['gridContents'] },
  errors: { errors: ['invalid_user_response_locked'] },
}

const routeWith = (other: object): Route => ({
  name: 'changeGadget',
  endpoint: { ...declared, ...other },
  handle: () => undefined,
})

describe('the declarations of all routes', () => {
  it('each have the shape of one probe', () => {
    const shapes = new Set(allRoutes.map(shapeOf))
    expect(probes.all.map(({ shape }) => shape).toSorted()).toEqual([...shapes].toSorted())
  })

  it('differ in shape wherever they differ in one of the properties that make it up', () => {
    expect(Object.keys(otherValues)).toEqual(shapeProperties)
    const alike = Object.entries(otherValues).filter(
      ([, other]) => shapeOf(routeWith(other)) === shapeOf(routeWith({})),
    )
    expect(alike.map(([property]) => property)).toEqual([])
  })

  it('decide about a request by what makes up their shape, as the code reads them', () => {
    const { properties, hidden } = declarationReads()
    const known = [...shapeProperties, ...undecisive]
    expect([...properties].filter((name) => !known.includes(name))).toEqual([])
    expect(hidden).toEqual([])
    const throughNeedsOf = ['needs', 'orNeeds']
    const unread = known.filter((name) => !properties.has(name) && !throughNeedsOf.includes(name))
    expect(unread).toEqual([])
  })
})

/** What the service answers beside its API: neither is reached with a session token. */
const besides: Readonly<Record<string, string>> = {
  '/health/': 'of the operator’s probes',
  '/dev/outbox': 'the mails of a development server',
  '/.well-known/': 'metadata, open to all',
  '/help/': 'documents, open to all',
  '/documentation/': 'documents, open to all',
  '/mail-frame': 'an empty frame',
  '/oauth/callback/emailserver': 'leads back to the console',
  '/api/oidc': 'OpenID Connect, which authenticates clients',
  '/api/saml': 'SAML, which verifies signatures',
  '/wallet/v1/': 'the passes’ web service, with a token of each pass',
  '/authenticator': 'the pages of the app',
  '/service-worker.js': 'the pages of the console',
  '/assets/': 'files of the pages',
}
/** Pages that load the console or the sign-in. */
const pages =
  /^\/(?:$|oidc\/|usercodestatus$|idp\/complete|saml\/(?:re)?authentication$|saml\/denied$|reset|setup\/|magiclink\/|pass\/|signup|identity\/user\/useronboard$)/

describe('every route', () => {
  const mountedAs = ({ method, url }: Mounted['routes'][number]): string => `${method} ${url}`

  it('is mounted by the pipeline, and nothing else is but what is known', () => {
    const own = new Set(allRoutes.map(label))
    const seen = mounted.routes.filter((route) => own.has(mountedAs(route)))
    expect(seen.map(mountedAs).toSorted()).toEqual([...own].toSorted())
    const others = mounted.routes
      .filter((route) => route.method !== 'HEAD' && !own.has(mountedAs(route)))
      .filter(({ url }) => !url.startsWith('/api/web/v1/probes/') && !pages.test(url))
      .filter(({ url }) => !Object.keys(besides).some((prefix) => url.startsWith(prefix)))
    expect(others.map(mountedAs)).toEqual([])
  })

  it('has the pipeline’s handler', () => {
    const [probe] = mounted.routes.filter(({ url }) => url.startsWith('/api/web/v1/probes/'))
    const own = mounted.routes.filter(({ url }) => url.startsWith('/api/web/'))
    const others = own.filter(({ handler }) => String(handler) !== String(probe?.handler))
    expect(own.length).toBeGreaterThan(allRoutes.length)
    expect(others.map(mountedAs)).toEqual([])
  })
})

const rights = (needs: readonly Need[]) => {
  const permissions: Permissions = Object.fromEntries(
    [...Map.groupBy(needs, ([entity]) => entity)].map(([entity, group]) => [
      entity,
      group.map(([, action]) => action),
    ]),
  )
  return { permissions, superAdministrator: false, groupScope: 'ALL', roleIds: [] } as const
}

const userWith = (...needs: readonly Need[]): Actor => ({
  kind: 'user',
  id: 'x',
  name: 'x',
  sessionId: 'x',
  stepUpExpiresAt: null,
  authenticatedAt: new Date(),
  ...rights(needs),
})

const program = (applicationType: CallerType): Actor => ({
  kind: 'application',
  applicationType,
  id: 'x',
  name: 'x',
  sessionId: 'x',
  ...rights([]),
})

const outcome = (decide: () => void): string => {
  try {
    decide()
    return 'allowed'
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

/** How `authorize` answers these routes, each outcome once. */
const outcomes = (routes: readonly Route[], ...actors: ((route: Route) => Actor)[]): string[] => {
  const each = routes.flatMap((route) =>
    actors.map((actorFor) => outcome(() => authorize(route.endpoint, actorFor(route)))),
  )
  return [...new Set(each)]
}

// Guards: `authorize` and `createGate`, asked about every route as the pipeline asks them.
describe('the declaration of every route', () => {
  const withNeeds = allRoutes.filter(({ endpoint }) => endpoint.needs !== undefined)
  const ofUsers = allRoutes.filter(({ endpoint }) => endpoint.actor === 'user')

  it('keeps out callers without a session', () => {
    expect(outcomes(guarded, () => ({ kind: 'anonymous' }))).toEqual(['invalid_web_session'])
  })

  it('keeps out users with every permission but its own', () => {
    const allButItsOwn = ({ endpoint }: Route): Actor => {
      const needs = needsOf(endpoint).map(String)
      return userWith(...everyPermission.filter((need) => !needs.includes(String(need))))
    }
    expect(outcomes(withNeeds, () => userWith(), allButItsOwn)).toEqual(['access_denied'])
  })

  it('lets in users with one of its permissions, and any user to self-service', () => {
    const each = withNeeds.flatMap(({ endpoint }) =>
      needsOf(endpoint).map((need) => outcome(() => authorize(endpoint, userWith(need)))),
    )
    expect([...new Set(each)]).toEqual(['allowed'])
    expect(outcomes(ofUsers, () => userWith())).toEqual(['allowed'])
  })

  it('lets in programs of the kinds it names, and no other', () => {
    const kinds: readonly CallerType[] = [...programTypes, 'VOICE']
    for (const kind of kinds) {
      const open = guarded.filter(({ endpoint }) => endpoint.alsoFor?.includes(kind))
      const closed = guarded.filter((route) => !open.includes(route))
      expect(
        outcomes(closed, () => program(kind)),
        kind,
      ).toEqual(['access_denied'])
      if (open.length > 0)
        expect(
          outcomes(open, () => program(kind)),
          kind,
        ).toEqual(['allowed'])
    }
  })

  it('keeps out users who have something to settle first, unless it settles it', () => {
    const gate = createGate(test.platform)
    const pairs = guarded.map(({ endpoint }) => [
      outcome(() => gate(endpoint, test.tenant, true)),
      endpoint.whileDue === true ? 'allowed' : 'setup_required',
    ])
    expect(pairs.filter(([actual, expected]) => actual !== expected)).toEqual([])
  })
})

/*
 * Guard: the order of the steps in `mount`. Each probe has a declaration of the product and, instead
 * of a service, a note that it was reached.
 */
describe('the service behind a declaration of each shape', () => {
  const shaped = probes.all.map((probe) => [probe.like, probe] as const)
  const closed = shaped.filter(([, { route }]) => route.endpoint.actor !== 'public')
  const withNeeds = shaped.filter(([, { route }]) => route.endpoint.needs !== undefined)
  const sensitive = shaped.filter(([, { route }]) => route.endpoint.sensitive === true)
  const withBody = shaped.filter(([, { route }]) => route.endpoint.body !== undefined)
  let plain: string
  let administrator: string
  /** An administrator's, who signed in an hour ago. */
  let stale: string
  beforeAll(async () => {
    plain = await signInAs(test.ctx, await buildUser(test.ctx))
    administrator = (await buildAdmin(test.ctx)).token
    const earlier = await buildAdmin(test.ctx)
    stale = earlier.token
    await test.ctx.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(test.clock.now().getTime() - 3_600_000) })
      .where('user_id', '=', earlier.id)
      .execute()
  })

  const host = (): string => new URL(test.tenant.publicUrl).host

  const call = ({ route, params, body }: Probe, as?: string): Promise<Answer> =>
    createCall(mounted.app, host())(route.endpoint, {
      params,
      body,
      ...(as === undefined ? {} : { as }),
    })

  const send = async ({ route, params }: Probe, type: string, payload: string): Promise<number> => {
    const answer = await mounted.app.inject({
      method: route.endpoint.method,
      url: pathOf(route.endpoint, params),
      headers: {
        host: host(),
        'content-type': type,
        ...(route.endpoint.actor === 'public' ? {} : { authorization: `Bearer ${administrator}` }),
      },
      payload,
    })
    return answer.statusCode
  }

  it.each(shaped)('is reached by an administrator: %s', async (_like, probe) => {
    await call(probe, probe.route.endpoint.actor === 'public' ? undefined : administrator)
    expect(probes.wasReached(probe)).toBe(true)
  })

  it.each(closed)('is not reached without a session: %s', async (_like, probe) => {
    expect((await call(probe)).status).toBe(401)
    expect(probes.wasReached(probe)).toBe(false)
  })

  it.each(withNeeds)('is not reached without a permission: %s', async (_like, probe) => {
    expect((await call(probe, plain)).status).toBe(403)
    expect(probes.wasReached(probe)).toBe(false)
  })

  it.each(sensitive)('is not reached without a fresh proof: %s', async (_like, probe) => {
    expect((await call(probe, stale)).body.code).toBe('step_up_required')
    expect(probes.wasReached(probe)).toBe(false)
  })

  it.each(withBody)('is not reached by a body that is none: %s', async (_like, probe) => {
    const { consumes = 'application/json' } = probe.route.endpoint
    expect(await send(probe, consumes, '{"a":"\u0000"}')).toBe(400)
    expect(await send(probe, consumes, `"${'x'.repeat(1_100_000)}"`)).toBe(413)
    expect(await send(probe, 'text/xml', '<a/>')).toBe(415)
    expect(probes.wasReached(probe)).toBe(false)
  })

  it('is chosen by what makes up the shape of its declaration, as the pipeline reads it', () => {
    const known = [...shapeProperties, ...undecisive]
    expect([...probes.read].filter((name) => !known.includes(name))).toEqual([])
    expect(probes.read.size).toBeGreaterThan(10)
  })
})
