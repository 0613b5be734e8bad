import { readSamlIdentityProvider } from '@signet/contract/applications/saml-identity-providers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import {
  foreignSigner,
  idpEntity,
  idpSigner,
  registerUpstream,
} from '../../../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { tenantContexts } from '../../../app/tenant-jobs.ts'
import { element } from '../../../platform/xml/build.ts'
import { canonical } from '../../../platform/xml/canonical.ts'
import { type Signer, signElement } from '../../../platform/xml/sign.ts'
import { samlService } from './index.ts'

// Guards: `faultOf`, `keysAfter`, `nextAt`, `isSignedBy` and `confirmLinksAgain` in the refresh.

let test: TestApp
let service: ServiceForTests
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  service = await startHttpService()
  allowServices(test, [service])
})
afterAll(async () => {
  await service.close()
  await test.close()
})
beforeEach(async () => {
  // The clock moves within these tests, and sessions end.
  as = (await buildAdmin(test.ctx)).token
})

const hour = 3_600_000
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const moved = 'https://idp.example.test/moved'

interface Document {
  readonly certificates?: readonly string[]
  readonly attributes?: Readonly<Record<string, string>>
  readonly signer?: Signer | null
}

const publish = async (given: Document = {}, headers: Record<string, string> = {}) => {
  const { certificates = [foreignSigner.certificate], attributes = {}, signer = null } = given
  const key = (certificate: string) =>
    element('md:KeyDescriptor', { use: 'signing' }, [
      element('ds:KeyInfo', {}, [
        element('ds:X509Data', {}, [element('ds:X509Certificate', {}, [certificate])]),
      ]),
    ])
  const role = { protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol' }
  const entity = element('md:EntityDescriptor', { ID: '_m', entityID: idpEntity, ...attributes }, [
    element('md:IDPSSODescriptor', role, [
      ...certificates.map(key),
      element('md:SingleSignOnService', { Binding: redirect, Location: moved }),
    ]),
  ])
  const text = canonical(signer === null ? entity : await signElement(entity, signer, 0))
  service.answer(() => ({ headers: { 'content-type': 'text/xml', ...headers }, body: text }))
}

/** A provider whose metadata is at the service, with a linked account. */
const provider = async (): Promise<string> => {
  const id = await registerUpstream(test, { metadataUrl: `${service.url}/metadata` })
  const { db, tenant, platform } = test.ctx
  await db
    .insertInto('linked_identities')
    .values({
      tenant_id: tenant.id,
      id: platform.ids.uuid(),
      provider_id: id,
      issuer: idpEntity,
      subject: id,
      user_id: (await buildUser(test.ctx)).id,
      label: null,
      linked_at: platform.clock.now(),
      last_used_at: null,
    })
    .execute()
  return id
}

const refresh = () =>
  samlService.refreshMetadata(test.platform, tenantContexts(test.platform, 'metadata'))

const read = async (id: string) => {
  const answer = await test.call(readSamlIdentityProvider, { as, params: { id } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const isDoubted = async (id: string): Promise<boolean | undefined> => {
  const links = test.ctx.db.selectFrom('linked_identities').select('confirm_again')
  return (await links.where('provider_id', '=', id).executeTakeFirst())?.confirm_again
}

const actions = async (id: string) => {
  const events = test.ctx.db.selectFrom('audit_events').select('action')
  return (await events.where('entity_id', '=', id).execute()).map(({ action }) => action)
}

describe('metadata that is read again', () => {
  it('brings a new key beside the former one, which counts for a week longer', async () => {
    const id = await provider()
    await publish()
    await refresh()
    const { certificate: key } = foreignSigner
    expect(await read(id)).toMatchObject({
      signingCertificates: [key, idpSigner.certificate],
      signInUrl: moved,
      metadata: { fault: null },
    })
    expect(await actions(id)).toEqual(
      expect.arrayContaining(['VOUCHING_CHANGED', 'IDENTITY_PROVIDER_UPDATED']),
    )
    test.clock.advance(6 * 24 * hour)
    await refresh()
    as = (await buildAdmin(test.ctx)).token
    expect((await read(id)).signingCertificates).toHaveLength(2)
    test.clock.advance(25 * hour)
    await refresh()
    as = (await buildAdmin(test.ctx)).token
    expect((await read(id)).signingCertificates).toEqual([key])
  })

  it.each([
    ['unsigned', null, true],
    ['signed by the new key', foreignSigner, true],
    ['signed by the former key', idpSigner, false],
  ] as const)('%s: linked accounts are confirmed again', async (_how, signer, doubted) => {
    const id = await provider()
    await publish({ signer })
    await refresh()
    expect((await read(id)).signingCertificates).toHaveLength(2)
    expect(await isDoubted(id)).toBe(doubted)
  })

  it.each([
    ['OTHER_ENTITY', { attributes: { entityID: 'https://evil.example.test' } }],
    ['EXPIRED', { attributes: { validUntil: '2020-01-01T00:00:00Z' } }],
    ['NO_CERTIFICATE', { certificates: [] }],
  ] as const)('changes nothing when it is not to be believed: %s', async (fault, document) => {
    const id = await provider()
    const before = await read(id)
    await publish(document)
    await refresh()
    const after = await read(id)
    expect(after).toMatchObject({ metadata: { fault } })
    expect({ ...after, metadata: null }).toEqual({ ...before, metadata: null })
  })

  it.each([
    [404, 'INVALID'],
    [500, 'INVALID'],
  ])('changes nothing after status %i', async (status, fault) => {
    const id = await provider()
    service.answer(() => ({ status, body: {} }))
    await refresh()
    expect(await read(id)).toMatchObject({
      signingCertificates: [idpSigner.certificate],
      metadata: { fault },
    })
  })

  it.each([
    ['cacheDuration', { attributes: { cacheDuration: 'PT6H' } }, {}, 6],
    ['Cache-Control', {}, { 'cache-control': 'public, max-age=7200' }, 2],
    ['a day at most', { attributes: { cacheDuration: 'P30D' } }, {}, 24],
    ['an hour at least', {}, { 'cache-control': 'max-age=1' }, 1],
  ] as const)('is due again as its owner says: %s', async (_name, document, headers, hours) => {
    const id = await provider()
    await publish(document, headers)
    const began = test.clock.now().getTime()
    await refresh()
    const { metadata } = await read(id)
    const due = new Date(String(Object(metadata).nextAt)).getTime() - began
    expect(due).toBeGreaterThanOrEqual(hours * hour)
    expect(due).toBeLessThan(hours * hour + 120_000)
  })
})

describe('metadata of several tenants', () => {
  it('is read tenant by tenant, one provider of each before the second of any', async () => {
    const other = await test.otherTenant()
    for (let made = 0; made < 4; made += 1) {
      await registerUpstream(test, { metadataUrl: `${service.url}/many` })
    }
    await registerUpstream(other, { metadataUrl: `${service.url}/one` })
    test.clock.advance(25 * hour)
    service.answer(() => ({ status: 503 }))
    service.calls.length = 0
    await refresh()
    const paths = service.calls.map(({ path }) => path)
    expect(paths.length).toBeGreaterThanOrEqual(5)
    expect(paths.indexOf('/one')).toBeGreaterThanOrEqual(0)
    expect(paths.indexOf('/one')).toBeLessThanOrEqual(1)
  })
})
