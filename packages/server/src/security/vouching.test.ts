import { X509Certificate } from 'node:crypto'
import {
  createOidcIdentityProvider,
  updateOidcIdentityProvider,
} from '@signet/contract/applications/identity-providers'
import { updateSamlIdentityProvider } from '@signet/contract/applications/saml-identity-providers'
import { createPassthrough, updatePassthrough } from '@signet/contract/authenticators/passthrough'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { updateExternalCredentialSettings } from '@signet/contract/settings/externalcredentials'
import { updateUserCertSettings } from '@signet/contract/settings/usercertauthenticator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate } from '../../testing/access/certificates.ts'
import { noticeTo } from '../../testing/access/mail.ts'
import { buildAdmin, buildUser, everyPermission } from '../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../testing/http-services.ts'
import {
  foreignSigner,
  idpEntity,
  idpSigner,
  idpSignIn,
  registerUpstream,
} from '../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Guards: `changeVoucher` (settings/vouching) at each that vouches for users, and what each takes
 * for another voucher: `vouchingChanged` of providers, `expectVouching` of services,
 * `expectAuthorities` of certificates.
 */

let test: TestApp
let service: ServiceForTests
let superAdministrator: Awaited<ReturnType<typeof buildAdmin>>
let narrow: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  service = await startHttpService()
  allowServices(test, [service])
  superAdministrator = await buildAdmin(test.ctx)
  narrow = (await buildAdmin(test.ctx, { permissions: everyPermission })).token
})
afterAll(async () => {
  await service.close()
  await test.close()
})

const unique = (): string => test.platform.ids.random(6).toString('hex')

/** A provider with somebody whose account is linked. */
const link = async (providerId: string, issuer: string): Promise<void> => {
  const { db, tenant, platform } = test.ctx
  await db
    .insertInto('linked_identities')
    .values({
      tenant_id: tenant.id,
      id: platform.ids.uuid(),
      provider_id: providerId,
      issuer,
      subject: unique(),
      user_id: (await buildUser(test.ctx)).id,
      label: null,
      linked_at: platform.clock.now(),
      last_used_at: null,
    })
    .execute()
}

/** Something that vouches for users: how it is changed, and with what it goes on unchanged. */
interface Voucher {
  readonly endpoint: Endpoint
  readonly params?: object
  readonly body: object
}

const saml = async ({ isLinked = true } = {}): Promise<Voucher> => {
  const body = {
    name: `SAML ${unique()}`,
    entityId: idpEntity,
    signInUrl: idpSignIn,
    signingCertificates: [idpSigner.certificate],
    trustedContexts: ['urn:one'],
  }
  const id = await registerUpstream(test, body)
  if (isLinked) await link(id, idpEntity)
  return { endpoint: updateSamlIdentityProvider, params: { id }, body }
}

const issuer = 'https://login.example.test'
const oidc = async (): Promise<Voucher> => {
  const body = {
    name: `OIDC ${unique()}`,
    issuer,
    clientId: 'signet',
    trustedAmrs: ['hwk'],
    trustedAcrs: ['urn:one'],
  }
  const made = await test.call(createOidcIdentityProvider, { as: superAdministrator.token, body })
  expect(made.status, made.text).toBe(200)
  const id = String(made.body.id)
  await link(id, issuer)
  return { endpoint: updateOidcIdentityProvider, params: { id }, body }
}

const connector = (path = 'judge') => ({
  method: 'POST',
  url: `${service.url}/${path}`,
  authType: 'None',
  body: '{"answer":"{{REQ.password}}"}',
  resultItems: [{ name: 'ok', path: '$.ok', equals: 'true' }],
})

const passthrough = async (): Promise<Voucher> => {
  const body = {
    name: `P ${unique()}`,
    description: '',
    enabled: true,
    groupIds: [],
    connector: connector(),
  }
  const made = await test.call(createPassthrough, { as: superAdministrator.token, body })
  expect(made.status, made.text).toBe(200)
  return { endpoint: updatePassthrough, params: { id: String(made.body.id) }, body }
}

const external = async (): Promise<Voucher> => {
  const body = { connector: { ...connector(), body: '{"answer":"{{REQ.response}}"}' } }
  const voucher = { endpoint: updateExternalCredentialSettings, params: { type: 'OTP' }, body }
  const made = await test.call(voucher.endpoint, { ...voucher, as: superAdministrator.token })
  expect(made.status, made.text).toBe(200)
  await test.ctx.db
    .insertInto('external_credentials')
    .values({
      tenant_id: test.tenant.id,
      user_id: (await buildUser(test.ctx)).id,
      type: 'OTP',
      identifier: unique(),
      created_at: test.clock.now(),
      last_used_at: null,
      last_answer_hmac: null,
    })
    .execute()
  return voucher
}

const authority = (): string => {
  const { der } = createCertificate({ name: { CN: `Root ${unique()}` }, isAuthority: true })
  return new X509Certificate(der).toString()
}

const certificates = async (): Promise<Voucher> => {
  const refused = ['ab'.repeat(32)]
  const body = { enabled: true, trustAnchors: authority(), clientAuthRequired: true, refused }
  const made = await test.call(updateUserCertSettings, { as: superAdministrator.token, body })
  expect(made.status, made.text).toBe(200)
  return { endpoint: updateUserCertSettings, body }
}

const vouchers = { saml, oidc, passthrough, external, certificates }
type Kind = keyof typeof vouchers

const changes: readonly (readonly [Kind, string, () => object])[] = [
  ['saml', 'signingCertificates', () => ({ signingCertificates: [foreignSigner.certificate] })],
  [
    'saml',
    'signingCertificates',
    () => ({ signingCertificates: [idpSigner.certificate, foreignSigner.certificate] }),
  ],
  ['saml', 'signInUrl', () => ({ signInUrl: 'https://evil.example.test/sso' })],
  ['saml', 'entityId', () => ({ entityId: 'https://evil.example.test/saml' })],
  ['saml', 'nameIdFormat', () => ({ nameIdFormat: 'email' })],
  ['saml', 'trustedContexts', () => ({ trustedContexts: ['urn:one', 'urn:two'] })],
  ['oidc', 'issuer', () => ({ issuer: 'https://evil.example.test' })],
  ['oidc', 'clientId', () => ({ clientId: 'another' })],
  ['oidc', 'trustedAmrs', () => ({ trustedAmrs: ['hwk', 'pwd'] })],
  ['oidc', 'trustedAcrs', () => ({ trustedAcrs: ['urn:one', 'urn:two'] })],
  ['oidc', 'trustsMail', () => ({ trustsMail: true })],
  ['passthrough', 'url', () => ({ connector: connector('evil') })],
  [
    'passthrough',
    'resultItems',
    () => ({
      connector: { ...connector(), resultItems: [{ name: 'x', path: '$.x', equals: '1' }] },
    }),
  ],
  [
    'external',
    'url',
    () => ({ connector: { ...connector('evil'), body: '{"a":"{{REQ.response}}"}' } }),
  ],
  [
    'passthrough',
    'headers',
    () => ({ connector: { ...connector(), headers: [{ name: 'X-Account', value: 'another' }] } }),
  ],
  [
    'passthrough',
    'secret',
    () => ({ connector: { ...connector(), authType: 'Bearer Token', secret: 'another' } }),
  ],
  ['certificates', 'trustAnchors', () => ({ trustAnchors: authority() })],
  ['certificates', 'nameIs', () => ({ nameIs: 'EMAIL' })],
  ['certificates', 'clientAuthRequired', () => ({ clientAuthRequired: false })],
  ['certificates', 'refused', () => ({ refused: [] })],
]

const put = ({ endpoint, params, body }: Voucher, as: string, more: object = {}) =>
  test.call(endpoint, { as, params, body: { ...body, ...more } })

const noted = async (): Promise<readonly string[]> => {
  const rows = await test.ctx.db
    .selectFrom('audit_details')
    .select('detail')
    .where('detail', 'like', '%"changed":%')
    .orderBy('occurred_at', 'desc')
    .execute()
  return rows.map(({ detail }) => String(detail))
}

describe('whoever vouches for users', () => {
  it('is told to super administrators by email when it is replaced', async () => {
    const email = `${superAdministrator.userId}@example.test`
    const more = { signingCertificates: [foreignSigner.certificate] }
    expect((await put(await saml(), superAdministrator.token, more)).status).toBe(200)
    const mail = await noticeTo(test, email, /administration/)
    expect(mail.text).toContain('the keys, endpoints or trust by which')
  })

  it.each(changes)(
    'is replaced by super administrators alone: %s, %s',
    { meta: { covers: ['S70'] } },
    async (kind, field, change) => {
      const voucher = await vouchers[kind]()
      const more = change()
      const before = (await noted()).length
      const refused = await put(voucher, narrow, more)
      expect([refused.status, refused.body.code]).toEqual([403, 'rights_not_held'])
      expect(await noted()).toHaveLength(before)
      const changed = await put(voucher, superAdministrator.token, more)
      expect(changed.status, changed.text).toBe(200)
      const events = await noted()
      expect(events.length).toBeGreaterThan(before)
      expect(events.some((detail) => detail.includes(`"${field}"`))).toBe(true)
    },
  )

  it.each(['saml', 'oidc', 'passthrough', 'external', 'certificates'] as const)(
    'stays the same when other things of it are changed: %s',
    async (kind) => {
      const voucher = await vouchers[kind]()
      const more = 'name' in voucher.body ? { name: `Renamed ${unique()}` } : {}
      const changed = await put(voucher, narrow, more)
      expect(changed.status, changed.text).toBe(200)
    },
  )

  it('may be replaced by whoever may change it while it vouches for nobody', async () => {
    const voucher = await saml({ isLinked: false })
    const more = { signingCertificates: [foreignSigner.certificate] }
    expect((await put(voucher, narrow, more)).status).toBe(200)
  })
})
