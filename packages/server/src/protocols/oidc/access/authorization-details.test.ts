import { decideOidcConsent, readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import { createResourceApi, createResourceScope } from '@signet/contract/applications/resource-apis'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import {
  callback,
  type Party,
  postForm,
  registerParty,
  requestOf,
  tokensOf,
  verifier,
  visitorOf,
} from '../../../../testing/oidc/party.ts'
import { metadataOf } from '../../../../testing/oidc/plan.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

const bank = 'https://bank.example.test/'

const payment = {
  type: 'payment',
  actions: ['initiate'],
  instructedAmount: { currency: 'EUR', amount: '123.50' },
  creditorName: 'Merchant <b>A</b>',
}
const account = { type: 'account', identifier: 'DE02', privileges: ['read'] }

let test: TestApp
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  party = await registerParty(test, {
    authorizationDetailsTypes: ['payment', 'account'],
    grantTypes: ['authorization_code', 'refresh_token', 'token_exchange'],
  })
  const { token: as } = await buildAdmin(test.ctx)
  const body = { name: 'Bank', identifier: bank, applicationIds: [party.rowId] }
  const apiId = String((await test.call(createResourceApi, { as, body })).body.id)
  await test.call(createResourceScope, { as, body: { apiId, name: 'pay' } })
  // Clients and types are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1050))
})
afterAll(() => test.close())

/** Details are for an API (RFC 8707 names it). */
const detailed = (...details: readonly object[]) => ({
  authorization_details: JSON.stringify(details),
  resource: bank,
})

/** Asks by an address, and gives what the person would read. */
const ask = async (details: readonly object[], more: Readonly<Record<string, string>> = {}) => {
  const visitor = await visitorOf(test, user)
  const request = requestOf(party, { scope: 'openid pay', ...detailed(...details), ...more })
  const page = await visitor.browser.visit(`/api/oidc/authorize?${request}`)
  const address = new URL(String(page.headers.location), test.tenant.publicUrl)
  return { ...visitor, address, uid: address.searchParams.get('uid') ?? '' }
}

type Asking = Awaited<ReturnType<typeof ask>>

const cookiesOf = ({ browser }: Asking) => ({
  cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})

const agree = async (asking: Asking, allow = true): Promise<URL> => {
  const { uid, token, browser } = asking
  // The interaction is older than the decision.
  test.clock.advance(1000)
  const decided = await test.call(decideOidcConsent, {
    as: token,
    body: { uid, allow },
    headers: cookiesOf(asking),
  })
  const answer = await browser.visit(String(decided.body.redirect))
  return new URL(String(answer.headers.location), test.tenant.publicUrl)
}

/** Goes on with a request that waits, after somebody has signed in. */
const goOn = async ({ browser, uid }: Asking, as: BuiltUser): Promise<URL> => {
  test.clock.advance(1000)
  const signedIn = await visitorOf(test, as)
  browser.cookies.set('signet', signedIn.browser.cookies.get('signet') ?? '')
  const answer = await browser.visit(`/api/oidc/authorize/${uid}`)
  return new URL(String(answer.headers.location), test.tenant.publicUrl)
}

const redeem = (back: URL, more: Readonly<Record<string, string>> = {}) =>
  postForm(test, '/token', {
    party,
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
      resource: bank,
      ...more,
    },
  })

describe('a request with authorization details', () => {
  it('is read by the person in words, whatever else the application may do', async () => {
    const asking = await ask([payment, account])
    expect(asking.address.pathname).toBe('/oidc/consent')
    const { body } = await test.call(readOidcInteraction, {
      body: { uid: asking.uid },
      headers: cookiesOf(asking),
    })
    expect(body.details).toEqual([
      {
        type: 'payment',
        fields: [
          { name: 'actions', values: ['initiate'] },
          { name: 'instructedAmount.currency', values: ['EUR'] },
          { name: 'instructedAmount.amount', values: ['123.50'] },
          { name: 'creditorName', values: ['Merchant <b>A</b>'] },
        ],
      },
      {
        type: 'account',
        fields: [
          { name: 'identifier', values: ['DE02'] },
          { name: 'privileges', values: ['read'] },
        ],
      },
    ])
  })

  it('gives tokens that say what was agreed to, also to the API', async () => {
    const { body } = await redeem(await agree(await ask([payment])))
    expect(body.authorization_details).toEqual([payment])
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      aud: bank,
      authorization_details: [payment],
    })
    const refreshed = await postForm(test, '/token', {
      party,
      form: {
        grant_type: 'refresh_token',
        refresh_token: String(body.refresh_token),
        resource: bank,
      },
    })
    expect(refreshed.body.authorization_details).toEqual([payment])
  })

  it('gives tokens that are exchanged with their details, and not for plain or other ones', {
    meta: { covers: ['S53'] },
  }, async () => {
    const exchange = (token: unknown, ...details: readonly object[]) =>
      postForm(test, '/token', {
        party,
        form: {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: String(token),
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          resource: bank,
          ...(details.length === 0 ? {} : detailed(...details)),
        },
      })
    const { body } = await redeem(await agree(await ask([payment, account])))
    const plain = await exchange(body.access_token)
    expect([plain.status, plain.body.error]).toEqual([400, 'invalid_request'])
    const wider = { ...payment, instructedAmount: { currency: 'EUR', amount: '999.00' } }
    const refused = await exchange(body.access_token, payment, wider)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_authorization_details'])
    const elsewhere = { ...payment, locations: [bank] }
    expect((await exchange(body.access_token, elsewhere)).body.error).toBe(
      'invalid_authorization_details',
    )
    const given = await exchange(body.access_token, payment)
    expect(given.body.authorization_details).toEqual([payment])
    expect(decodeJwt(String(given.body.access_token)).authorization_details).toEqual([payment])

    const change = { scope: 'openid pay', resource: bank }
    const usual = await tokensOf(test, { user, party, change, form: { resource: bank } })
    expect((await exchange(usual.body.access_token)).status).toBe(200)
    expect((await exchange(usual.body.access_token, payment)).body.error).toBe(
      'invalid_authorization_details',
    )
  })

  it('gives tokens whose details stay with the API that they were agreed to for', {
    meta: { covers: ['S53'] },
  }, async () => {
    const { token: as } = await buildAdmin(test.ctx)
    const other = 'https://branch.example.test/'
    const api = { name: 'Branch', identifier: other, applicationIds: [party.rowId] }
    const apiId = String((await test.call(createResourceApi, { as, body: api })).body.id)
    await test.call(createResourceScope, { as, body: { apiId, name: 'pay' } })
    await new Promise((resolve) => setTimeout(resolve, 1050))
    const there = { ...payment, locations: [bank, other] }
    const { body } = await redeem(await agree(await ask([payment, there])))
    const exchange = (detail: object) =>
      postForm(test, '/token', {
        party,
        form: {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: String(body.access_token),
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          authorization_details: JSON.stringify([detail]),
          resource: other,
        },
      })
    expect((await exchange(payment)).body.error).toBe('invalid_authorization_details')
    expect((await exchange(there)).body.authorization_details).toEqual([there])
  })

  it('is told to the application as a claim that it asks for by name', async () => {
    const claims = JSON.stringify({ id_token: { transaction_details: null } })
    const { body } = await redeem(await agree(await ask([payment], { claims })))
    expect(decodeJwt(String(body.id_token)).transaction_details).toEqual([payment])
  })

  it('is asked anew each time, and never silently', { meta: { covers: ['S53'] } }, async () => {
    await agree(await ask([payment]))
    expect((await ask([payment])).address.pathname).toBe('/oidc/consent')
    const silent = await ask([payment], { prompt: 'none' })
    expect(silent.address.searchParams.get('error')).toBe('consent_required')
  })

  it('ends without a code when the person refuses', async () => {
    const back = await agree(await ask([payment]), false)
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([
      'access_denied',
      null,
    ])
  })

  it('gives no code by a consent to something else, given in another tab meanwhile', {
    meta: { covers: ['S53'] },
  }, async () => {
    const large = { ...payment, instructedAmount: { currency: 'EUR', amount: '10000.00' } }
    const waiting = await ask([large], { prompt: 'login consent' })
    expect(waiting.address.pathname).toBe('/oidc/authentication')
    const small = await agree(await ask([payment]))
    expect(small.searchParams.has('code')).toBe(true)
    const unread = await goOn(waiting, user)
    expect([unread.pathname, unread.searchParams.get('code')]).toEqual(['/oidc/consent', null])
    const uid = unread.searchParams.get('uid') ?? ''
    const { body } = await redeem(await agree({ ...waiting, uid }))
    expect(body.authorization_details).toEqual([large])
  })

  it('gives no code to somebody else than who agreed, and one for each time', {
    meta: { covers: ['S53'] },
  }, async () => {
    const asking = await ask([payment])
    const earlier = new Map(asking.browser.cookies)
    const other = await buildUser(test.ctx)
    const { uid, token } = asking
    test.clock.advance(1000)
    await test.call(decideOidcConsent, {
      as: token,
      body: { uid, allow: true },
      headers: cookiesOf(asking),
    })
    expect((await goOn(asking, other)).searchParams.has('code')).toBe(false)
    for (const hasCode of [true, false]) {
      for (const [name, value] of earlier) asking.browser.cookies.set(name, value)
      expect((await goOn(asking, user)).searchParams.has('code')).toBe(hasCode)
    }
  })

  it('is narrowed at the token endpoint, and never widened', {
    meta: { covers: ['S53'] },
  }, async () => {
    const wider = { ...payment, instructedAmount: { currency: 'EUR', amount: '999.00' } }
    const refused = await redeem(await agree(await ask([payment])), detailed(wider))
    expect(refused.body.error).toBe('invalid_authorization_details')
    const { body } = await redeem(await agree(await ask([payment, account])), detailed(account))
    expect(body.authorization_details).toEqual([account])
  })

  it.each([
    ['of a type that the application may not ask for', [{ type: 'other' }]],
    ['that is too deep to be read', [{ type: 'payment', a: { b: { c: 1 } } }]],
    ['that is too long to be read', [{ type: 'payment', a: Array(15).fill('x'.repeat(490)) }]],
    ['of too many', Array.from({ length: 11 }, () => ({ type: 'payment' }))],
    ['for an API that is not the application’s', [{ type: 'payment', locations: ['https://x/'] }]],
  ])('is refused %s', async (_what, details) => {
    const { address } = await ask(details)
    expect(address.searchParams.get('error')).toBe('invalid_authorization_details')
  })

  it('is refused from another application of the tenant', async () => {
    const other = await registerParty(test)
    const { browser } = await visitorOf(test, user)
    const answer = await browser.visit(`/api/oidc/authorize?${requestOf(other, detailed(payment))}`)
    expect(String(answer.headers.location)).toContain('error=invalid_authorization_details')
  })

  it('is refused of a device and of an application in its own name: nobody would read it', {
    meta: { covers: ['S53'] },
  }, async () => {
    const device = await registerParty(test, {
      applicationType: 'OIDC_DEVICE',
      redirectUris: [],
      tokenEndpointAuthMethod: 'client_secret_basic',
      grantTypes: ['device_code', 'client_credentials'],
      authorizationDetailsTypes: ['payment'],
    })
    const form = { scope: 'openid', ...detailed(payment) }
    const begun = await postForm(test, '/device_authorization', { party: device, form })
    expect(begun.body.error).toBe('invalid_authorization_details')
    const own = await postForm(test, '/token', {
      party: device,
      form: {
        grant_type: 'client_credentials',
        ...detailed(payment),
        resource: `${test.tenant.publicUrl}/api`,
      },
    })
    expect(own.body.error).toBe('invalid_authorization_details')
  })

  it('leaves tokens of requests without any as they were', async () => {
    const { body } = await tokensOf(test, { user, party })
    expect(body).not.toHaveProperty('authorization_details')
  })

  it('can be made of the types that the metadata names', async () => {
    const plan = { test, user, party, issuer: '' }
    expect((await metadataOf(plan)).authorization_details_types_supported).toEqual([
      'account',
      'payment',
    ])
  })
})
