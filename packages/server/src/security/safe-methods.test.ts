import { isSafeGet } from '@signet/contract/kit/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf, queryOf } from '../../testing/call.ts'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { digestOf } from './sweep/database-state.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { named } from './sweep/shapes.ts'
import { inBatches, testUnchanged } from './sweep/unchanged.ts'
import { createWorld, type Given, type World } from './sweep/world.ts'

/*
 * Guards: `limitHead` for HEAD, which link scanners send; `audit` and `changesOnGet` of an endpoint
 * say which GETs are not safe (RFC 9110, 9.2.1).
 */

let world: World
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
})
afterAll(() => world.test.close())

const gets = allRoutes.filter(({ endpoint }) => endpoint.method === 'GET')

/** GETs that change something or leave a trace in the audit log, with the reason. */
const unsafe: ReadonlyMap<string, string> = new Map([
  ['completeEmailConnection', 'an authorization code, once, in the session that asked for it'],
  ['answerWeChat', 'the callback of the service, signed'],
  ['readVoiceResponse', 'the callback of a voice provider, once'],
  ['startFidoRegistration', 'a challenge is noted, with a session token'],
  ['startOwnFidoRegistration', 'a challenge is noted, with a session token'],
  ['readPrinterInfo', 'what the printer answers is noted'],
  ['checkPrinterFirmware', 'what the printer answers is noted'],
  ['readFlashPassDownload', 'a link is made, with a session token and a fresh proof'],
  ['exportGrid', 'audited'],
  ['exportOwnGrid', 'audited'],
  ['downloadArchive', 'audited'],
  ['downloadListExport', 'audited'],
  ['exportTenant', 'audited'],
])

let inputs = new Map<Route, Given>()

const send = (route: Route, method: 'GET' | 'HEAD') => {
  const { params, query, as, headers } = inputs.get(route) ?? {}
  return world.test.app.inject({
    method,
    url: `${pathOf(route.endpoint, params)}${queryOf(query)}`,
    headers: {
      host: new URL(world.ctx.tenant.publicUrl).host,
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
  })
}

/** A proof names its method: HEAD beside one for GET is rejected, and the audit log says so. */
const isBound = (route: Route): boolean =>
  Object.keys(inputs.get(route)?.headers ?? {}).some((each) => /dpop|proof/i.test(each))

/** HEAD, and GET where it is safe. */
const askBoth = async (route: Route) => {
  const head = isBound(route) ? null : await send(route, 'HEAD')
  const get = isSafeGet(route.endpoint) ? await send(route, 'GET') : null
  return { head, get }
}

const tries = {
  look: () => digestOf(world.test.testDatabase, world.ctx.tenant.id, ['sessions']),
  prepare: async (routes: readonly Route[]) => {
    inputs = new Map()
    for (const route of routes) inputs.set(route, await rightInput(world, route))
  },
  call: askBoth,
}

describe('GET and HEAD', () => {
  it('change something only where there is a reason', () => {
    const found = gets.filter(({ endpoint }) => !isSafeGet(endpoint)).map(({ name }) => name)
    expect(found.toSorted()).toEqual([...unsafe.keys()].toSorted())
  })

  describe.each(inBatches(gets))('batch %i', (_at, batch) => {
    it.each(named(batch))(
      '%s answers HEAD like GET, or not at all',
      { meta: { covers: ['S32'], endpoints: 1 } },
      async (_name, route) => {
        const { head, get } = await askBoth(route)
        if (head !== null) expect(head.body).toBe('')
        if (get === null) {
          return expect([head?.statusCode, head?.headers.allow]).toEqual([405, 'GET'])
        }
        expect(get.statusCode).toBeLessThan(400)
        if (head !== null) expect(head.statusCode).toBe(get.statusCode)
      },
    )
    testUnchanged(batch, tries)
  })

  it.each(['/api/oidc/authorize?client_id=a', '/api/saml/SAML2/SSO', '/wallet/v1/passes/a/b'])(
    'HEAD opens no door of a protocol: %s',
    async (url) => {
      const host = new URL(world.ctx.tenant.publicUrl).host
      const head = await world.test.app.inject({ method: 'HEAD', url, headers: { host } })
      expect(head.statusCode).toBe(405)
      const known = '/api/oidc/.well-known/openid-configuration'
      const metadata = await world.test.app.inject({
        method: 'HEAD',
        url: known,
        headers: { host },
      })
      expect(metadata.statusCode).toBe(200)
    },
  )
})
