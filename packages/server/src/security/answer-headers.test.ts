import { createHash } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Guards: the headers that `app.ts`, `app/pages.ts`, `kit/pipeline.ts` and
 * `protocols/oidc/answer-headers.ts` set. Row 32 of the list of attacks.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

interface Asking {
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

const stranger = 'https://elsewhere.example.test'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const ask = (url: string, { method = 'GET', headers = {}, payload }: Asking = {}) =>
  test.app.inject({
    method,
    url,
    headers: { host: new URL(test.tenant.publicUrl).host, origin: stranger, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

/** One of each kind of answer: what is asked, and the status that shows that kind. */
type Kind = [kind: string, status: number, url: string, how?: Asking]
const kinds: readonly Kind[] = [
  ['a call answered', 200, '/api/web/v1/subscribers/get'],
  ['a call without a session', 401, '/api/web/v1/self/sessions'],
  ['a call with a fault', 400, '/api/web/v1/setup/query', { method: 'POST' }],
  ['a malformed token', 401, '/api/web/v1/self/sessions', { headers: { authorization: '?' } }],
  [
    'another content type',
    415,
    '/api/web/v1/setup/query',
    { method: 'POST', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
  ],
  ['an unknown path', 404, '/nowhere'],
  ['an address that cannot be decoded', 400, '/%c0%ae'],
  ['an unknown host', 404, '/', { headers: { host: 'elsewhere.example.test' } }],
  ['the console', 200, '/'],
  ['the sign-in page', 200, '/oidc/authentication'],
  ['a folder of files', 404, '/assets/console/'],
  ['the API page', 200, '/help/developer/apis/administration/openapi/'],
  ['a page of the help guide', 200, '/documentation/help/en/start'],
  ['an OpenAPI document', 200, '/help/developer/apis/issuance/openapi/openapi.json'],
  ['health', 200, '/health/live'],
  ['OIDC metadata', 200, '/api/oidc/.well-known/openid-configuration'],
  ['an OIDC redirect', 302, '/api/oidc/authorize'],
  ['the OIDC error page', 303, '/api/oidc/errors?error=x'],
  ['an OIDC fault', 400, '/api/oidc/token', { method: 'POST', headers: form, payload: 'a=b' }],
  ['an OIDC call without a token', 401, '/api/oidc/userinfo'],
  ['the OIDC sign-out page', 200, '/api/oidc/endsession'],
  ['an unknown OIDC path', 404, '/api/oidc/nowhere'],
  ['a preflight', 405, '/api/web/v1/self/sessions', { method: 'OPTIONS' }],
]

describe('every kind of answer', () => {
  it.each(kinds)(
    '%s (%i) is not sniffed and names no software',
    { meta: { covers: ['transport.authorization-openid'] } },
    async (_kind, status, url, how) => {
      const answer = await ask(url, how)
      expect(answer.statusCode, answer.body).toBe(status)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      for (const name of ['server', 'x-powered-by']) expect(answer.headers).not.toHaveProperty(name)
    },
  )

  it.each<Kind>(kinds.filter(([kind]) => kind !== 'OIDC metadata'))(
    '%s lets no page of another origin read it',
    { meta: { covers: ['S32'] } },
    async (_kind, _status, url, how) => {
      const answer = await ask(url, how)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  it.each<Kind>(
    kinds.filter(([, , url]) => url.startsWith('/api/web/') || url.includes('nowhere')),
  )('%s is kept in no cache', async (kind, _status, url, how) => {
    if (kind === 'an unknown OIDC path') return
    expect((await ask(url, how)).headers['cache-control']).toBe('no-store')
  })
})

const directives = (policy: unknown): Map<string, string> =>
  new Map(
    String(policy)
      .split(';')
      .map((each) => each.trim().split(/ (.*)/s))
      .map(([name = '', value = '']) => [name, value]),
  )

describe('every page', () => {
  it('runs no script but its own, is framed by nobody and has no other base', {
    meta: { covers: ['S28'] },
  }, async () => {
    let pages = 0
    for (const [kind, , url, how] of kinds) {
      const answer = await ask(url, how)
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue
      pages += 1
      const policy = directives(answer.headers['content-security-policy'])
      expect(policy.get('default-src'), kind).toBe("'none'")
      expect(policy.get('base-uri'), kind).toBe("'none'")
      expect(policy.get('frame-ancestors'), kind).toBe("'none'")
      for (const name of ['script-src', 'style-src', 'default-src']) {
        expect(policy.get(name) ?? '', kind).not.toMatch(/unsafe|\*|https?:|data:/)
      }
    }
    expect(pages).toBeGreaterThanOrEqual(5)
  })

  it('shows mails in a frame of no origin, where nothing else runs or leaves', {
    meta: { covers: ['S28'] },
  }, async () => {
    const { headers, body } = await ask('/mail-frame')
    const policy = directives(headers['content-security-policy'])
    expect(policy.get('sandbox')).toBe('allow-scripts')
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'self'")
    expect(policy.get('form-action')).toBe("'none'")
    const script = /<script>(.*)<\/script>/s.exec(body)?.[1] ?? ''
    const digest = createHash('sha256').update(script).digest('base64')
    expect(policy.get('script-src')).toBe(`'sha256-${digest}'`)
    const elsewhere = await ask('/mail-frame', { headers: { host: 'elsewhere.example.test' } })
    expect(elsewhere.statusCode).toBe(404)
  })

  it('leads back from a mail server’s provider to the console and nowhere else', async () => {
    const given = new URLSearchParams({ state: '//evil.example', code: 'a#b', next: 'https://x' })
    const { statusCode, headers } = await ask(`/oauth/callback/emailserver?${given}`)
    expect(statusCode).toBe(302)
    const location = String(headers.location)
    expect(location).toBe('/#/settings/email?state=%2F%2Fevil.example&code=a%23b')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('gives each answer a nonce of its own', async () => {
    const nonces = [await ask('/'), await ask('/')].map(
      ({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1],
    )
    expect(new Set(nonces).size).toBe(2)
    expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16)
  })

  it('loads nothing from elsewhere', { meta: { covers: ['transport.same-origin'] } }, async () => {
    for (const [kind, , url, how] of kinds) {
      const answer = await ask(url, how)
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue
      expect(answer.body, kind).not.toMatch(/(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?\/\//i)
    }
  })
})

const ownOrigin = 'https://spa.example.test'

describe('cross-origin reading', () => {
  beforeAll(async () => {
    const { token } = await buildAdmin(test.ctx)
    await test.call(createOidcApplication, {
      as: token,
      body: {
        name: 'Single page',
        applicationType: 'OIDC_SPA',
        redirectUris: [`${ownOrigin}/cb`],
      },
    })
  })

  const preflight = (origin: string) =>
    ask('/api/oidc/token', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  it('of tokens is open to an origin that an application registered', async () => {
    expect((await preflight(ownOrigin)).headers['access-control-allow-origin']).toBe(ownOrigin)
    const refused = await ask('/api/oidc/userinfo', { headers: { origin: ownOrigin } })
    expect(refused.headers['access-control-allow-origin']).toBe(ownOrigin)
  })

  it.each([
    stranger,
    'null',
    'http://spa.example.test',
    `${ownOrigin}.evil.test`,
    `${ownOrigin}:8443`,
    'https://evil-spa.example.test',
  ])('of tokens is closed to %s', { meta: { covers: ['S32'] } }, async (origin) => {
    const answers = [
      await preflight(origin),
      await ask('/api/oidc/userinfo', { headers: { origin } }),
      await ask('/api/oidc/token', {
        method: 'POST',
        headers: { ...form, origin },
        payload: 'grant_type=client_credentials',
      }),
    ]
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('of metadata and keys is open to all, without naming anyone', async () => {
    for (const path of ['.well-known/openid-configuration', 'jwks']) {
      const { headers } = await ask(`/api/oidc/${path}`)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })
})

describe('the outbox of a development server', () => {
  it('opens under the name of a tenant only', { meta: { covers: ['S32'] } }, async () => {
    expect((await ask('/dev/outbox')).statusCode).toBe(200)
    const rebound = await ask('/dev/outbox', { headers: { host: 'elsewhere.example.test:8080' } })
    expect(rebound.statusCode).toBe(404)
  })
})
