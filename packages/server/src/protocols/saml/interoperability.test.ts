import { X509Certificate } from 'node:crypto'
import { previewSamlAssertion } from '@signet/contract/applications/saml-previews'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser } from '../../../testing/browser.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { browserOf } from '../../../testing/oidc/party.ts'
import {
  authnRequest,
  certificateOf,
  consumer,
  down,
  formIn,
  logoutRequest,
  messageIn,
  registerProvider,
  signedForm,
  signedPath,
  spCertificate,
  statusOf,
  unsignedPath,
} from '../../../testing/saml/provider.ts'
import { foreignSigner } from '../../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { encryptElement } from '../../platform/xml/encryption.ts'
import { attributeOf, childrenOf, onlyChild, textOf } from '../../platform/xml/tree.ts'

// Requests as service providers in the field write them.

let test: TestApp
let as: string
let user: BuiltUser
let browser: Browser
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  user = await buildUser(test.ctx)
  browser = await browserOf(test, user)
})
afterAll(() => test.close())

const sso = '/api/saml/SAML2/SSO'
type Wanted = NonNullable<Parameters<typeof authnRequest>[2]>
type Provider = Awaited<ReturnType<typeof registerProvider>>

const visit = async (at: Provider, wanted: Wanted = {}, relayState: string | null = 'state') =>
  browser.visit(await signedPath(sso, authnRequest(test, at, wanted), relayState))

const responseTo = async (at: Provider, wanted: Wanted = {}) =>
  messageIn(formIn((await visit(at, wanted)).body))

const nameIdIn = (response: ReturnType<typeof messageIn>) =>
  down(response, 'Assertion', 'Subject', 'NameID')

const rejections = async (): Promise<readonly Record<string, unknown>[]> => {
  const body = { actions: ['REQUEST_REJECTED'] }
  return [...Object((await test.call(listAuditEvents, { as, body })).body.results)]
}

const format = (name: string) => `urn:oasis:names:tc:SAML:${name}`
const asking = (Format: string): Wanted => ({
  content: [element('samlp:NameIDPolicy', { Format, AllowCreate: 'true' })],
})

describe('a NameIDPolicy', () => {
  it.each([
    ['1.1:nameid-format:emailAddress', {}, 'email'],
    ['2.0:nameid-format:emailAddress', {}, 'email'],
    ['1.1:nameid-format:unspecified', {}, 'email'],
    ['2.0:nameid-format:unspecified', {}, 'email'],
    ['2.0:nameid-format:transient', { ignoresNameIdPolicy: true }, 'email'],
    ['2.0:nameid-format:persistent', { allowedNameIdFormats: ['persistent'] }, 'persistent'],
    ['2.0:nameid-format:transient', { allowedNameIdFormats: ['transient'] }, 'transient'],
    ['1.1:nameid-format:persistent', { allowedNameIdFormats: ['persistent'] }, 'persistent'],
  ] as const)('that asks for %s with %o is served %s', async (asked, change, served) => {
    const { allowedNameIdFormats, ...more } = { allowedNameIdFormats: [], ...change }
    const at = await registerProvider(test, {
      nameIdFormat: 'email',
      ...more,
      allowedNameIdFormats: [...allowedNameIdFormats],
    })
    const response = await responseTo(at, asking(format(asked)))
    expect(statusOf(response)).toBe('Success')
    const nameId = nameIdIn(response)
    const isEmail = served === 'email'
    expect(attributeOf(nameId, 'Format')).toContain(isEmail ? 'emailAddress' : served)
    expect(textOf(nameId) === `${user.userId}@example.test`).toBe(isEmail)
  })

  it('that is not allowed is rejected before anybody signs in, with a message and an audit event', async () => {
    const at = await registerProvider(test, { nameIdFormat: 'email' })
    const asked = format('2.0:nameid-format:transient')
    const stranger = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
    const path = await signedPath(sso, authnRequest(test, at, asking(asked)))
    const response = messageIn(formIn((await stranger.visit(path)).body))
    expect(statusOf(response)).toBe('InvalidNameIDPolicy')
    const [status] = childrenOf(response, response.namespace, 'Status')
    const message = status && onlyChild(status, response.namespace, 'StatusMessage')
    expect(message && textOf(message)).toContain(asked)
    expect(await rejections()).toContainEqual(
      expect.objectContaining({
        entityId: at.id,
        attributes: expect.objectContaining({
          door: 'SAML_SIGN_IN',
          reason: 'NAME_ID_FORMAT_NOT_ALLOWED',
          asked: expect.objectContaining({ entity_id: at.entityId, name_id_format: asked }),
        }),
      }),
    )
  })
})

describe('a message that is rejected', () => {
  const past = '2020-01-01T00:00:00Z'
  const evil = 'https://evil.example.test/acs'
  const cases: readonly (readonly [
    string,
    (at: Provider) => Promise<{ path: string; form?: object }>,
  ])[] = [
    [
      'UNKNOWN_ENTITY',
      async () => ({ path: unsignedPath(sso, authnRequest(test, { entityId: 'urn:unknown' })) }),
    ],
    ['SIGNATURE_MISSING', async (at) => ({ path: unsignedPath(sso, authnRequest(test, at)) })],
    [
      'SIGNATURE_INVALID',
      async (at) => ({ path: sso, form: await signedForm(authnRequest(test, at), foreignSigner) }),
    ],
    [
      'SIGNATURE_INVALID',
      async (at) => ({
        path: (await signedPath(sso, authnRequest(test, at), 'one')).replace('=one', '=two'),
      }),
    ],
    [
      'ACS_URL_MISMATCH',
      async (at) => ({
        path: await signedPath(
          sso,
          authnRequest(test, at, { attributes: { AssertionConsumerServiceURL: evil } }),
        ),
      }),
    ],
    [
      'DESTINATION_MISMATCH',
      async (at) => ({
        path: await signedPath(sso, authnRequest(test, at, { attributes: { Destination: evil } })),
      }),
    ],
    [
      'MESSAGE_EXPIRED',
      async (at) => ({
        path: await signedPath(sso, authnRequest(test, at, { attributes: { IssueInstant: past } })),
      }),
    ],
  ]

  it.each(cases)(
    'for %s leads to a page that says so, and is in the audit log',
    async (reason, send) => {
      const at = await registerProvider(test, { requireSignedRequests: true })
      const { path, form } = await send(at)
      const before = (await rejections()).length
      const answer = await browser.visit(
        path,
        form === undefined ? {} : { method: 'POST', form: { ...form } },
      )
      expect(answer.headers.location).toBe(
        `/#/error?error=invalid_request&reason=${reason.toLowerCase()}`,
      )
      const [event, ...rest] = await rejections()
      expect(rest).toHaveLength(before)
      const isKnown = reason !== 'UNKNOWN_ENTITY' && reason !== 'MESSAGE_EXPIRED'
      expect(event).toMatchObject({
        ...(isKnown ? { entityId: at.id } : {}),
        attributes: {
          door: 'SAML_SIGN_IN',
          reason,
          asked: { entity_id: reason === 'UNKNOWN_ENTITY' ? 'urn:unknown' : at.entityId },
          ...(reason === 'ACS_URL_MISMATCH'
            ? { registered: { acs_urls: [consumer, expect.any(String)] } }
            : {}),
        },
      })
    },
  )

  it('at sign-out is in the audit log, too', async () => {
    const at = await registerProvider(test)
    const message = logoutRequest(test, at, [element('saml:NameID', {}, ['nobody'])])
    await browser.visit(unsignedPath('/api/saml/SAML2/SLO', message))
    expect((await rejections())[0]).toMatchObject({
      entityId: at.id,
      attributes: {
        door: 'SAML_SIGN_OUT',
        reason: 'SIGNATURE_MISSING',
        asked: { entity_id: at.entityId },
      },
    })
  })
})

describe('applications of one entity ID', () => {
  const acs = (name: string) => `https://${name}.example.test/acs`
  const at = (name: string, more: object = {}) =>
    registerProvider(test, {
      entityId: 'urn:shared',
      assertionConsumers: [{ index: 0, url: acs(name) }],
      nameIdFormat: 'email',
      ...more,
    })
  const destination = async (one: Provider, attributes: Wanted['attributes'] = {}) => {
    const posted = formIn((await visit(one, { attributes })).body)
    expect(statusOf(messageIn(posted))).toBe('Success')
    return posted.action
  }

  it('are told apart by the ACS URL; without one the default is meant', async () => {
    const one = await at('one')
    await expect(at('two')).resolves.toBeDefined()
    expect(await destination(one, { AssertionConsumerServiceURL: acs('one') })).toBe(acs('one'))
    expect(await destination(one, { AssertionConsumerServiceURL: acs('two') })).toBe(acs('two'))
    expect(await destination(one)).toBe(acs('one'))
    await at('three', { entityDefault: true })
    expect(await destination(one)).toBe(acs('three'))
    await expect(at('two')).rejects.toThrow('entity_id_exists')
    await expect(at('TWO')).rejects.toThrow('entity_id_exists')
  })

  it('sign out whom each of them knows', async () => {
    const { id } = await at('four', { nameIdFormat: 'unspecified' })
    await visit(
      { id, entityId: 'urn:shared' },
      { attributes: { AssertionConsumerServiceURL: acs('four') } },
    )
    const other = await browserOf(test, user)
    const path = await signedPath(
      sso,
      authnRequest(
        test,
        { entityId: 'urn:shared' },
        { attributes: { AssertionConsumerServiceURL: acs('four') } },
      ),
    )
    await other.visit(path)
    const message = logoutRequest(test, { entityId: 'urn:shared' }, [
      element('saml:NameID', {}, [user.userId]),
    ])
    await other.visit(await signedPath('/api/saml/SAML2/SLO', message))
    const { location } = (
      await other.visit(await signedPath(sso, authnRequest(test, { entityId: 'urn:shared' })))
    ).headers
    expect(location).toMatch(/^\/saml\/authentication\?uid=/)
    browser = await browserOf(test, user)
  })
})

describe('URLs', () => {
  it.each([
    ['https://SP.example.test/acs', 'https://sp.example.test/acs'],
    ['https://sp.example.test:443/acs', 'https://sp.example.test/acs'],
    ['https://sp.example.test/acs', 'https://Sp.Example.test:443/acs'],
  ])('of ACS %s and %s are the same', async (url, asked) => {
    const at = await registerProvider(test, { assertionConsumers: [{ index: 0, url }] })
    const answer = await visit(at, { attributes: { AssertionConsumerServiceURL: asked } })
    const posted = formIn(answer.body)
    expect(posted.action).toBe('https://sp.example.test/acs')
    // In the letters of the request: that is what it compares with.
    expect(attributeOf(messageIn(posted), 'Destination')).toBe(asked)
  })

  it('of our own are recognized in capitals', async () => {
    const at = await registerProvider(test)
    const { host } = new URL(test.tenant.publicUrl)
    const Destination = `${test.tenant.publicUrl.replace(host, host.toUpperCase())}${sso}`
    expect(statusOf(await responseTo(at, { attributes: { Destination } }))).toBe('Success')
  })

  it('carry a relay state of up to 8 KB', async () => {
    const at = await registerProvider(test)
    const long = 'x'.repeat(8192)
    expect(formIn((await visit(at, {}, long)).body).fields.RelayState).toBe(long)
    expect((await visit(at, {}, `${long}x`)).headers.location).toContain('error=invalid_request')
  })
})

describe('our encryption key', () => {
  const metadata = async () => {
    const { host } = new URL(test.tenant.publicUrl)
    return (await test.app.inject({ url: '/api/saml', headers: { host } })).body
  }

  it('is in the metadata, which say how long they hold', async () => {
    const text = await metadata()
    expect(text).toMatch(
      /<md:KeyDescriptor use="encryption">.*<md:EncryptionMethod Algorithm="[^"]+aes256-gcm"/s,
    )
    expect(text).toMatch(/cacheDuration="PT1H"/)
    const until = Date.parse(/validUntil="([^"]+)"/.exec(text)?.[1] ?? '')
    expect(until).toBeGreaterThan(test.clock.now().getTime())
  })

  it('reads the name in a sign-out and in the subject of a request', async () => {
    const at = await registerProvider(test, { nameIdFormat: 'email' })
    const mine = await browserOf(test, user)
    await mine.visit(await signedPath(sso, authnRequest(test, at)))
    const recipient = new X509Certificate(Buffer.from(await certificateOf(test), 'base64'))
      .publicKey
    const hidden = (name: string) =>
      element('saml:EncryptedID', {}, [
        encryptElement(canonical(element('saml:NameID', {}, [name])), {
          recipient,
          algorithm: 'AES128_CBC',
        }),
      ])
    const about = async (name: string) =>
      statusOf(await responseTo(at, { content: [element('saml:Subject', {}, [hidden(name)])] }))
    expect(await about(`${user.userId}@example.test`)).toBe('Success')
    expect(await about('other@example.test')).toBe('UnknownPrincipal')
    const message = logoutRequest(test, at, [hidden(`${user.userId}@example.test`)])
    const answer = await mine.visit(await signedPath('/api/saml/SAML2/SLO', message))
    expect(String(answer.headers.location)).toMatch(/^https:.*SAMLRe/)
    const again = await mine.visit(await signedPath(sso, authnRequest(test, at)))
    expect(String(again.headers.location)).toMatch(/^\/saml\/authentication/)
    browser = await browserOf(test, user)
  })
})

it('attributes are composed of others, and previewed as they are sent', async () => {
  const attributes = [
    { name: 'eppn', source: 'USER_ATTRIBUTE', value: '{userId}@{domain}' },
    { name: 'display', source: 'USER_ATTRIBUTE', value: 'displayName' },
    { name: 'full', source: 'USER_ATTRIBUTE', value: '{lastname}, {firstname}' },
    { name: 'none', source: 'USER_ATTRIBUTE', value: 'tel:{phone}' },
  ] as const
  const naming = { nameIdFormat: 'unspecified', nameIdAttribute: '{userid}@example.org' } as const
  const at = await registerProvider(test, { ...naming, attributes: [...attributes] })
  const assertion = down(await responseTo(at), 'Assertion')
  const statement = down(assertion, 'AttributeStatement')
  const sent = childrenOf(statement, statement.namespace, 'Attribute').map((each) => [
    attributeOf(each, 'Name'),
    textOf(down(each, 'AttributeValue')),
  ])
  const { hostname } = new URL(test.tenant.publicUrl)
  expect(sent).toEqual([
    ['eppn', `${user.userId}@${hostname}`],
    ['display', `Test ${user.userId}`],
    ['full', `${user.userId}, Test`],
  ])
  expect(textOf(down(assertion, 'Subject', 'NameID'))).toBe(`${user.userId}@example.org`)
  const body = { userId: user.id, applicationId: at.id, ...naming, attributes: [...attributes] }
  const preview = await test.call(previewSamlAssertion, { as, body })
  expect(preview.body, preview.text).toMatchObject({
    nameId: { format: 'unspecified', value: `${user.userId}@example.org` },
    attributes: sent.map(([name, value]) => ({ name, values: [value] })),
  })
  await expect(
    registerProvider(test, {
      attributes: [{ name: 'x', source: 'USER_ATTRIBUTE', value: '{shoesize}' }],
    }),
  ).rejects.toThrow('shoesize')
})

it('encrypts for a certificate that is given, unless something else is said', async () => {
  const at = await registerProvider(test, { encryptionCertificate: spCertificate })
  expect(JSON.stringify(await responseTo(at))).toContain('EncryptedAssertion')
})
