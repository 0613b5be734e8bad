import { createHash, randomBytes } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import { type Browser, createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../testing/test-platform.ts'
import { createApp } from '../../../app.ts'
import { startSession } from '../../../modules/tenancy/sessions/index.ts'
import { readInteraction } from '../access/interactions.ts'

const redirectUri = 'https://app.example.test/callback?kept=1'
const verifier = randomBytes(32).toString('base64url')

let test: TestApp
let watch: Watched
let app: Awaited<ReturnType<typeof createApp>>
let client: Client
let user: BuiltUser
let browser: Browser
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  watch = watched(test.testDatabase.database)
  const { platform } = await createTestPlatform(watch.database)
  app = await createApp({ ...platform, clock: test.clock })
  client = await register()
})
afterAll(async () => {
  await app.close()
  await test.close()
})
beforeEach(async () => {
  user = await buildUser(test.ctx)
  browser = newBrowser()
})

const newBrowser = (): Browser => createBrowser(app, new URL(test.tenant.publicUrl).host)

interface Client {
  readonly id: string
  readonly secret: string
}

const register = async (change = {}): Promise<Client> => {
  const { token: as } = await buildAdmin(test.ctx)
  const name = `App ${randomBytes(4).toString('hex')}`
  const body = { name, applicationType: 'OIDC_WEB', redirectUris: [redirectUri], ...change }
  const made = await test.call(createOidcApplication, { as, body })
  const { application, clientSecret } = JSON.parse(made.text)
  return { id: application.clientId, secret: clientSecret }
}

const authorize = (change: Record<string, string> = {}, visitor = browser) =>
  visitor.visit(
    `/api/oidc/authorize?${new URLSearchParams({
      client_id: client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
      state: 'state 1',
      nonce: 'nonce-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    })}`,
  )

type Answer = Awaited<ReturnType<typeof authorize>>

/** The library writes a page to each of its redirects. */
const isShort = ({ body, statusCode }: Answer): boolean => statusCode === 303 && body === ''

const uidOf = ({ headers }: Answer): string =>
  new URL(String(headers.location), test.tenant.publicUrl).searchParams.get('uid') ?? ''

const codeOf = ({ headers }: Answer): string =>
  new URL(String(headers.location)).searchParams.get('code') ?? ''

/** Gives the browser the cookie that a completed sign-in sets; the session's id. */
const signIn = async (): Promise<string> => {
  const { cookie, sessionId } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd'],
      acr: 'aal1',
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  browser.cookies.set('signet', cookie.value ?? '')
  return sessionId
}

/** With a query, which means nothing, it is not ordinary: the library answers. */
const resume = (uid: string, query = '') => browser.visit(`/api/oidc/authorize/${uid}${query}`)

const exchange = async (code: string) => {
  const { id, secret } = client
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier }
  const asked = { ...form, redirect_uri: redirectUri }
  const options = { method: 'POST' as const, form: asked, headers: { authorization } }
  return newBrowser().visit('/api/oidc/token', options)
}

const times = { beganAt: 0, iat: 0, exp: 0, authTime: 0 }
const instance = {
  returnTo: '',
  cid: '',
  jti: '',
  sid: '',
  grantId: '',
  sessionUid: '',
  accountId: '',
}

describe('a request of a browser without a session', () => {
  const interactionOf = async (answer: Answer) => {
    const payload = await readInteraction(test.ctx, uidOf(answer))
    expect(payload?.jti).toMatch(/^[\w-]{43}$/)
    expect(payload?.returnTo).toBe(`${test.tenant.publicUrl}/api/oidc/authorize/${payload?.jti}`)
    const names = ['beganAt', 'browser', 'cid', 'exp', 'iat']
    expect(Object.keys(payload ?? {})).toEqual(expect.arrayContaining(names))
    const lives = Number(payload?.exp) - Number(payload?.iat)
    return { lives, ...payload, ...times, ...instance, browser: '' }
  }

  it('waits as the library would keep it', async () => {
    const short = await authorize()
    const kept = await interactionOf(short)
    expect([...browser.cookies.keys()]).toEqual(['signet-browser'])
    browser = newBrowser()
    const whole = await authorize({ other: 'parameter' })
    expect([isShort(short), isShort(whole)]).toEqual([true, false])
    expect(kept).toEqual(await interactionOf(whole))
    const placeOf = ({ headers }: Answer) => String(headers.location).split('=')[0]
    expect(placeOf(short)).toBe(placeOf(whole))
  })

  it('reads and writes nothing', async () => {
    await whileTimeStands(async () => {
      await authorize()
      const before = { ...watch.work }
      const answers = await Promise.all([1, 2, 3, 4].map(() => authorize({}, newBrowser())))
      expect(answers.every(isShort)).toBe(true)
      // Settings, keys and clients are read once a second, whoever asks.
      expect(watch.work.flushes).toBe(before.flushes)
      expect(watch.work.batches).toBe(before.batches)
    })
  })

  it.each([
    ['a redirect that is not registered', { redirect_uri: 'https://other.example.test/' }],
    ['no code', { response_type: 'token' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['a short challenge', { code_challenge: 'short' }],
    ['an unknown application', { client_id: 'nobody' }],
    ['no scope for sign-in', { scope: 'email', nonce: '' }],
    ['offline access', { scope: 'openid offline_access' }],
    ['a prompt', { prompt: 'consent' }],
    ['an empty state', { state: '' }],
  ])('is the library’s with %s', async (_what, change) => {
    const answer = await authorize(change)
    expect(isShort(answer)).toBe(false)
  })

  it('is the library’s with a scope that the application may not ask for', async () => {
    const { id } = await register({ scopes: ['openid'] })
    expect(isShort(await authorize({ client_id: id }))).toBe(false)
    expect(isShort(await authorize({ client_id: id, scope: 'openid' }))).toBe(true)
  })

  it('is the library’s with a parameter given twice', async () => {
    const query = `client_id=${client.id}&client_id=${client.id}`
    expect((await browser.visit(`/api/oidc/authorize?${query}`)).body).not.toBe('')
  })
})

describe('a request after the sign-in', () => {
  /** All that an answer says and stores, but random values and times. */
  const comparable = async (answer: Answer, sessionId: string) => {
    const db = test.ctx.db
    const code = createHash('sha256').update(codeOf(answer)).digest()
    const {
      id: _id,
      tenant_id: _tenant,
      ...token
    } = await db
      .selectFrom('oidc_tokens')
      .selectAll()
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', code)
      .executeTakeFirstOrThrow()
    const grant = await db
      .selectFrom('oidc_grants')
      .selectAll()
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', token.grant_id ?? '')
      .executeTakeFirstOrThrow()
    const session = await db
      .selectFrom('sessions')
      .select(['oidc', 'revoked_at'])
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    const event = await db
      .selectFrom('audit_events as e')
      .innerJoin('audit_details as d', 'd.event_id', 'e.id')
      .select(['e.action', 'e.outcome', 'e.entity', 'e.entity_id', 'e.actor_kind', 'e.actor_id'])
      .select(['d.actor_name', 'd.entity_name', 'd.search_text'])
      .where('e.tenant_id', '=', test.tenant.id)
      .where('d.tenant_id', '=', test.tenant.id)
      .where('e.action', '=', 'APPLICATION_SIGN_IN')
      .where('e.actor_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const authorization = Object(Object(session.oidc).authorizations)[client.id]
    expect(authorization.grantId).toBe(token.grant_id)
    expect(token.payload.sessionUid).toBe(sessionId)
    expect(token.payload.sid).toBe(authorization.sid)
    expect(grant.session_id).toBe(sessionId)
    const lives = (row: { payload: Record<string, unknown>; expires_at: Date }) => {
      expect(row.expires_at.getTime()).toBe(Number(row.payload.exp) * 1000)
      return Number(row.payload.exp) - Number(row.payload.iat)
    }
    const url = new URL(String(answer.headers.location))
    url.searchParams.set('code', '')
    return {
      url: url.href,
      token: { ...token, user_id: '', grant_id: '', expires_at: 0, payload: 0 },
      codeLives: lives(token),
      code: { ...token.payload, ...times, ...instance },
      codeNames: Object.keys(token.payload).toSorted(),
      grantLives: lives(grant),
      grant: { ...grant.payload, ...times, ...instance },
      clientOfGrant: grant.client_id,
      isGrantOfUser: grant.user_id === user.id,
      session: { ...session, oidc: { ...authorization, sid: '', grantId: '' } },
      event: { ...event, actor_id: '', actor_name: '', search_text: '' },
      isNamed: event.actor_name === user.userId,
    }
  }

  const resumedBy = async (asked: Answer, query: string) => {
    const sessionId = await signIn()
    const answer = await resume(uidOf(asked), query)
    expect(answer.statusCode).toBe(303)
    expect(isShort(answer)).toBe(query === '')
    const all = await comparable(answer, sessionId)
    expect((await exchange(codeOf(answer))).statusCode).toBe(200)
    return all
  }

  it('gets what the library gives and stores, whoever began it', async () => {
    const short = await resumedBy(await authorize(), '')
    const outcomes = [short]
    for (const [began, query] of [
      [{}, '?other=1'],
      [{ other: 'parameter' }, ''],
      [{ other: 'parameter' }, '?other=1'],
    ] as const) {
      user = await buildUser(test.ctx)
      browser = newBrowser()
      outcomes.push(await resumedBy(await authorize(began), query))
    }
    for (const outcome of outcomes) expect(outcome).toEqual(short)
  })

  it('costs one read and one write', async () => {
    await whileTimeStands(async () => {
      const asked = await authorize()
      await signIn()
      await authorize({}, newBrowser())
      const before = { ...watch.work }
      expect(isShort(await resume(uidOf(asked)))).toBe(true)
      expect(watch.work.flushes - before.flushes).toBe(2)
      expect(watch.work.statements - before.statements).toBeLessThanOrEqual(4)
      expect(watch.work.batches - before.batches).toBe(1)
    })
  })

  it('ends the request in the browser, so it resumes once', async () => {
    const asked = await authorize()
    await signIn()
    expect(codeOf(await resume(uidOf(asked)))).not.toBe('')
    const again = await resume(uidOf(asked))
    expect(String(again.headers.location)).not.toContain('code=')
  })

  it('gets nothing in another browser', async () => {
    const asked = await authorize()
    browser = newBrowser()
    await signIn()
    const answer = await resume(uidOf(asked))
    expect(String(answer.headers.location)).not.toContain('code=')
  })

  it('gets nothing without a session, or once that has ended', async () => {
    const asked = await authorize()
    const anonymous = await resume(uidOf(asked))
    expect(String(anonymous.headers.location)).not.toContain('code=')
    browser = newBrowser()
    const next = await authorize()
    const sessionId = await signIn()
    await test.ctx.db
      .updateTable('sessions')
      .set({ revoked_at: test.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', sessionId)
      .execute()
    const ended = await resume(uidOf(next))
    expect(String(ended.headers.location)).not.toContain('code=')
  })

  it('asks for consent where the application wants it', async () => {
    const { id } = await register({ requireConsent: true })
    const asked = await authorize({ client_id: id })
    await signIn()
    const answer = await resume(uidOf(asked))
    expect(String(answer.headers.location)).toContain('/oidc/consent')
  })

  it('asks for a sign-in that is newer than the request', async () => {
    await signIn()
    const cookie = browser.cookies.get('signet') ?? ''
    browser.cookies.delete('signet')
    test.clock.advance(2000)
    const asked = await authorize()
    browser.cookies.set('signet', cookie)
    expect(isShort(await resume(uidOf(asked)))).toBe(false)
  })

  it('gets nothing for who was locked meanwhile', async () => {
    const asked = await authorize()
    await signIn()
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    const answer = await resume(uidOf(asked))
    expect(String(answer.headers.location)).not.toContain('code=')
  })
})
