import { completeAuthentication } from '@signet/contract/access/authentication'
import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import {
  completeCertificateSignIn,
  startCertificateSignIn,
} from '@signet/contract/access/user-certificates'
import { updateUserCertSettings } from '@signet/contract/settings/usercertauthenticator'
import { standardFlow } from '@signet/rules/flows'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCertificate,
  pemOf,
  type TestCertificate,
} from '../../../../testing/access/certificates.ts'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { networks } from '../../../platform/config/networks.ts'

/*
 * Guards: `isTrusted` (anchor, time, authority, purpose, fingerprint, signature), `nameIn` (one
 * name), `ownerOfPresented` (one person), the account's own certificate in `userCertificateFactor`,
 * `isFromProxy` of the header.
 */

const authority = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })
const stranger = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })

let test: TestApp
let app: FastifyInstance
let call: Call
let as: string
let admin: Awaited<ReturnType<typeof buildAdmin>>
const settings = {
  enabled: true,
  trustAnchors: pemOf(authority),
  nameFrom: 'UPN',
  nameIs: 'USER_ID',
  clientAuthRequired: true,
  refused: [],
}
const set = async (more: object = {}) => {
  // The administrator has nothing but certificates to sign in by.
  const headers = { 'signet-accept-lockout': admin.userId }
  const saved = await call(updateUserCertSettings, { as, headers, body: { ...settings, ...more } })
  expect(saved.status, saved.text).toBe(200)
  // The other node reads it a second later.
  test.clock.advance(2000)
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const config = {
    ...test.platform.config,
    trustedProxies: networks('127.0.0.1'),
    clientCertificates: { tls: false, header: 'client-cert' },
  }
  app = await createApp({ ...test.platform, config })
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  admin = await buildAdmin(test.ctx)
  as = admin.token
  await set()
  await call(createAuthenticationFlow, {
    as,
    body: {
      ...standardFlow,
      name: 'Certificates',
      firstFactors: ['PASSWORD', 'USER_CERTIFICATE'],
      secondFactor: 'WHEN_HELD',
      secondFactors: ['TOKEN', 'PASSWORD'],
      default: true,
    },
  })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

const headerOf = ({ der }: TestCertificate) => ({ 'client-cert': `:${der.toString('base64')}:` })

const issue = (name: string, more: Partial<Parameters<typeof createCertificate>[0]> = {}) =>
  createCertificate({
    name: { CN: name },
    issuer: authority,
    principalNames: [name],
    isForClients: true,
    ...more,
  })

/** Signs in with a certificate; the person may have been named before. */
const signIn = async (certificate: TestCertificate | null, named?: string) => {
  const browser = browserOf(call)
  await browser.query(named)
  const headers = certificate === null ? {} : headerOf(certificate)
  return call(completeCertificateSignIn, { headers, body: { authToken: browser.authToken } })
}

const codeOf = async (answer: ReturnType<typeof signIn>) => (await answer).body.errorCode

describe('a certificate', () => {
  it('signs its owner in, who need not be named', async () => {
    const { userId } = await buildPerson(test.ctx)
    const unnamed = await signIn(issue(userId))
    expect(unnamed.body, unnamed.text).toMatchObject({ authenticationCompleted: true })
    expect((await signIn(issue(userId), userId)).body).toMatchObject({
      authenticationCompleted: true,
    })
  })

  it('is told to whoever shows it before, and nothing of whom it is good for', async () => {
    const browser = browserOf(call)
    await browser.query()
    const body = { authToken: browser.authToken }
    const shown = await call(startCertificateSignIn, { headers: headerOf(issue('nobody')), body })
    expect(shown.body.certificate).toMatchObject({ subject: 'CN=nobody', issuer: 'CN=Acme CA' })
    expect((await call(startCertificateSignIn, { body })).body.certificate).toBeNull()
  })

  it('of one person signs nobody else in', { meta: { covers: ['S16'] } }, async () => {
    const [ada, eve] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    expect(await codeOf(signIn(issue(eve.userId), ada.userId))).toBe('invalid_user_response')
  })

  it('signs in by the usual call for answers, too, and only over its own connection', async () => {
    const { userId } = await buildPerson(test.ctx)
    const browser = browserOf(call)
    await browser.query()
    const certificate = issue(userId)
    const asked = {
      params: { authenticator: 'USER_CERTIFICATE' },
      body: { authToken: browser.authToken, response: 'claimed' },
    }
    expect((await call(completeAuthentication, asked)).status).toBe(401)
    const answer = await call(completeAuthentication, { ...asked, headers: headerOf(certificate) })
    expect(answer.body, answer.text).toMatchObject({ authenticationCompleted: true })
  })

  it('is one factor: an administrator proves a password as well', {
    meta: { covers: ['login.flow-types', 'S2', 'S12'] },
  }, async () => {
    const { userId } = await buildPerson(test.ctx, { administrator: true })
    const browser = browserOf(call)
    await browser.query()
    const body = { authToken: browser.authToken }
    const first = await call(completeCertificateSignIn, { headers: headerOf(issue(userId)), body })
    expect(first.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
    const second = await call(completeAuthentication, {
      params: { authenticator: 'PASSWORD' },
      body: { authToken: first.body.authToken, response: goodPassword },
    })
    expect(second.body, second.text).toMatchObject({ authenticationCompleted: true })
  })
})

describe('nobody signs in by a certificate', () => {
  const person = async () => (await buildPerson(test.ctx)).userId

  it.each([
    ['of another authority of the same name', { issuer: stranger }],
    ['that has run out', { until: '210101000000Z' }],
    ['of an authority', { isAuthority: true }],
    ['that is not for clients', { isForClients: false }],
    ['without a name', { principalNames: [] }],
    ['signed with SHA-1', { hash: 'sha1' }],
  ] as const)(
    'that is not to be believed: %s',
    { meta: { covers: ['S16'] } },
    async (_which, more) => {
      expect(await codeOf(signIn(issue(await person(), more)))).toBe('invalid_user_response')
    },
  )

  it('with two names', { meta: { covers: ['S16'] } }, async () => {
    const both = [await person(), await person()]
    const certificate = issue(both[0] ?? '', { principalNames: both })
    expect(await codeOf(signIn(certificate))).toBe('invalid_user_response')
  })

  it('that is not for clients, where the tenant takes those of users', {
    meta: { covers: ['S71'] },
  }, async () => {
    const chief = await buildPerson(test.ctx, { administrator: true })
    const first = async (name: string, isForClients: boolean) =>
      (await signIn(issue(name, { isForClients }))).status
    await set({ clientAuthRequired: false })
    expect(await first(await person(), false)).toBe(200)
    expect(await first(chief.userId, false)).toBe(401)
    expect(await first(chief.userId, true)).toBe(200)
    await set()
  })

  it('that was refused by its fingerprint', { meta: { covers: ['S16'] } }, async () => {
    const certificate = issue(await person())
    expect((await signIn(certificate)).status).toBe(200)
    const { createHash } = await import('node:crypto')
    const fingerprint = createHash('sha256').update(certificate.der).digest('hex')
    await set({ refused: [fingerprint] })
    expect(await codeOf(signIn(certificate))).toBe('invalid_user_response')
    await set()
  })

  it('that is not there', async () => {
    expect(await codeOf(signIn(null, await person()))).toBe('invalid_user_response')
  })

  it('where the tenant does not take any', async () => {
    const certificate = issue(await person())
    await set({ enabled: false })
    expect(await codeOf(signIn(certificate))).toBe('no_transaction')
    await set()
  })

  it('that a client sends in the header itself', { meta: { covers: ['S19'] } }, async () => {
    const { userId } = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query()
    const body = { authToken: browser.authToken }
    const headers = headerOf(issue(userId))
    expect((await test.call(completeCertificateSignIn, { headers, body })).status).toBe(401)
  })
})

describe('the owner of a certificate', () => {
  it.each([
    ['EMAIL', 'EMAIL', { email: 'in.use@acme.example', email_verified: true }],
    ['COMMON_NAME', 'USER_PRINCIPAL_NAME', { user_principal_name: 'ada@acme.example' }],
    ['SERIAL_NUMBER', 'USER_PRINCIPAL_NAME', { user_principal_name: 'S-4711' }],
  ])('is found by %s as %s', async (nameFrom, nameIs, columns) => {
    const { id } = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set(columns)
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()
    await set({ nameFrom, nameIs })
    const [name = ''] = Object.values(columns).map(String)
    const certificate = createCertificate({
      name: { CN: name, serialNumber: name },
      issuer: authority,
      mails: [name],
      isForClients: true,
    })
    const answer = await signIn(certificate)
    expect(answer.body, answer.text).toMatchObject({ authenticationCompleted: true })
    await set()
  })

  it('is nobody by an address that nobody has proven', { meta: { covers: ['S16'] } }, async () => {
    const { id } = await buildPerson(test.ctx)
    const columns = { email: 'claimed@acme.example', email_verified: false }
    await test.ctx.db
      .updateTable('users')
      .set(columns)
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()
    await set({ nameFrom: 'EMAIL', nameIs: 'EMAIL' })
    const certificate = issue('ada', { mails: [columns.email] })
    expect(await codeOf(signIn(certificate))).toBe('invalid_user_response')
    await set()
  })
})
