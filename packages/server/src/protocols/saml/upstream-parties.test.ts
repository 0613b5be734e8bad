import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readUpstreamSignOut } from '@signet/contract/access/upstream-sign-in'
import { parseSamlMetadata } from '@signet/contract/applications/saml-applications'
import {
  parseSamlProviderMetadata,
  readSamlIdentityProvider,
} from '@signet/contract/applications/saml-identity-providers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../testing/access/people.ts'
import { createBrowser } from '../../../testing/browser.ts'
import { buildAdmin, buildUser } from '../../../testing/builders.ts'
import { browserOf } from '../../../testing/oidc/party.ts'
import { certificateOf, formIn, registerProvider } from '../../../testing/saml/provider.ts'
import {
  foreignSigner,
  idpEntity,
  idpSigner,
  idpSignOut,
  registerUpstream,
  requestIn,
  responseTo,
  visitorOf,
} from '../../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { redirectTo } from '../../platform/saml/bindings.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { attributeOf } from '../../platform/xml/tree.ts'

// Guards: the signature, the issuer, the destination and the names in `upstream-sign-out.ts`.

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const browser = () => createBrowser(test.app, new URL(test.tenant.publicUrl).host)
const unique = (): string => test.platform.ids.random(6).toString('hex')

const shownProvider = async (id: string) => {
  const { token: as } = await buildAdmin(test.ctx)
  const answer = await test.call(readSamlIdentityProvider, { as, params: { id } })
  return JSON.parse(answer.text)
}

/** Signs somebody in by the provider; their token, and how the provider calls them. */
const signedIn = async (idpId: string) => {
  const name = unique()
  const visitor = visitorOf(test)
  const begun = await visitor.begin(idpId)
  const told = { name, attributes: [['uid', name]] } as const
  const response = await responseTo(test, begun.redirect, {
    name,
    attributes: told.attributes.map(([key, value]) => [key, value]),
  })
  const answer = await visitor.complete(idpId, { ...begun, response })
  const token = fieldOf(answer.body, 'authentication', 'session', 'jwt', 'token')
  expect(typeof token, answer.text).toBe('string')
  return { name, as: String(token) }
}

const open = (more = {}) =>
  registerUpstream(test, { createsUsers: true, userIdClaim: 'uid', ...more })

describe('our metadata for a SAML provider', () => {
  it('are read by a service like this one, and their signature is right for xmlsec1', async () => {
    const id = await open()
    const provider = await shownProvider(id)
    const { body: metadata } = await browser().visit(provider.ownEntityId)
    const { token: as } = await buildAdmin(test.ctx)
    const told = await test.call(parseSamlMetadata, { as, body: { metadata } })
    expect(told.body).toMatchObject({
      entityId: provider.ownEntityId,
      assertionConsumers: [{ index: 0, url: provider.consumerUrl }],
      logoutUrl: provider.ownLogoutUrl,
      nameIdFormat: 'persistent',
      requireSignedRequests: true,
    })
    const folder = mkdtempSync(join(tmpdir(), 'xmlsec-'))
    try {
      writeFileSync(join(folder, 'metadata.xml'), metadata)
      const der = Buffer.from(await certificateOf(test), 'base64')
      writeFileSync(join(folder, 'certificate.der'), der)
      const entity = 'urn:oasis:names:tc:SAML:2.0:metadata:EntityDescriptor'
      const key = ['--pubkey-cert-der', 'certificate.der']
      const said = execFileSync(
        'xmlsec1',
        ['--verify', ...key, '--id-attr:ID', entity, 'metadata.xml'],
        { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      )
      expect(said).toBe('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are nobody’s where there is no such provider, or it is off', async () => {
    const off = await open({ enabled: false })
    for (const id of [off, crypto.randomUUID(), 'x']) {
      const { headers } = await browser().visit(`/api/saml/SAML2/SP/${id}`)
      expect(headers.location).toContain('/#/error?error=invalid_request')
    }
  })
})

describe('a second service of this kind as the provider', () => {
  it('signs its people in here, each side from the other’s metadata', async () => {
    const other = await test.otherTenant()
    const there = { ...test, ...other }
    const { body: theirs } = await createBrowser(
      test.app,
      new URL(other.tenant.publicUrl).host,
    ).visit('/api/saml')
    const { token: as } = await buildAdmin(test.ctx)
    const told = await test.call(parseSamlProviderMetadata, { as, body: { metadata: theirs } })
    expect(told.status, told.text).toBe(200)
    const { expiresAt: _end, ...known } = JSON.parse(told.text)
    const idpId = await open({ ...known, requiresEncryption: true })
    const { body: ours } = await browser().visit((await shownProvider(idpId)).ownEntityId)
    const admin = await buildAdmin(other.ctx)
    const read = await other.call(parseSamlMetadata, { as: admin.token, body: { metadata: ours } })
    const { entityId, assertionConsumers, signingCertificates, encryptionCertificate } = JSON.parse(
      read.text,
    )
    await registerProvider(there, {
      entityId,
      assertionConsumers,
      signingCertificates,
      encryptionCertificate,
      encryptAssertion: true,
      requireSignedRequests: true,
      attributes: [{ name: 'uid', source: 'USER_ATTRIBUTE', value: 'userid' }],
    })
    const person = await buildUser(other.ctx)
    const theirBrowser = await browserOf(there, person)
    const visitor = visitorOf(test)
    const { redirect, ...begun } = await visitor.begin(idpId)
    const posted = formIn((await theirBrowser.visit(redirect)).body)
    const response = Buffer.from(posted.fields.SAMLResponse ?? '', 'base64').toString()
    const answer = await visitor.complete(idpId, { ...begun, response })
    expect(fieldOf(answer.body, 'authentication', 'authenticationCompleted'), answer.text).toBe(
      true,
    )
    const [made] = await test.ctx.db
      .selectFrom('users')
      .select('type')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', person.userId)
      .execute()
    expect(made?.type).toBe('EXTERNAL')
  })
})

describe('the page that takes a response', () => {
  it('hands it to this tab and decides nothing', async () => {
    const id = await open()
    const form = { SAMLResponse: Buffer.from('<a/>').toString('base64'), RelayState: 'x' }
    const url = `/api/saml/SAML2/SP/${id}/ACS`
    const page = await browser().visit(url, { method: 'POST', form })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`value="/idp/complete/${id}"`)
    expect(String(page.headers['content-security-policy'])).toMatch(
      /^default-src 'none'; script-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'/,
    )
    expect(page.headers['set-cookie']).toBeUndefined()
    const evil = { SAMLResponse: '"><script>alert(1)</script>' }
    const refused = await browser().visit(url, { method: 'POST', form: evil })
    expect(refused.headers.location).toContain('/#/error?error=invalid_request')
  })
})

describe('signing out', () => {
  it('leads to the provider that the session began by, signed and by its name for them', async () => {
    const idpId = await open()
    const { as, name } = await signedIn(idpId)
    const answer = await test.call(readUpstreamSignOut, { as })
    const url = new URL(String(answer.body.redirect))
    expect(url.origin + url.pathname).toBe(idpSignOut)
    expect(url.searchParams.get('Signature')).not.toBe(null)
    const { message } = requestIn(url.href)
    expect(message.local).toBe('LogoutRequest')
    expect(canonical(message)).toContain(`>${name}</saml:NameID>`)
    expect(canonical(message)).toContain('_session')
    const { token } = await buildAdmin(test.ctx)
    const other = await test.call(readUpstreamSignOut, { as: token })
    expect(other.body).toEqual({ redirect: null })
  })

  const logoutRequest = (
    own: { readonly ownLogoutUrl: string },
    given: { readonly name: string; readonly issuer?: string; readonly index?: string },
  ) =>
    element(
      'samlp:LogoutRequest',
      {
        ID: `_${unique()}`,
        Version: '2.0',
        IssueInstant: test.clock.now().toISOString(),
        Destination: own.ownLogoutUrl,
      },
      [
        element('saml:Issuer', {}, [given.issuer ?? idpEntity]),
        element('saml:NameID', {}, [given.name]),
        element('samlp:SessionIndex', {}, [given.index ?? '_session']),
      ],
    )

  const told = async (
    idpId: string,
    given: Parameters<typeof logoutRequest>[1] & {
      readonly signer?: typeof idpSigner | null
      readonly to?: string
    },
  ) => {
    const own = await shownProvider(idpId)
    const { signer = idpSigner } = given
    const message = logoutRequest(given.to === undefined ? own : { ownLogoutUrl: given.to }, given)
    const sent = { kind: 'SAMLRequest', text: canonical(message), relayState: 'back' } as const
    const url = await redirectTo(own.ownLogoutUrl, sent, signer)
    return { answer: await browser().visit(url), id: attributeOf(message, 'ID') }
  }

  const isOpen = async (as: string) => (await test.call(readUpstreamSignOut, { as })).status === 200

  it('at the provider ends the sessions that began by it, and answers', async () => {
    const idpId = await open()
    const { as, name } = await signedIn(idpId)
    const { as: bystander } = await signedIn(idpId)
    await told(idpId, { name, index: '_another' })
    expect(await isOpen(as)).toBe(true)
    const { answer, id } = await told(idpId, { name })
    expect([await isOpen(as), await isOpen(bystander)]).toEqual([false, true])
    const back = new URL(String(answer.headers.location))
    expect(back.origin + back.pathname).toBe(idpSignOut)
    expect(back.searchParams.get('RelayState')).toBe('back')
    const response = back.searchParams.get('SAMLResponse') ?? ''
    const { message } = requestIn(`${idpSignOut}?SAMLRequest=${encodeURIComponent(response)}`)
    expect([message.local, attributeOf(message, 'InResponseTo')]).toEqual(['LogoutResponse', id])
    expect(canonical(message)).toContain('status:Success')
  })

  it('is believed only where the provider has signed it, to us', {
    meta: { covers: ['S14'] },
  }, async () => {
    const [idpId, otherId] = [await open(), await open({ entityId: 'urn:other' })]
    const { as, name } = await signedIn(idpId)
    await told(idpId, { name, signer: null })
    await told(idpId, { name, signer: foreignSigner })
    await told(idpId, { name, issuer: 'urn:other' })
    await told(idpId, { name, to: 'https://other.example.test/SLO' })
    await told(otherId, { name, issuer: 'urn:other' })
    expect(await isOpen(as)).toBe(true)
    await told(idpId, { name })
    expect(await isOpen(as)).toBe(false)
  })
})
