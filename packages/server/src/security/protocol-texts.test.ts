import { updateClientRegistrationSettings } from '@signet/contract/settings/clientregistration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { type Party, postForm, registerParty, requestOf } from '../../testing/oidc/party.ts'
import { walletPath } from '../modules/issuance/flash-passes/index.ts'
import { type ObservedApp, startObservedApp } from './sweep/observed-app.ts'
import {
  base64url,
  bearersOf,
  formDoors,
  hostile,
  jsonTexts,
  jwtBorne,
  type Parameters,
  pathDoors,
  queryDoors,
} from './sweep/protocol-doors.ts'

/*
 * Guard: `guardForeign`. Every parameter of every endpoint of the protocols, with values that no
 * database and no log can hold: no request without a session is answered by a server error.
 */

let test: ObservedApp
let parties: Readonly<Record<'web' | 'asking' | 'device' | 'service', Party>>
beforeAll(async () => {
  test = await startObservedApp()
  parties = {
    web: await registerParty(test),
    asking: await registerParty(test, { grantTypes: ['ciba', 'refresh_token'], redirectUris: [] }),
    device: await registerParty(test, { applicationType: 'OIDC_DEVICE', redirectUris: [] }),
    service: await registerParty(test, { applicationType: 'OIDC_SERVER', redirectUris: [] }),
  }
  const as = (await buildAdmin(test.ctx)).token
  const body = {
    enabled: true,
    redirectHosts: ['tool.example.com'],
    scopes: ['openid'],
    secrets: { initialAccessToken: 'an-initial-access-token-of-256-bits' },
  }
  const saved = await test.call(updateClientRegistrationSettings, {
    as,
    body: { ...body, grantTypes: ['authorization_code'] },
  })
  if (saved.status !== 200) throw new Error(saved.text)
})
afterAll(() => test.close())

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

/** A SOAP fault is a 500 by SOAP 1.1 over HTTP, and no failure of the service. */
const isServerError = (status: number, type: unknown): boolean =>
  status >= 500 && !String(type).startsWith('text/xml')

/** Sends requests; those that the service failed at, and what it logged as an error. */
const failuresOf = async (requests: readonly Request[]): Promise<string[]> => {
  const host = new URL(test.tenant.publicUrl).host
  const logged = test.logged.length
  const failures: string[] = []
  for (const { headers = {}, ...request } of requests) {
    const answer = await test.app.inject({ ...request, headers: { host, ...headers } })
    if (isServerError(answer.statusCode, answer.headers['content-type'])) {
      failures.push(
        `${answer.statusCode} ${request.url.slice(0, 200)} ${request.payload?.slice(0, 200) ?? ''}`,
      )
    }
  }
  const errors = test.logged.slice(logged).filter((line) => line.includes('"level":"error"'))
  return [...failures, ...errors.map((line) => line.slice(0, 300))]
}

const form = (url: string, payload: string, headers: Request['headers'] = {}): Request => ({
  method: 'POST',
  url,
  payload,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
})

const written = (parameters: Parameters): string =>
  new URLSearchParams({ ...parameters }).toString()

/** The same parameters with one of them replaced by each hostile value, and once more beside it. */
const hostileTexts = (parameters: Parameters, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const { [name]: _replaced, ...rest } = parameters
    const others = written(rest)
    return [
      ...hostile.map((value) => `${others}&${name}=${value}`),
      `${written(parameters)}&${name}=a&${name}=b`,
    ]
  })

/** Names of a client and its secret, for a client that proves itself in the form. */
const named = (party: Party): Parameters => ({
  client_id: party.id,
  ...(party.secret === '' ? {} : { client_secret: party.secret }),
})

describe('a form of a protocol', () => {
  it.each(formDoors)(
    '$path answers every hostile parameter',
    async ({ path, party, base, names }) => {
      const parameters = { ...named(parties[party]), ...base }
      const requests = hostileTexts(parameters, names).map((text) => form(path, text))
      expect(await failuresOf(requests)).toEqual([])
    },
  )

  it.each(formDoors)(
    '$path answers a body of 1 MB and one without a length',
    async ({ path, names }) => {
      const [name = ''] = names
      const long = `${name}=${'x'.repeat(1_000_000)}`
      expect(await failuresOf([form(path, long), form(path, '')])).toEqual([])
    },
  )

  it.each(formDoors)(
    '$path answers hostile credentials and tokens',
    async ({ path, party, base }) => {
      const text = written({ ...base, client_id: parties[party].id })
      const requests = bearersOf().flatMap((headers) => [
        form(path, text, headers),
        form(path, written(base), headers),
      ])
      expect(await failuresOf(requests)).toEqual([])
    },
  )

  it.each(formDoors)(
    '$path answers tokens that hold hostile texts',
    async ({ path, party, base }) => {
      const parameters = { ...base, client_id: parties[party].id }
      const requests = jwtBorne().flatMap((changed) => [
        form(path, written({ ...parameters, ...changed })),
        form(path, written({ ...base, ...changed })),
        form(path, written({ ...named(parties[party]), ...base, ...changed })),
      ])
      expect(await failuresOf(requests)).toEqual([])
    },
  )
})

describe('a query of a protocol', () => {
  it.each(queryDoors)('$path answers every hostile parameter', async ({ path, names }) => {
    const base = path.endsWith('/authorize') ? Object.fromEntries(requestOf(parties.web)) : {}
    const requests = hostileTexts(base, names)
      .filter((text) => text.length < 16_000)
      .map((text) => ({ method: 'GET' as const, url: `${path}?${text}` }))
    expect(await failuresOf(requests)).toEqual([])
    const asPages = requests.map((request) => ({ ...request, headers: { accept: 'text/html' } }))
    expect(await failuresOf(asPages)).toEqual([])
  })

  it('of authorization answers tokens that hold hostile texts', async () => {
    const requests = jwtBorne().map((changed) => ({
      method: 'GET' as const,
      url: `/api/oidc/authorize?${requestOf(parties.web, changed)}`,
    }))
    expect(await failuresOf(requests)).toEqual([])
  })
})

describe('a path of a protocol', () => {
  it.each(pathDoors)('%s %s answers hostile parts', async (method, path) => {
    const values = [...hostile.filter((value) => value.length < 2000), 'x'.repeat(1500)]
    const requests = values.map((value) => ({
      method,
      url: path.replace('*', value),
      headers: {
        'content-type': 'application/json',
        authorization: path.startsWith(walletPath)
          ? 'ApplePass abcdefghijklmnopqrstuvwxyz'
          : 'Bearer an-initial-access-token-of-256-bits',
        cookie: 'signet=%00; signet_ix=%00; signet_ix.sig=%00; signet_rx=%00',
      },
      ...(method === 'GET' ? {} : { payload: '{"pushToken":"00000000000000000000000000000000"}' }),
    }))
    expect(await failuresOf(requests)).toEqual([])
  })
})

describe('the page for user codes', () => {
  it.each(['device', 'DEVICE', 'device/'])('is never the library’s: %s', async (path) => {
    const host = new URL(test.tenant.publicUrl).host
    for (const headers of [{}, { dpop: 'x' }, { origin: 'https://app.example.test' }]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await test.app.inject({
          method,
          url: `/api/oidc/${path}`,
          headers: { host, ...headers },
        })
        expect(answer.headers.location).toBe('/oidc/usercode')
      }
    }
  })
})

describe('the registration of an application', () => {
  it('answers hostile texts in its metadata', async () => {
    const requests = jsonTexts().map((payload) => ({
      method: 'POST' as const,
      url: '/api/oidc/register',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer an-initial-access-token-of-256-bits',
      },
      payload,
    }))
    expect(await failuresOf(requests)).toEqual([])
  })
})

describe('what a protocol cannot take', () => {
  it('is rejected as invalid_request', async () => {
    const names = [
      '/token',
      '/introspection',
      '/revocation',
      '/backchannel',
      '/device_authorization',
      '/par',
    ]
    for (const path of names) {
      for (const [clientId, why] of [
        ['a\u0000', 'control character'],
        ['a\u000b', 'control character'],
      ] as const) {
        const { status, body, headers } = await postForm(test, path, {
          party: parties.web,
          form: { client_id: clientId },
          headers: {},
        })
        expect(status).toBe(400)
        expect(body).toMatchObject({
          error: 'invalid_request',
          error_description: expect.stringContaining(why),
        })
        expect(headers['cache-control']).toContain('no-store')
      }
    }
  })

  it('is rejected where it is given twice', async () => {
    for (const path of [
      '/token',
      '/introspection',
      '/revocation',
      '/device_authorization',
      '/par',
    ]) {
      const answer = await test.app.inject({
        method: 'POST',
        url: `/api/oidc${path}`,
        headers: {
          host: new URL(test.tenant.publicUrl).host,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'client_id=a&client_id=b',
      })
      expect(answer.statusCode).toBe(400)
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' })
    }
  })

  it('leads people to a page', async () => {
    const answer = await test.app.inject({
      url: '/api/oidc/authorize?client_id=%00',
      headers: { host: new URL(test.tenant.publicUrl).host, accept: 'text/html' },
    })
    expect(answer.statusCode).toBe(303)
    expect(String(answer.headers.location)).toContain('error=invalid_request')
  })

  it('leaves a form of many pieces to be read', async () => {
    const filler = `ui_locales=${'x'.repeat(50_000)}`
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/oidc/token',
      headers: {
        host: new URL(test.tenant.publicUrl).host,
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${base64url(`${parties.service.id}:${parties.service.secret}`)}`,
      },
      payload: `grant_type=client_credentials&${filler}`,
    })
    expect(answer.statusCode, answer.body).toBe(200)
  })
})
