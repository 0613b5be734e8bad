import { listSamlApplications } from '@signet/contract/applications/saml-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { allowServices, startHttpService } from '../../../testing/http-services.ts'
import { browserOf } from '../../../testing/oidc/party.ts'
import {
  authnRequest,
  down,
  formIn,
  logoutRequest,
  messageIn,
  registerProvider,
  type ServiceProvider,
  signedForm,
  signedPath,
  spSigner,
  statusOf,
  unsignedPath,
} from '../../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { readEnvelope, readQuery, redirectTo } from '../../platform/saml/bindings.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { signElement } from '../../platform/xml/sign.ts'
import { attributeOf, onlyChild, type XmlElement } from '../../platform/xml/tree.ts'
import { envelopeOf } from './answers.ts'

let test: TestApp
let user: BuiltUser
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
})
afterAll(() => test.close())

const sso = '/api/saml/SAML2/SSO'
const slo = '/api/saml/SAML2/SLO'

/** Goes to an application; what it needs to sign the person out again. */
const goTo = async (browser: Browser, at: ServiceProvider) => {
  const answer = await browser.visit(await signedPath(sso, authnRequest(test, at)))
  const assertion = down(messageIn(formIn(answer.body)), 'Assertion')
  const nameId = down(assertion, 'Subject', 'NameID')
  const index = attributeOf(down(assertion, 'AuthnStatement'), 'SessionIndex') ?? ''
  return [nameId, element('samlp:SessionIndex', {}, [index])] as const
}

const isSignedIn = async (browser: Browser, at: ServiceProvider): Promise<boolean> => {
  const answer = await browser.visit(await signedPath(sso, authnRequest(test, at)))
  return answer.body.includes('SAMLResponse')
}

const received = (location: unknown) => {
  const query = String(location).split('?')[1] ?? ''
  const found = readQuery(query)
  if (found === null) throw new Error(`no message in ${String(location)}`)
  return found
}

const answerTo = (request: XmlElement, at: ServiceProvider, status = 'Success') =>
  element(
    'samlp:LogoutResponse',
    {
      ID: `_answer${attributeOf(request, 'ID') ?? ''}`,
      Version: '2.0',
      IssueInstant: test.clock.now().toISOString(),
      Destination: `${test.tenant.publicUrl}${slo}`,
      InResponseTo: attributeOf(request, 'ID') ?? '',
    },
    [
      element('saml:Issuer', {}, [at.entityId]),
      element('samlp:Status', {}, [
        element('samlp:StatusCode', { Value: `urn:oasis:names:tc:SAML:2.0:status:${status}` }),
      ]),
    ],
  )

const twoProviders = async () => {
  const browser = await browserOf(test, user)
  const one = await registerProvider(test)
  const two = await registerProvider(test, { logoutUrl: 'https://two.example.test/slo' })
  const named = await goTo(browser, one)
  await goTo(browser, two)
  return { browser, one, two, named }
}

describe('a sign-out that an application asks for', () => {
  it('ends the session here, goes on to the other application, and is answered', async () => {
    const { browser, one, two, named } = await twoProviders()
    const request = logoutRequest(test, one, named)
    const asked = await browser.visit(await signedPath(slo, request, 'its state'))
    expect(String(asked.headers.location)).toMatch(
      /^https:\/\/two\.example\.test\/slo\?SAMLRequest=/,
    )
    expect(await isSignedIn(browser, one)).toBe(false)
    const onward = received(asked.headers.location)
    const message = {
      kind: 'SAMLResponse',
      text: canonical(answerTo(onward.element, two)),
    } as const
    const back = await redirectTo(slo, { ...message, relayState: onward.relayState }, spSigner)
    const done = received((await browser.visit(back)).headers.location)
    expect(done.relayState).toBe('its state')
    expect(attributeOf(done.element, 'InResponseTo')).toBe(attributeOf(request, 'ID'))
    expect(statusOf(done.element)).toBe('Success')
    expect((await browser.visit(back)).headers.location).toContain('/#/error?error=invalid_request')
  })

  it('tells when some application has not signed them out', async () => {
    const { browser, one, two, named } = await twoProviders()
    const asked = await browser.visit(await signedPath(slo, logoutRequest(test, one, named)))
    const onward = received(asked.headers.location)
    const text = canonical(answerTo(onward.element, two, 'Responder'))
    const sent = { kind: 'SAMLResponse', text, relayState: onward.relayState } as const
    const back = await redirectTo(slo, sent, spSigner)
    const done = received((await browser.visit(back)).headers.location)
    expect(statusOf(done.element)).toBe('PartialLogout')
  })

  it('takes an answer of the application that was asked alone', async () => {
    const { browser, one, named } = await twoProviders()
    const asked = await browser.visit(await signedPath(slo, logoutRequest(test, one, named)))
    const onward = received(asked.headers.location)
    const text = canonical(answerTo(onward.element, one))
    const sent = { kind: 'SAMLResponse', text, relayState: onward.relayState } as const
    const answer = await browser.visit(await redirectTo(slo, sent, spSigner))
    expect(answer.headers.location).toContain('/#/error?error=invalid_request')
  })

  it('that is posted ends it, too, from another site', async () => {
    const browser = await browserOf(test, user)
    const one = await registerProvider(test, { logoutBinding: 'POST' })
    const form = await signedForm(logoutRequest(test, one, await goTo(browser, one)))
    const { body } = await browser.visit(slo, { method: 'POST', form, headers: { cookie: '' } })
    expect(statusOf(messageIn(formIn(body)))).toBe('Success')
    expect(await isSignedIn(browser, one)).toBe(false)
  })

  it('has to be signed by an application that has certificates', async () => {
    const browser = await browserOf(test, user)
    const one = await registerProvider(test)
    const request = logoutRequest(test, one, await goTo(browser, one))
    const answer = await browser.visit(unsignedPath(slo, request))
    expect(answer.headers.location).toContain('/#/error?error=invalid_request')
    expect(await isSignedIn(browser, one)).toBe(true)
  })

  it('ends the browser’s own session alone where it cannot be signed', async () => {
    const [mine, theirs] = [await browserOf(test, user), await browserOf(test, user)]
    const one = await registerProvider(test, { signingCertificates: [] })
    const [nameId] = await goTo(mine, one)
    await goTo(theirs, one)
    await mine.visit(unsignedPath(slo, logoutRequest(test, one, [nameId])))
    expect(await isSignedIn(mine, one)).toBe(false)
    expect(await isSignedIn(theirs, one)).toBe(true)
  })

  it('ends only the session that it names', async () => {
    const [mine, theirs] = [await browserOf(test, user), await browserOf(test, user)]
    const one = await registerProvider(test)
    const named = await goTo(mine, one)
    await goTo(theirs, one)
    await theirs.visit(await signedPath(slo, logoutRequest(test, one, named)))
    expect([await isSignedIn(mine, one), await isSignedIn(theirs, one)]).toEqual([false, true])
  })
})

describe('a sign-out by SOAP', () => {
  const post = async (message: XmlElement) =>
    test.app.inject({
      method: 'POST',
      url: slo,
      headers: { host: new URL(test.tenant.publicUrl).host, 'content-type': 'text/xml' },
      payload: envelopeOf(message),
    })

  it('ends the session and is answered in an envelope', async () => {
    const browser = await browserOf(test, user)
    const one = await registerProvider(test)
    const request = logoutRequest(test, one, await goTo(browser, one))
    const answer = await post(await signElement(request, spSigner, 1))
    expect(answer.headers['content-type']).toContain('text/xml')
    expect(statusOf(readEnvelope(answer.body).element)).toBe('Success')
    expect(await isSignedIn(browser, one)).toBe(false)
  })

  it('is a fault when it is not signed', async () => {
    const browser = await browserOf(test, user)
    const one = await registerProvider(test, { signingCertificates: [] })
    const answer = await post(logoutRequest(test, one, await goTo(browser, one)))
    expect([answer.statusCode, answer.body.includes('soap:Fault')]).toEqual([500, true])
    expect(await isSignedIn(browser, one)).toBe(true)
  })

  it('tells applications at once that listen by SOAP', async () => {
    const service = await startHttpService()
    try {
      allowServices(test, [service])
      const browser = await browserOf(test, user)
      const one = await registerProvider(test)
      const told = await registerProvider(test, {
        logoutBinding: 'SOAP',
        logoutUrl: `${service.url}/slo`,
      })
      const named = await goTo(browser, one)
      await goTo(browser, told)
      const answer = await browser.visit(await signedPath(slo, logoutRequest(test, one, named)))
      const call = service.calls.find(({ path }) => path === '/slo')
      const heard = readEnvelope(call?.body ?? '').element
      expect([heard.local, attributeOf(heard, 'Destination')]).toEqual([
        'LogoutRequest',
        `${service.url}/slo`,
      ])
      const { namespace } = down(heard, 'Issuer')
      expect(onlyChild(heard, namespace, 'NameID')).not.toBe(null)
      expect(statusOf(received(answer.headers.location).element)).toBe('PartialLogout')
    } finally {
      await service.close()
    }
  })
})

describe('a sign-out that begins here', () => {
  it('goes by every application, and to none at the wish of another site', async () => {
    const browser = await browserOf(test, user)
    const one = await registerProvider(test)
    await goTo(browser, one)
    const elsewhere = await browser.visit(slo, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(elsewhere.headers.location).toBe('/')
    const asked = await browser.visit(slo, { headers: { 'sec-fetch-site': 'same-origin' } })
    const onward = received(asked.headers.location)
    const text = canonical(answerTo(onward.element, one))
    const sent = { kind: 'SAMLResponse', text, relayState: onward.relayState } as const
    const done = await browser.visit(await redirectTo(slo, sent, spSigner))
    expect(done.headers.location).toBe('/#/logout')
    expect(await isSignedIn(browser, one)).toBe(false)
  })
})

it('applications are another tenant’s in no case', async () => {
  const other = await test.otherTenant()
  await registerProvider(other)
  const { token: as } = await buildAdmin(other.ctx)
  expect(JSON.parse((await other.call(listSamlApplications, { as })).text)).toHaveLength(1)
})
