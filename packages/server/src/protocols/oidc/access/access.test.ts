import { listAccessDecisions } from '@signet/contract/access/access-decisions'
import { createAcr } from '@signet/contract/access/acrs'
import {
  beginStepUp,
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import {
  createAuthenticationFlow,
  deleteAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import { readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import { createResourceRule, deleteResourceRule } from '@signet/contract/access/resource-rules'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildPerson,
  buildToken,
  goodPassword,
  browserOf as pageOf,
  type SoftToken,
  sessionTokenOf,
} from '../../../../testing/access/people.ts'
import { type Browser, createBrowser } from '../../../../testing/browser.ts'
import { type BuiltUser, buildAdmin } from '../../../../testing/builders.ts'
import {
  basicOf,
  callback,
  type Party,
  registerParty,
  requestOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
let party: Party
let person: BuiltUser
let browser: Browser
/** The library reads the true time: no test may go far from it. */
let gone = 0
const later = (milliseconds: number): void => {
  gone += milliseconds
  test.clock.advance(milliseconds)
}

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  party = await registerParty(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  person = await buildPerson(test.ctx)
  browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
})

const made: string[] = []
const addRule = async (rule: object) => {
  const name = `Rule ${Math.random()}`
  const answer = await test.call(createResourceRule, {
    as,
    body: { name, resourceId: party.rowId, ...rule },
  })
  expect(answer.status, answer.text).toBe(200)
  made.push(String(answer.body.id))
  return answer
}
afterEach(async () => {
  test.clock.advance(-gone)
  gone = 0
  for (const id of made.splice(0)) {
    const answer = await test.call(deleteResourceRule, { as, params: { id } })
    if (![204, 404].includes(answer.status)) throw new Error(answer.text)
  }
})

/** Nobody is there: tests come from this machine. */
const elsewhere = {
  type: 'IP',
  points: 10,
  mode: 'ALLOWED',
  addresses: ['203.0.113.0/24'],
  listIds: [],
}

let flows = 0
const addFlow = async (more: object = {}): Promise<string> => {
  flows += 1
  const body = {
    name: `Flow ${flows}`,
    loginType: 'USER_LOGIN',
    firstFactors: ['PASSWORD'],
    secondFactor: 'ALWAYS',
    secondFactors: ['TOKEN'],
    ...more,
  }
  const answer = await test.call(createAuthenticationFlow, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.id)
}

/** What a right code of the token comes to in a sign-in that waits for it. */
const withToken = (page: ReturnType<typeof pageOf>, token: SoftToken) => {
  later(31_000)
  return page.prove('TOKEN', token.code())
}

/** Signs in at the page, as far as it asks; the session's token. */
const signIn = async (token?: SoftToken, uid?: string): Promise<string> => {
  const page = pageOf(test.call)
  const headers = { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') }
  const call: typeof test.call = (endpoint, given) => test.call(endpoint, { headers, ...given })
  const within = uid === undefined ? page : pageOf(call)
  await within.query(person.userId, uid === undefined ? {} : { authToken: uid })
  const first = await within.prove('PASSWORD', goodPassword)
  const asksMore = first.body.authenticationCompleted === false && token !== undefined
  const done = asksMore ? await withToken(within, token) : first
  expect(done.body, done.text).toMatchObject({ authenticationCompleted: true })
  const cookie = String([done.headers['set-cookie']].flat()[0])
  browser.cookies.set('signet', /^signet=([^;]+)/.exec(cookie)?.[1] ?? '')
  return sessionTokenOf(done.body)
}

const ask = async (change: Record<string, string> = {}) => {
  const answer = await browser.visit(`/api/oidc/authorize?${requestOf(party, change)}`)
  return new URL(String(answer.headers.location), test.tenant.publicUrl)
}
const resume = async (uid: string | null) => {
  const answer = await browser.visit(`/api/oidc/authorize/${uid}`)
  return new URL(String(answer.headers.location), test.tenant.publicUrl)
}
const uidOf = (page: URL): string => page.searchParams.get('uid') ?? ''

const cookies = () => ({
  cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})
const interactionOf = async (uid: string) =>
  (await test.call(readOidcInteraction, { body: { uid }, headers: cookies() })).body

/** Proves a token in the session that is open, for the request that waits. */
const stepUp = async (session: string, uid: string, token: SoftToken) => {
  const begun = await test.call(beginStepUp, {
    as: session,
    body: { interaction: uid },
    headers: cookies(),
  })
  expect(begun.status, begun.text).toBe(200)
  const { authToken } = begun.body
  const params = { authenticator: 'TOKEN' }
  later(31_000)
  await test.call(challengeAuthenticator, { params, body: { authToken } })
  const body = { authToken, response: token.code() }
  const done = await test.call(completeAuthentication, { as: session, params, body })
  expect(done.status, done.text).toBe(200)
  return { begun, done }
}

const acrOf = async (back: URL): Promise<unknown> => {
  const answer = await browser.visit('/api/oidc/token', {
    method: 'POST',
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    },
    headers: { authorization: basicOf(party) },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return decodeJwt(String(answer.json().id_token)).acr
}

const decisions = async (): Promise<Record<string, unknown>[]> => {
  const answer = await test.call(listAccessDecisions, { as, params: { userid: person.id } })
  expect(answer.status, answer.text).toBe(200)
  return JSON.parse(answer.text)
}
const ofParty = async () =>
  (await decisions()).filter(({ resourceId }) => resourceId === party.rowId)

const essential = (...values: string[]) => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }),
})

describe('an application without rules', () => {
  it('is opened by any session, and nothing is decided', async () => {
    await signIn()
    expect((await ask()).searchParams.get('code')).not.toBeNull()
    expect(await ofParty()).toEqual([])
  })
})

describe('a rule of an application', () => {
  it('that denies closes it to a session that is open, which reads why before the application does', async () => {
    await addRule({ factors: [elsewhere] })
    await signIn()
    const page = await ask({ state: 'mine' })
    expect(page.pathname).toBe('/oidc/denied')
    const uid = uidOf(page)
    const { denied } = await interactionOf(uid)
    const [decision] = await ofParty()
    expect(decision).toMatchObject({ outcome: 'DENY', level: 'HIGH', reproduced: true })
    expect(denied).toMatchObject({ decision: decision?.id })
    const answer = await browser.visit(`/api/oidc/authorize/${uid}?denied`)
    const back = new URL(String(answer.headers.location))
    expect(`${back.origin}${back.pathname}`).toBe(callback)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'mine',
      iss: `${test.tenant.publicUrl}/api/oidc`,
    })
  })

  it('cannot be gone round by resuming again', { meta: { covers: ['S3'] } }, async () => {
    await addRule({ factors: [elsewhere] })
    await signIn()
    const page = await ask()
    expect((await resume(uidOf(page))).pathname).toBe('/oidc/denied')
  })

  it('closes it to whoever signs in for it, by the short way too', {
    meta: { covers: ['S3'] },
  }, async () => {
    await addRule({ factors: [elsewhere] })
    const page = await ask()
    expect(page.pathname).toBe('/oidc/authentication')
    await signIn(undefined, uidOf(page))
    expect((await resume(uidOf(page))).pathname).toBe('/oidc/denied')
  })

  it('holds at once in a session that has opened the application before', {
    meta: { covers: ['S3'] },
  }, async () => {
    await signIn()
    expect((await ask()).searchParams.get('code')).not.toBeNull()
    await addRule({ factors: [elsewhere] })
    expect((await ask()).pathname).toBe('/oidc/denied')
  })

  it('asks for a second factor in the open session, and lets in once it is proven', async () => {
    await addRule({ factors: [elsewhere], highRisk: 'STEP_UP' })
    await signIn()
    const token = await buildToken(test.ctx, person.id)
    // The session was opened by a password alone, before there was a token.
    const session = await signInAgainWithout(token)
    const page = await ask()
    expect(page.pathname).toBe('/oidc/authentication')
    const uid = uidOf(page)
    expect(await interactionOf(uid)).toMatchObject({ stepUp: true, denied: null })
    expect((await resume(uid)).pathname).toBe('/oidc/authentication')
    const again = await ask()
    const { begun, done } = await stepUp(session, uidOf(again), token)
    expect(begun.body.authenticators).toMatchObject([{ type: 'TOKEN' }])
    expect(done.body.redirect).toBe(`/api/oidc/authorize/${uidOf(again)}`)
    expect((await resume(uidOf(again))).searchParams.get('code')).not.toBeNull()
    expect((await ofParty()).map(({ outcome }) => outcome)).toContain('STEP_UP')
  })

  it('asks again once what was proven is no longer new', async () => {
    await addRule({ factors: [elsewhere], highRisk: 'STEP_UP' })
    const token = await buildToken(test.ctx, person.id)
    await signIn(token)
    expect((await ask()).searchParams.get('code')).not.toBeNull()
    later(11 * 60_000)
    expect((await ask()).pathname).toBe('/oidc/authentication')
  })

  it('denies a step-up to whoever has nothing to prove', async () => {
    await addRule({ factors: [elsewhere], highRisk: 'STEP_UP' })
    await signIn()
    expect((await ask()).pathname).toBe('/oidc/denied')
  })

  it('names a flow that a session has to have walked', async () => {
    const token = await buildToken(test.ctx, person.id)
    const flow = await addFlow()
    await addRule({ lowFlowId: flow })
    const session = await signInAgainWithout(token)
    const page = await ask()
    expect(await interactionOf(uidOf(page))).toMatchObject({ stepUp: true })
    await stepUp(session, uidOf(page), token)
    expect((await resume(uidOf(page))).searchParams.get('code')).not.toBeNull()
    expect(await ofParty()).toMatchObject([
      { outcome: 'ALLOW', flow: expect.stringMatching(/^Flow/) },
      { outcome: 'STEP_UP' },
    ])
  })

  it('has those who sign in for it walk its flow at once', async () => {
    const token = await buildToken(test.ctx, person.id)
    await addRule({ lowFlowId: await addFlow() })
    const page = await ask()
    await signIn(token, uidOf(page))
    expect((await resume(uidOf(page))).searchParams.get('code')).not.toBeNull()
  })

  it('tells an application that asks in silence that something is to be done', async () => {
    await addRule({ factors: [elsewhere], highRisk: 'STEP_UP' })
    const token = await buildToken(test.ctx, person.id)
    await signInAgainWithout(token)
    const back = await ask({ prompt: 'none' })
    expect(back.searchParams.get('error')).toBe('interaction_required')
  })

  it('tells an application that asks in silence that it is closed', async () => {
    await addRule({ factors: [elsewhere] })
    await signIn()
    const back = await ask({ prompt: 'none' })
    expect(back.searchParams.get('error')).toBe('access_denied')
  })

  it('says nothing of another application', async () => {
    await addRule({ factors: [elsewhere] })
    const other = await registerParty(test)
    await signIn()
    const answer = await browser.visit(`/api/oidc/authorize?${requestOf(other)}`)
    expect(String(answer.headers.location)).toContain(`${callback}?code=`)
  })

  it('is refused for an application or a flow that is not there', async () => {
    const nowhere = '019aa6b4-0000-7000-8000-00000000dead'
    const body = { name: 'Nowhere', resourceId: nowhere }
    const answer = await test.call(createResourceRule, { as, body })
    expect(answer.body.fields).toMatchObject([{ path: 'body.resourceId' }])
    const other = { name: 'Nowhere', resourceId: party.rowId, lowFlowId: nowhere }
    const flowless = await test.call(createResourceRule, { as, body: other })
    expect(flowless.body.fields).toMatchObject([{ path: 'body.lowFlowId' }])
  })

  it('keeps the flow that it names', async () => {
    const id = await addFlow()
    await addRule({ lowFlowId: id })
    const answer = await test.call(deleteAuthenticationFlow, { as, params: { id } })
    expect(answer.body.errorCode).toBe('used_by_rule')
  })
})

/** A session that stands on a password alone, of somebody who holds a token. */
const signInAgainWithout = async (token: SoftToken): Promise<string> => {
  const set = (state: 'ACTIVE' | 'INACTIVE') =>
    test.ctx.db
      .updateTable('tokens')
      .set({ state })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', token.id)
      .execute()
  await set('INACTIVE')
  const session = await signIn()
  await set('ACTIVE')
  return session
}

describe('a context class', () => {
  const acr = async (): Promise<string> => {
    const name = `urn:example:${Math.random()}`
    const answer = await test.call(createAcr, { as, body: { name, description: null } })
    await addFlow({ acrIds: [answer.body.id] })
    return name
  }

  it('that was asked for and reached stands in the token and in the decision', async () => {
    const token = await buildToken(test.ctx, person.id)
    const name = await acr()
    await signIn(token)
    const back = await ask({ acr_values: `urn:example:unknown ${name}` })
    expect(await acrOf(back)).toBe(name)
    expect(await ofParty()).toMatchObject([
      { outcome: 'ALLOW', reachedAcr: name, askedAcrs: ['urn:example:unknown', name] },
    ])
  })

  it('is reached by proving what is left of its flow', async () => {
    const token = await buildToken(test.ctx, person.id)
    const name = await acr()
    const session = await signInAgainWithout(token)
    const page = await ask({ acr_values: name })
    expect(await interactionOf(uidOf(page))).toMatchObject({ stepUp: true })
    await stepUp(session, uidOf(page), token)
    expect(await acrOf(await resume(uidOf(page)))).toBe(name)
  })

  it('that is out of reach is done without where it is not essential', async () => {
    const name = await acr()
    await signIn()
    expect(await acrOf(await ask({ acr_values: name }))).toBe('aal1')
  })

  it('that is essential and out of this person’s reach is an error of its own', async () => {
    const name = await acr()
    await signIn()
    const back = await ask({ ...essential(name), state: 'mine' })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'unmet_authentication_requirements',
      state: 'mine',
    })
    expect(await ofParty()).toMatchObject([{ outcome: 'DENY', askedAcrs: [name] }])
  })

  it('that is essential and nobody’s is refused before anybody signs in', async () => {
    const back = await ask(essential('urn:example:nobody'))
    expect(back.searchParams.get('error')).toBe('unmet_authentication_requirements')
  })

  it('aal2 is reached by an independent second factor alone', async () => {
    const token = await buildToken(test.ctx, person.id)
    const session = await signInAgainWithout(token)
    const page = await ask(essential('aal2'))
    expect(page.pathname).toBe('/oidc/authentication')
    await stepUp(session, uidOf(page), token)
    expect(await acrOf(await resume(uidOf(page)))).toBe('aal2')
  })

  it('stays essential whatever acr_values say beside it', async () => {
    const name = await acr()
    await signIn()
    const back = await ask({ ...essential(name), acr_values: 'aal1' })
    expect(back.searchParams.get('error')).toBe('unmet_authentication_requirements')
  })
})

describe('a step-up for an application', () => {
  it('is for the session that the request came with, and for no other', {
    meta: { covers: ['S3'] },
  }, async () => {
    await addRule({ factors: [elsewhere], highRisk: 'STEP_UP' })
    const token = await buildToken(test.ctx, person.id)
    await signInAgainWithout(token)
    const uid = uidOf(await ask())
    const headers = cookies()
    const stranger = await buildAdmin(test.ctx)
    const body = { interaction: uid }
    const answer = await test.call(beginStepUp, { as: stranger.token, body, headers })
    expect(answer.body.errorCode).toBe('no_transaction')
  })

  it('begins for no request that asks for something else', async () => {
    const uid = uidOf(await ask())
    const session = await signIn()
    const body = { interaction: uid }
    const answer = await test.call(beginStepUp, { as: session, body, headers: cookies() })
    expect(answer.body.errorCode).toBe('no_transaction')
  })
})
