import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { type BuiltUser, buildUser } from '../../../testing/builders.ts'
import { browserOf } from '../../../testing/oidc/party.ts'
import {
  certificateOf,
  consumer,
  formIn,
  logoutUrl,
  registerProvider,
} from '../../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { selfSigned } from '../../platform/self-signed.ts'

/* A service provider that others have written reads what we write, and we what it writes. */

let test: TestApp
let user: BuiltUser
let browser: Browser
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  browser = await browserOf(test, user)
})
afterAll(() => test.close())

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const certificate = selfSigned({
  ...pair,
  commonName: 'node-saml.example.test',
  serial: Buffer.from('0a0b0c10', 'hex'),
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2056-01-01T00:00:00Z'),
})
const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The provider as it is registered here, and the library as it is set up there. */
const party = async (change: Parameters<typeof registerProvider>[1] = {}) => {
  const { entityId } = await registerProvider(test, {
    nameIdFormat: 'email',
    signingCertificates: [certificate.toString('base64')],
    requireSignedRequests: true,
    attributes: [{ name: 'uid', source: 'USER_ATTRIBUTE', value: 'userid' }],
    ...change,
  })
  const url = `${test.tenant.publicUrl}/api/saml`
  return new SAML({
    issuer: entityId,
    callbackUrl: consumer,
    entryPoint: `${url}/SAML2/SSO`,
    logoutUrl: `${url}/SAML2/SLO`,
    logoutCallbackUrl: logoutUrl,
    idpIssuer: url,
    idpCert: new X509Certificate(Buffer.from(await certificateOf(test), 'base64')).toString(),
    privateKey,
    decryptionPvk: privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: change.signResponse ?? true,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: 60_000,
  })
}

const signIn = async (library: SAML) => {
  const url = await library.getAuthorizeUrlAsync('state', undefined, {})
  const posted = formIn((await browser.visit(url)).body)
  expect(posted.action).toBe(consumer)
  const { SAMLResponse = '' } = posted.fields
  return { posted, told: await library.validatePostResponseAsync({ SAMLResponse }) }
}

describe('@node-saml/node-saml', () => {
  it.each([
    ['both signed', {}],
    ['the assertion signed alone', { signResponse: false }],
    [
      'the assertion encrypted',
      { encryptAssertion: true, encryptionCertificate: certificate.toString('base64') },
    ],
  ])('signs somebody in with %s', async (_what, change) => {
    const { told, posted } = await signIn(await party(change))
    expect(told.profile?.nameID).toBe(`${user.userId}@example.test`)
    expect(told.profile?.uid).toBe(user.userId)
    expect(posted.fields.RelayState).toBe('state')
  })

  it('refuses what was changed on the way, and what answers nothing it has asked', async () => {
    const library = await party()
    const url = await library.getAuthorizeUrlAsync('', undefined, {})
    const { fields } = formIn((await browser.visit(url)).body)
    const text = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString()
    const forged = text.replaceAll(`${user.userId}@example.test`, 'admin@example.test')
    expect(forged).not.toBe(text)
    const SAMLResponse = Buffer.from(forged).toString('base64')
    await expect(library.validatePostResponseAsync({ SAMLResponse })).rejects.toThrow(/./)
    const stranger = await party()
    const own = { SAMLResponse: fields.SAMLResponse ?? '' }
    await expect(stranger.validatePostResponseAsync(own)).rejects.toThrow(/./)
  })

  it('signs somebody out', async () => {
    const library = await party()
    const { told } = await signIn(library)
    if (told.profile === null) throw new Error('nobody')
    const url = await library.getLogoutUrlAsync(told.profile, 'bye', {})
    const answer = await browser.visit(url)
    const back = new URL(String(answer.headers.location))
    expect(back.origin + back.pathname).toBe(logoutUrl)
    const query = Object.fromEntries(back.searchParams)
    const done = await library.validateRedirectAsync(query, back.search.slice(1))
    expect(done.loggedOut).toBe(true)
    const again = await library.getAuthorizeUrlAsync('', undefined, {})
    const { headers } = await browser.visit(again)
    expect(headers.location).toMatch(/^\/saml\/authentication/)
  })
})
