import { X509Certificate } from 'node:crypto'
import * as contract from '@signet/contract/applications/saml-applications'
import {
  activateSamlCertificate,
  createSamlCertificate,
  deleteSamlCertificate,
  listSamlCertificates,
} from '@signet/contract/applications/saml-certificates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { millisSince } from '../../../../testing/cpu-time.ts'
import { spCertificate } from '../../../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { readXml } from '../../../platform/xml/tree.ts'
import { verifySignature } from '../../../platform/xml/verify-signature.ts'

const {
  createSamlApplication,
  deleteSamlApplication,
  parseSamlMetadata,
  readSamlApplication,
  updateSamlApplication,
} = contract

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const consumers = [{ index: 0, url: 'https://sp.example.test/acs' }]
const wanted = (name: string, more: object = {}) => ({
  name,
  entityId: `urn:${name.toLowerCase().replaceAll(' ', ':')}`,
  assertionConsumers: consumers,
  ...more,
})
const create = (body: object) => test.call(createSamlApplication, { as, body })
const created = async (name: string, more: object = {}) =>
  JSON.parse((await create(wanted(name, more))).text)
const codeOf = async (body: object) => {
  const { status, body: told } = await create(body)
  return [status, told['errorCode']]
}

const certificates = async (): Promise<{ id: string; state: string; certificate: string }[]> =>
  JSON.parse((await test.call(listSamlCertificates, { as })).text)

describe('a SAML application', () => {
  it.each([
    ['Caf\u00e9', 'Cafe\u0301'],
    ['Time sheets', 'TIME  Sheets'],
  ])('has no name that reads like the one of another: %s', async (name, same) => {
    await created(name)
    const taken = await codeOf(wanted(same, { entityId: `urn:other:${name.length}` }))
    expect(taken).toEqual([409, 'application_exists'])
  })

  it('is made, read, changed and deleted, and keeps what a change leaves out', async () => {
    const made = await created('Wiki', { description: 'Ours', nameIdFormat: 'email' })
    expect(made).toMatchObject({ nameIdAttribute: 'email', signAssertion: true, enabled: true })
    const params = { id: made.id }
    expect((await test.call(readSamlApplication, { as, params })).body).toEqual(made)
    const body = wanted('Wiki', { assertionTtlSeconds: 60 })
    const changed = await test.call(updateSamlApplication, { as, params, body })
    expect(changed.body).toMatchObject({
      description: 'Ours',
      nameIdFormat: 'email',
      assertionTtlSeconds: 60,
    })
    expect((await test.call(deleteSamlApplication, { as, params })).status).toBe(204)
    expect((await test.call(readSamlApplication, { as, params })).status).toBe(404)
  })

  it('has a name and an entity id of its own', async () => {
    await created('Taken')
    expect(await codeOf(wanted('TAKEN', { entityId: 'urn:free' }))).toEqual([
      409,
      'application_exists',
    ])
    expect(await codeOf({ ...wanted('Free'), entityId: 'urn:taken' })).toEqual([
      409,
      'entity_id_exists',
    ])
  })

  it('shares an entity ID where the ACS URLs differ, and one of them is the default', async () => {
    const at = (url: string) => ({ assertionConsumers: [{ index: 0, url }], entityId: 'urn:many' })
    const one = await created('Many one', at('https://one.test/acs'))
    const two = await created('Many two', at('https://two.test/acs'))
    expect([one.entityDefault, two.entityDefault]).toEqual([true, false])
    const same = wanted('Many three', at('https://TWO.test:443/acs'))
    expect(await codeOf(same)).toEqual([409, 'entity_id_exists'])
    const read = async ({ id }: { id: string }) =>
      (await test.call(readSamlApplication, { as, params: { id } })).body['entityDefault']
    const body = { ...wanted('Many two', at('https://two.test/acs')), entityDefault: true }
    await test.call(updateSamlApplication, { as, params: { id: two.id }, body })
    expect([await read(one), await read(two)]).toEqual([false, true])
    await test.call(deleteSamlApplication, { as, params: { id: two.id } })
    expect(await read(one)).toBe(true)
  })

  it.each([
    [{ nameIdAttribute: '{shoesize}@x' }, 'invalid_parameters'],
    [{ nameIdAttribute: '{userid' }, 'invalid_parameters'],
    [{ signatureAlgorithm: 'RSA_SHA1' }, 'invalid_parameters'],
    [{ signatureAlgorithm: 'RSAPSS_SHA1' }, 'invalid_parameters'],
    [{ digestAlgorithm: 'SHA1' }, 'invalid_parameters'],
    [{ signAssertion: false, signResponse: false }, 'invalid_parameters'],
    [{ encryptAssertion: true }, 'invalid_parameters'],
    [{ requireSignedRequests: true }, 'invalid_parameters'],
    [{ signingCertificates: ['none'] }, 'certificate_invalid'],
    [{ nameIdAttribute: 'shoesize' }, 'invalid_parameters'],
    [{ nameIdFilter: '.filter(' }, 'invalid_parameters'],
    [{ logoUri: 'javascript:alert(1)' }, 'invalid_parameters'],
    [{ logoUri: 'data:text/html,<script>alert(1)</script>' }, 'invalid_parameters'],
    [{ name: 'Travel\u202e ksed' }, 'invalid_parameters'],
    [{ name: 'Travel\u0085desk' }, 'invalid_parameters'],
    [{ logoutUrl: 'http://sp.example.test/slo' }, 'invalid_redirect_uri'],
    [
      { assertionConsumers: [{ index: 0, url: 'https://*.example.test/' }] },
      'invalid_redirect_uri',
    ],
    [{ assertionConsumers: [...consumers, ...consumers] }, 'invalid_parameters'],
  ])('is not made with %o', async (change, code) => {
    expect(await codeOf(wanted('Refused', change))).toEqual([400, code])
  })
})

describe('metadata', () => {
  const parse = async (metadata: string) => test.call(parseSamlMetadata, { as, body: { metadata } })
  const document = (role: string) =>
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:sp">${role}</EntityDescriptor>`
  const protocol = 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"'
  const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

  it('of a service provider are read', async () => {
    const { body } = await parse(
      document(`<SPSSODescriptor ${protocol} AuthnRequestsSigned="true" WantAssertionsSigned="1">
        <!-- comments are common -->
        <SingleLogoutService Binding="${post}" Location="https://sp.test/slo"/>
        <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
        <AssertionConsumerService Binding="${post}" Location="https://sp.test/1" index="1"/>
        <AssertionConsumerService Binding="${post}" Location="https://sp.test/2" index="2" isDefault="true"/>
      </SPSSODescriptor>`),
    )
    expect(body).toMatchObject({
      entityId: 'urn:sp',
      assertionConsumers: [
        { index: 2, url: 'https://sp.test/2' },
        { index: 1, url: 'https://sp.test/1' },
      ],
      logoutUrl: 'https://sp.test/slo',
      logoutBinding: 'POST',
      nameIdFormat: 'email',
      signAssertion: true,
      requireSignedRequests: true,
    })
  })

  const oid = 'urn:oid:0.9.2342.19200300.100.1.3'
  const uri = 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri'
  const acs = `<AssertionConsumerService Binding="${post}" Location="https://sp.test/1" index="1"/>`
  const key = (certificate: string) =>
    `<KeyDescriptor use="encryption"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`

  it('fill attributes and encryption, and what is asked for keeps its names', async () => {
    const { body, text } = await parse(
      `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?>${document(`<SPSSODescriptor ${protocol}>
        ${key(spCertificate)}${acs}
        <AttributeConsumingService index="0">
          <RequestedAttribute Name="${oid}" FriendlyName="mail" NameFormat="${uri}" isRequired="true"/>
          <RequestedAttribute Name="urn:oid:1.2.3.4" FriendlyName="givenName"/>
          <RequestedAttribute Name="shoeSize"/>
        </AttributeConsumingService></SPSSODescriptor>`)}`,
    )
    expect(body, text).toMatchObject({
      encryptAssertion: true,
      requestedAttributes: [
        { name: oid, friendlyName: 'mail', nameFormat: 'uri', required: true },
        { name: 'urn:oid:1.2.3.4', friendlyName: 'givenName', nameFormat: 'unspecified' },
        { name: 'shoeSize', required: false },
      ],
      attributes: [
        { name: oid, friendlyName: 'mail', nameFormat: 'uri', value: 'email' },
        { name: 'urn:oid:1.2.3.4', friendlyName: 'givenName', value: 'firstname' },
      ],
    })
    const { entityId, assertionConsumers, attributes, ...more } = Object(body)
    const { encryptAssertion, encryptionCertificate } = more
    const taken = { entityId, assertionConsumers, attributes, encryptAssertion }
    const made = await create({ name: 'Imported', ...taken, encryptionCertificate })
    expect(made.body, made.text).toMatchObject({ attributes, encryptAssertion: true })
  })

  // Guards: `keysFor` (a key without a use is for both), `strongestOf`.
  it.each([
    ['none', [], null],
    ['GCM and CBC', ['2001/04/xmlenc#aes256-cbc', '2009/xmlenc11#aes128-gcm'], 'AES128_GCM'],
    ['CBC', ['2001/04/xmlenc#aes128-cbc', '2001/04/xmlenc#rsa-oaep-mgf1p'], 'AES128_CBC'],
    ['3DES', ['2001/04/xmlenc#tripledes-cbc'], null],
  ])('whose key has no use and names %s as its algorithms', async (_, names, algorithm) => {
    const methods = names.map((name) => `<EncryptionMethod Algorithm="http://www.w3.org/${name}"/>`)
    const both = key(spCertificate)
      .replace(' use="encryption"', '')
      .replace('</KeyDescriptor>', `${methods.join('')}</KeyDescriptor>`)
    const { body, text } = await parse(
      document(`<SPSSODescriptor ${protocol}>${both}${acs}</SPSSODescriptor>`),
    )
    expect(body, text).toMatchObject({ encryptAssertion: true, encryptionAlgorithm: algorithm })
  })

  it('without requested attributes suggest the usual ones', async () => {
    const { body } = await parse(document(`<SPSSODescriptor ${protocol}>${acs}</SPSSODescriptor>`))
    expect(Object(body).attributes).toMatchObject([
      { name: 'mail', value: 'email' },
      { name: 'givenName', value: 'firstname' },
      { name: 'sn', value: 'lastname' },
      { name: 'displayName', value: 'displayName' },
      { name: 'uid', value: 'userid' },
    ])
    expect(body).toMatchObject({ encryptAssertion: false })
  })

  it.each([
    ['a document type', `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${document('&x;')}`],
    ['no service provider', document('')],
    ['several', document(`<SPSSODescriptor ${protocol}/>`.repeat(2))],
    ['half a document', '<EntityDescriptor'],
  ])('with %s are refused', async (_, text) => {
    const { status, body } = await parse(text)
    expect([status, body['errorCode']]).toEqual([400, 'saml_metadata_invalid'])
  })

  it('of this identity provider are signed, and tell every certificate', async () => {
    const { host } = new URL(test.tenant.publicUrl)
    const told = async () => (await test.app.inject({ url: '/api/saml', headers: { host } })).body
    const [active] = await certificates()
    const keys = [new X509Certificate(active?.certificate ?? '').publicKey]
    const before = await told()
    expect(() => verifySignature(readXml(before), { keys })).not.toThrow()
    expect(before.match(/<md:KeyDescriptor use="signing"/g)).toHaveLength(1)
    const next = (await test.call(createSamlCertificate, { as })).body
    expect(next['state']).toBe('NEXT')
    expect((await test.call(createSamlCertificate, { as })).status).toBe(409)
    await expect
      .poll(told)
      .toContain(String(next['certificate']).replace(/-----[A-Z ]+-----|\s/g, ''))
    const params = { id: String(next['id']) }
    await test.call(activateSamlCertificate, { as, params })
    expect((await certificates()).map(({ state }) => state)).toEqual(['ACTIVE', 'FORMER'])
    expect(() => verifySignature(readXml(before), { keys })).not.toThrow()
    const after = readXml(await told())
    expect(() => verifySignature(after, { keys })).toThrow('a wrong signature')
    expect((await test.call(deleteSamlCertificate, { as, params })).status).toBe(409)
    const former = { id: active?.id ?? '' }
    expect((await test.call(deleteSamlCertificate, { as, params: former })).status).toBe(204)
    expect(await certificates()).toHaveLength(1)
  })
})

describe('a replace filter', () => {
  const filter = '.filter(.*).matcher(@.*$).replace().end()'
  it('is tried on values, and told wrong where it is none', {
    meta: { covers: ['admin.oidc-options'] },
  }, async () => {
    const body = { filter, values: ['ann@example.test', 'bob'] }
    expect((await test.call(contract.testSamlFilter, { as, body })).body).toEqual({
      valid: true,
      results: [
        { value: 'ann@example.test', result: 'ann' },
        { value: 'bob', result: 'bob' },
      ],
    })
    const wrong = { body: { filter: '.filter([).matcher(a).replace(b).end()' }, query: {} }
    expect((await test.call(contract.validateSamlFilter, { as, ...wrong })).body).toEqual({
      valid: false,
      result: null,
    })
  })

  it('answers at once for a pattern that others choke on', async () => {
    const before = process.threadCpuUsage()
    const choking = '.filter((a+)+$).matcher((a|a)*b).replace(x).end()'
    const query = { attributeValue: 'a'.repeat(1999) }
    const answer = await test.call(contract.validateSamlFilter, {
      as,
      body: { filter: choking },
      query,
    })
    expect(answer.status).toBe(200)
    expect(millisSince(before)).toBeLessThan(5000)
  })
})

it.each(['RECOMMENDED', 'RECOMMENDED_NO_SHA224'])(
  'the choice %s becomes the algorithm that is recommended now',
  async (signatureAlgorithm) => {
    const name = `Recommended ${signatureAlgorithm.length}`
    const made = await created(name, { signatureAlgorithm })
    expect(made.signatureAlgorithm).toBe('RSA_SHA256')
  },
)

it('the lists hold what an application takes', {
  meta: { covers: ['admin.oidc-options'] },
}, async () => {
  const ids = async (
    endpoint:
      | typeof contract.listSamlHashAlgorithms
      | typeof contract.listSamlNameIdFormats
      | typeof contract.listSamlSignatureAlgorithms,
  ) => JSON.parse((await test.call(endpoint, { as })).text).map(({ id }: { id: string }) => id)
  expect((await ids(contract.listSamlHashAlgorithms)).toSorted()).toEqual(
    [...contract.SamlHashAlgorithm.options].toSorted(),
  )
  expect((await ids(contract.listSamlNameIdFormats)).toSorted()).toEqual(
    [...contract.SamlNameIdFormat.options].toSorted(),
  )
  expect((await ids(contract.listSamlSignatureAlgorithms)).toSorted()).toEqual(
    [...contract.SamlSignatureChoice.options].toSorted(),
  )
  const { text } = await test.call(contract.listSamlAttributeSources, { as })
  expect(text).toContain('"pairwise"')
})
