import { readDecision } from '@signet/contract/access/access-decisions'
import { beginStepUp, completeAuthentication } from '@signet/contract/access/authentication'
import { createResourceRule } from '@signet/contract/access/resource-rules'
import { readSamlDenial } from '@signet/contract/access/saml-interactions'
import { updateSamlApplication } from '@signet/contract/applications/saml-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf as accessBrowser,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
} from '../../../testing/access/people.ts'
import type { Browser } from '../../../testing/browser.ts'
import { createBrowser } from '../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { browserOf } from '../../../testing/oidc/party.ts'
import {
  authnRequest,
  certificateOf,
  consumer,
  down,
  formIn,
  messageIn,
  nameOf,
  otherConsumer,
  registerProvider,
  type ServiceProvider,
  signedForm,
  signedPath,
  spCertificate,
  spKey,
  statusOf,
  unsignedPath,
} from '../../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createAcr } from '../../modules/access/acrs/index.ts'
import { createAuthenticationFlow } from '../../modules/access/flows/index.ts'
import { element } from '../../platform/xml/build.ts'
import { decryptElement } from '../../platform/xml/encryption.ts'
import { attributeOf, childrenOf, readXml, textOf } from '../../platform/xml/tree.ts'

let test: TestApp
let user: BuiltUser
let browser: Browser
let provider: ServiceProvider
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  browser = await browserOf(test, user)
  provider = await registerProvider(test, {
    nameIdFormat: 'email',
    attributes: [
      { name: 'uid', source: 'USER_ATTRIBUTE', value: 'userid' },
      {
        name: 'short',
        source: 'USER_ATTRIBUTE',
        value: 'email',
        filter: '.filter(.*).matcher(@.*$).replace().end()',
      },
    ],
  })
})
afterAll(() => test.close())

const sso = '/api/saml/SAML2/SSO'
type Wanted = Parameters<typeof authnRequest>[2]

/** Where a request leads this browser; signed by the provider. */
const visit = async (wanted: Wanted = {}, by = browser, at = provider) =>
  by.visit(await signedPath(sso, authnRequest(test, at, wanted), 'state'))

const responseTo = async (wanted: Wanted = {}, by = browser, at = provider) => {
  const answer = await visit(wanted, by, at)
  return messageIn(formIn(answer.body))
}

const isRefused = (answer: { headers: Record<string, unknown> }): boolean =>
  String(answer.headers.location).startsWith('/#/error?error=invalid_request')

const uidIn = ({ headers }: { headers: Record<string, unknown> }): string =>
  /[?&]uid=([\w.-]+)/.exec(String(headers.location))?.[1] ?? ''

const stranger = () => createBrowser(test.app, new URL(test.tenant.publicUrl).host)

describe('somebody with a session', () => {
  it('is posted to the application, with what it wants to know', {
    meta: { covers: ['transport.saml-endpoints'] },
  }, async () => {
    const answer = await visit()
    const posted = formIn(answer.body)
    expect([posted.action, posted.fields.RelayState]).toEqual([consumer, 'state'])
    const response = messageIn(posted)
    expect(nameOf(response, await certificateOf(test))).toBe(`${user.userId}@example.test`)
    const statement = down(response, 'Assertion', 'AttributeStatement')
    const told = childrenOf(statement, statement.namespace, 'Attribute').map((each) => [
      attributeOf(each, 'Name'),
      textOf(down(each, 'AttributeValue')),
    ])
    expect(told).toEqual([
      ['uid', user.userId],
      ['short', user.userId],
    ])
  })

  it('is told for one request, one recipient, one audience and a short time', async () => {
    const request = authnRequest(test, provider)
    const answer = await browser.visit(await signedPath(sso, request))
    const response = messageIn(formIn(answer.body))
    const id = attributeOf(request, 'ID')
    expect([attributeOf(response, 'InResponseTo'), attributeOf(response, 'Destination')]).toEqual([
      id,
      consumer,
    ])
    const assertion = down(response, 'Assertion')
    const data = down(assertion, 'Subject', 'SubjectConfirmation', 'SubjectConfirmationData')
    expect([attributeOf(data, 'Recipient'), attributeOf(data, 'InResponseTo')]).toEqual([
      consumer,
      id,
    ])
    const audience = down(assertion, 'Conditions', 'AudienceRestriction', 'Audience')
    expect(textOf(audience)).toBe(provider.entityId)
    const end = Date.parse(attributeOf(down(assertion, 'Conditions'), 'NotOnOrAfter') ?? '')
    expect(end - test.clock.now().getTime()).toBeLessThanOrEqual(300_000)
  })

  it('goes to the consumer of the index, and to none that is not registered', {
    meta: { covers: ['S14'] },
  }, async () => {
    const answer = await visit({ attributes: { AssertionConsumerServiceIndex: '7' } })
    expect(formIn(answer.body).action).toBe(otherConsumer)
    for (const AssertionConsumerServiceURL of [
      'https://evil.example.test/acs',
      `${consumer}/`,
      `${consumer}?x=1`,
      consumer.toUpperCase(),
    ]) {
      expect(isRefused(await visit({ attributes: { AssertionConsumerServiceURL } }))).toBe(true)
    }
  })

  it('is answered once for a request', { meta: { covers: ['S14'] } }, async () => {
    const path = await signedPath(sso, authnRequest(test, provider))
    expect(formIn((await browser.visit(path)).body).action).toBe(consumer)
    expect(isRefused(await browser.visit(path))).toBe(true)
  })

  it('signs in again where the application wants it, and is not asked where it may not be', {
    meta: { covers: ['screen:saml/reauthentication'] },
  }, async () => {
    const again = await visit({ attributes: { ForceAuthn: 'true' } })
    expect(again.headers.location).toMatch(/^\/saml\/reauthentication\?uid=[\w.-]+$/)
    const passive = { ForceAuthn: 'true', IsPassive: '1' }
    expect(statusOf(await responseTo({ attributes: passive }))).toBe('NoPassive')
    expect(statusOf(await responseTo({ attributes: { IsPassive: 'true' } }, stranger()))).toBe(
      'NoPassive',
    )
  })

  it('has signed in as the application asks, or is not let in', async () => {
    const asking = (text: string, Comparison = 'exact') => ({
      content: [
        element('samlp:RequestedAuthnContext', { Comparison }, [
          element('saml:AuthnContextClassRef', {}, [text]),
        ]),
      ],
    })
    const told = async (wanted: Wanted) => {
      const statement = down(await responseTo(wanted), 'Assertion', 'AuthnStatement')
      return textOf(down(statement, 'AuthnContext', 'AuthnContextClassRef'))
    }
    const password = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
    const mfa = 'https://refeds.org/profile/mfa'
    expect(await told(asking(mfa))).toBe(mfa)
    expect(await told(asking(password, 'minimum'))).toBe(password)
    expect(statusOf(await responseTo(asking('urn:example:unknown')))).toBe('NoAuthnContext')
    expect(statusOf(await responseTo(asking(mfa, 'better')))).toBe('NoAuthnContext')
  })

  it('is the one whom the application asks about', async () => {
    const about = (name: string) => ({
      content: [element('saml:Subject', {}, [element('saml:NameID', {}, [name])])],
    })
    expect(statusOf(await responseTo(about('somebody@else.test')))).toBe('UnknownPrincipal')
    expect(statusOf(await responseTo(about(`${user.userId}@example.test`)))).toBe('Success')
  })

  it('has the name that was registered, and no other that a request asks for', async () => {
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    const policy = { content: [element('samlp:NameIDPolicy', { Format: format })] }
    expect(statusOf(await responseTo(policy))).toBe('InvalidNameIDPolicy')
  })

  it('has a name of its own at each application where it is persistent', async () => {
    const names = await Promise.all(
      [1, 2].map(async () => {
        const at = await registerProvider(test)
        const certificate = await certificateOf(test)
        const [one, two] = [
          nameOf(await responseTo({}, browser, at), certificate),
          nameOf(await responseTo({}, browser, at), certificate),
        ]
        expect(one).toBe(two)
        expect(one).not.toContain(user.id)
        return one
      }),
    )
    expect(new Set(names).size).toBe(2)
  })

  it('is encrypted for the application alone', async () => {
    const at = await registerProvider(test, {
      encryptAssertion: true,
      encryptionCertificate: spCertificate,
      nameIdFormat: 'email',
    })
    const response = await responseTo({}, browser, at)
    expect(JSON.stringify(response.children)).not.toContain(user.userId)
    const assertion = readXml(decryptElement(down(response, 'EncryptedAssertion'), spKey))
    expect(textOf(down(assertion, 'Subject', 'NameID'))).toBe(`${user.userId}@example.test`)
  })

  it('is kept out where the rules of the application keep them out', async () => {
    const at = await registerProvider(test)
    const { token: as } = await buildAdmin(test.ctx)
    expect(statusOf(await responseTo({}, browser, at))).toBe('Success')
    const elsewhere = {
      type: 'IP',
      points: 10,
      mode: 'ALLOWED',
      addresses: ['203.0.113.0/24'],
      listIds: [],
    }
    const rule = { name: 'Nobody', resourceId: at.id, factors: [elsewhere] }
    const made = await test.call(createResourceRule, { as, body: rule })
    expect(made.status, made.text).toBe(200)
    const page = async () => String((await visit({}, browser, at)).headers.location)
    await expect.poll(page).toMatch(/^\/saml\/denied\?uid=/)
    const uid = new URL(await page(), test.tenant.publicUrl).searchParams.get('uid') ?? ''
    const headers = { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') }
    const told = await test.call(readSamlDenial, { body: { uid }, headers })
    const { decision, redirect } = JSON.parse(told.text).denied
    const read = await test.call(readDecision, { as, params: { id: decision } })
    expect(read.body).toMatchObject({ outcome: 'DENY', rule: 'Nobody', userId: user.id })
    const posted = formIn((await browser.visit(redirect)).body)
    expect(statusOf(messageIn(posted))).toBe('RequestDenied')
    expect((await test.call(readSamlDenial, { body: { uid } })).body.errorCode).toBe(
      'no_transaction',
    )
  })

  it('is another application’s only where people may begin here', async () => {
    expect(isRefused(await browser.visit(`${sso}?applicationId=${provider.id}`))).toBe(true)
    const at = await registerProvider(test, { idpInitiated: true, defaultRelayState: '/home' })
    const answer = await browser.visit(`${sso}?applicationId=${at.id}&acsUrlId=7`)
    const posted = formIn(answer.body)
    expect([posted.action, posted.fields.RelayState]).toEqual([otherConsumer, '/home'])
    expect(attributeOf(messageIn(posted), 'InResponseTo')).toBe(null)
  })
})

describe('a request', () => {
  it('that is posted goes on from a page of this site', async () => {
    const form = { ...(await signedForm(authnRequest(test, provider))), RelayState: 'here' }
    const kept = await browser.visit(sso, { method: 'POST', form })
    expect(kept.statusCode).toBe(303)
    const posted = formIn((await browser.visit(String(kept.headers.location))).body)
    expect([posted.action, posted.fields.RelayState]).toEqual([consumer, 'here'])
  })

  it('has to be signed where that is registered, and rightly where it is signed at all', {
    meta: { covers: ['S14'] },
  }, async () => {
    const strict = await registerProvider(test, { requireSignedRequests: true })
    const unsigned = (at: ServiceProvider) => unsignedPath(sso, authnRequest(test, at))
    expect(isRefused(await browser.visit(unsigned(strict)))).toBe(true)
    expect(isRefused(await browser.visit(unsigned(provider)))).toBe(false)
    const right = await signedPath(sso, authnRequest(test, strict), 'one')
    for (const wrong of [
      right.replace('RelayState=one', 'RelayState=two'),
      right.replace('sha256', 'sha512'),
      right.replace('sha256', 'sha1'),
      right.replace(/&Signature=.*/, ''),
      `${right}&RelayState=two`,
    ]) {
      expect(isRefused(await browser.visit(wrong)), wrong).toBe(true)
    }
    expect(isRefused(await browser.visit(right))).toBe(false)
  })

  it.each([
    ['another destination', { Destination: 'https://other.example.test/SSO' }],
    ['no destination, though signed', { Destination: undefined }],
    ['another version', { Version: '1.1' }],
    ['no id', { ID: undefined }],
    ['another time', { IssueInstant: '2020-01-01T00:00:00Z' }],
    ['another binding', { ProtocolBinding: 'urn:example:binding' }],
  ])('with %s is refused', async (_, attributes) => {
    expect(isRefused(await visit({ attributes }))).toBe(true)
  })

  it('says its time in any zone', async () => {
    const inZone = (hours: number) => {
      const local = new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString()
      return { attributes: { IssueInstant: local.replace('Z', '+02:00') } }
    }
    expect(isRefused(await visit(inZone(2)))).toBe(false)
    expect(isRefused(await visit(inZone(0)))).toBe(true)
  })

  it('of an application that is off or unknown is refused, and of another tenant’s', async () => {
    expect(isRefused(await visit({}, browser, { id: '', entityId: 'urn:unknown' }))).toBe(true)
    const other = await test.otherTenant()
    const theirs = await registerProvider(other)
    expect(isRefused(await visit({}, browser, theirs))).toBe(true)
    const off = await registerProvider(test)
    const { token: as } = await buildAdmin(test.ctx)
    const body = {
      name: 'Off',
      entityId: off.entityId,
      assertionConsumers: [{ index: 0, url: consumer }],
      enabled: false,
    }
    await test.call(updateSamlApplication, { as, params: { id: off.id }, body })
    expect(isRefused(await visit({}, browser, off))).toBe(true)
  })

  it('without a session leads to the sign-in page, and goes on in that browser alone', {
    meta: { covers: ['screen:saml/authentication'] },
  }, async () => {
    const mine = stranger()
    const asked = { attributes: { ForceAuthn: 'true' } }
    const uid = uidIn(await visit(asked, mine))
    const theirs = await browserOf(test, await buildUser(test.ctx))
    mine.cookies.set('signet', (await browserOf(test, user)).cookies.get('signet') ?? '')
    const resumed = await mine.visit(`${sso}?uid=${uid}`)
    expect(statusOf(messageIn(formIn(resumed.body)))).toBe('Success')
    // Elsewhere it begins anew: nobody is let in for having signed in since.
    const elsewhere = await theirs.visit(`${sso}?uid=${uid}`)
    expect(String(elsewhere.headers.location)).toMatch(/^\/saml\/reauthentication\?uid=/)
    expect(String(elsewhere.headers.location)).not.toContain(uid)
  })

  it('is not taken for one of OpenID Connect, nor with a changed letter', async () => {
    const mine = stranger()
    const uid = uidIn(await visit({}, mine))
    const changed = `${uid.slice(0, 60)}${uid[60] === 'A' ? 'B' : 'A'}${uid.slice(61)}`
    expect(isRefused(await mine.visit(`${sso}?uid=${changed}`))).toBe(true)
    const other = await mine.visit(`/api/oidc/authorize/${uid}`)
    expect(String(other.headers.location)).toContain('/#/error')
  })

  it('that inflates without end, or carries a long relay state, is refused', {
    meta: { covers: ['S15'] },
  }, async () => {
    const bomb = element('samlp:AuthnRequest', {}, ['x'.repeat(5_000_000)])
    expect(isRefused(await browser.visit(unsignedPath(sso, bomb)))).toBe(true)
    const long = unsignedPath(sso, authnRequest(test, provider), 'x'.repeat(8193))
    expect(isRefused(await browser.visit(long))).toBe(true)
  })
})

describe('the page that posts', () => {
  it('runs its own script and nothing else', async () => {
    const { headers, body } = await visit()
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-/)
    expect(policy).not.toContain('unsafe')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('shows a relay state as text, whatever stands in it', async () => {
    const state = '"><script>alert(1)</script>'
    const answer = await browser.visit(await signedPath(sso, authnRequest(test, provider), state))
    expect(answer.body).not.toContain('<script>alert')
    expect(formIn(answer.body).fields.RelayState).toBe(state)
  })
})

describe('more than somebody has proven', () => {
  const card = 'urn:example:acr:card'
  const asking = (...classes: readonly string[]) => ({
    content: [
      element(
        'samlp:RequestedAuthnContext',
        { Comparison: 'exact' },
        classes.map((each) => element('saml:AuthnContextClassRef', {}, [each])),
      ),
    ],
  })
  const told = (response: ReturnType<typeof messageIn>): string =>
    textOf(down(response, 'Assertion', 'AuthnStatement', 'AuthnContext', 'AuthnContextClassRef'))

  it('is proven in the session that is open, and told by the class that was asked for', async () => {
    const { id } = await createAcr(test.ctx, { name: card, description: '' })
    await createAuthenticationFlow(test.ctx, {
      name: 'Card',
      description: '',
      outcome: 'ADMIT',
      loginType: 'USER_LOGIN',
      firstFactors: ['PASSWORD'],
      secondFactor: 'ALWAYS',
      secondFactors: ['TOKEN'],
      skipSecondFactor: 'NEVER',
      acrIds: [id],
      default: false,
    })
    const person = await buildPerson(test.ctx)
    const signing = accessBrowser(test.call)
    await signing.query(person.userId)
    const entered = await signing.prove('PASSWORD', goodPassword)
    const as = String(fieldOf(entered.body, 'session', 'jwt', 'token'))
    const mine = stranger()
    const cookie = /^signet=([^;]+)/.exec(String([entered.headers['set-cookie']].flat()[0]))?.[1]
    mine.cookies.set('signet', cookie ?? '')
    const token = await buildToken(test.ctx, person.id)
    const asked = await visit(asking(card), mine)
    const uid = /^\/saml\/authentication\?step=up&uid=([\w.-]+)$/.exec(
      String(asked.headers.location),
    )?.[1]
    expect(uid).toBeDefined()
    const kept = [...mine.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie: kept }
    const body = { interaction: uid }
    const begun = await test.call(beginStepUp, { as, headers, body })
    expect(begun.status, begun.text).toBe(200)
    const done = await test.call(completeAuthentication, {
      as,
      headers,
      params: { authenticator: 'TOKEN' },
      body: { authToken: String(begun.body.authToken), response: token.code() },
    })
    expect(done.body, done.text).toMatchObject({ redirect: `${sso}?uid=${uid}` })
    const resumed = await mine.visit(`${sso}?uid=${uid}`)
    expect(told(messageIn(formIn(resumed.body)))).toBe(card)
    const passive = { ...asking('urn:example:acr:none', card), attributes: { IsPassive: 'true' } }
    expect(told(await responseTo(passive, mine))).toBe(card)
  })

  it('is asked of nobody who cannot be asked, and not where no flow of the tenant has it', async () => {
    const person = await buildUser(test.ctx)
    const theirs = await browserOf(test, person)
    expect(statusOf(await responseTo(asking('urn:example:acr:none'), theirs))).toBe(
      'NoAuthnContext',
    )
  })
})
