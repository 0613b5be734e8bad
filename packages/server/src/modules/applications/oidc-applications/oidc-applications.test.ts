import * as contract from '@signet/contract/applications/oidc-applications'
import { OwnClaim, standardClaims } from '@signet/contract/applications/oidc-claims'
import {
  listApplicationInfo,
  listApplicationTemplates,
} from '@signet/contract/applications/templates'
import { filledIn } from '@signet/rules/application-templates/template'
import { tokenAlgorithms } from '@signet/rules/applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

const {
  createOidcApplication,
  deleteOidcApplication,
  generateClientSecret,
  listOidcApplications,
  readOidcApplication,
  updateOidcApplication,
} = contract

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const callback = 'https://rp.example.test/callback'
const wanted = (name: string, more: object = {}) => ({
  name,
  applicationType: 'OIDC_WEB',
  redirectUris: [callback],
  ...more,
})
const create = (body: object) => test.call(createOidcApplication, { as, body })

const created = async (name: string, more: object = {}) => {
  const { text } = await create(wanted(name, more))
  const { application, clientSecret } = JSON.parse(text)
  return { application, clientSecret, params: { id: String(application.id) } }
}

const isSecretOf = async (clientId: string, secret: string): Promise<boolean> => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/oidc/introspection',
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'token=none',
  })
  return answer.statusCode === 200
}

describe('an application', () => {
  it('is made, listed, read, changed and deleted', {
    meta: { covers: ['transport.resource-pattern'] },
  }, async () => {
    const { application, params } = await created('Wiki')
    expect(application).toMatchObject({ name: 'Wiki', enabled: true, redirectUris: [callback] })
    expect((await test.call(readOidcApplication, { as, params })).body).toEqual(application)
    const list = JSON.parse((await test.call(listOidcApplications, { as })).text)
    expect(list).toContainEqual(application)
    const body = wanted('Wiki 2', { requireConsent: true })
    const changed = await test.call(updateOidcApplication, { as, params, body })
    expect(changed.body).toMatchObject({ name: 'Wiki 2', requireConsent: true })
    expect((await test.call(deleteOidcApplication, { as, params })).status).toBe(204)
    expect((await test.call(readOidcApplication, { as, params })).status).toBe(404)
  })

  it('keeps what a change leaves out', async () => {
    const { params } = await created('Kept', { description: 'Ours', accessTokenTtlSeconds: 120 })
    const body = { name: 'Kept', applicationType: 'OIDC_WEB', description: 'Theirs' }
    const { body: after } = await test.call(updateOidcApplication, { as, params, body })
    expect(after).toMatchObject({ description: 'Theirs', accessTokenTtlSeconds: 120 })
    expect(after['redirectUris']).toEqual([callback])
  })

  it('is changed and deleted under its ETag', async () => {
    const { params } = await created('Versioned')
    const { headers } = await test.call(readOidcApplication, { as, params })
    const former = { 'if-match': String(headers['etag']) }
    const body = wanted('Versioned', { description: 'x' })
    const change = () => test.call(updateOidcApplication, { as, params, body, headers: former })
    expect((await change()).status).toBe(200)
    expect((await change()).status).toBe(412)
    const removed = await test.call(deleteOidcApplication, { as, params, headers: former })
    expect(removed.status).toBe(412)
  })

  it('has a name of its own, in any case', async () => {
    await created('Payroll')
    const { status, body } = await create(wanted('PAYROLL'))
    expect([status, body['errorCode']]).toEqual([409, 'application_exists'])
  })

  it('keeps its name when two change theirs to the same at once', async () => {
    const both = [await created('Left'), await created('Right')]
    const body = wanted('Middle')
    const changed = await Promise.all(
      both.map(({ params }) => test.call(updateOidcApplication, { as, params, body })),
    )
    const answers = changed.map((answer) => answer.body['errorCode'] ?? 'changed')
    expect(answers.toSorted()).toEqual(['application_exists', 'changed'])
  })

  it('is of this tenant: another’s is not found', async () => {
    const { params } = await created('Ours alone')
    const other = await test.otherTenant()
    const stranger = (await buildAdmin(other.ctx)).token
    expect((await other.call(readOidcApplication, { as: stranger, params })).status).toBe(404)
  })

  it('stands in the short list of all applications', async () => {
    const { application } = await created('Short')
    const { text } = await test.call(listApplicationInfo, { as })
    expect(JSON.parse(text)).toContainEqual({
      id: application.id,
      name: 'Short',
      applicationType: 'OIDC_WEB',
      templateId: 'OIDC_WEB',
      enabled: true,
      logo: null,
      selfRegistered: false,
    })
  })
})

describe('a client secret', () => {
  it('is shown when it is made, and never again', async () => {
    const { application, clientSecret, params } = await created('Secretive')
    expect(await isSecretOf(application.clientId, clientSecret)).toBe(true)
    const { text } = await test.call(readOidcApplication, { as, params })
    expect(text).not.toContain(clientSecret)
    expect(JSON.parse(text).hasClientSecret).toBe(true)
  })

  it('gives way to a generated one at once', {
    meta: { covers: ['admin.oidc-options'] },
  }, async () => {
    const { application, clientSecret, params } = await created('Rotated')
    const answer = await test.call(generateClientSecret, { as, body: params })
    expect(await isSecretOf(application.clientId, String(answer.body['clientSecret']))).toBe(true)
    expect(await isSecretOf(application.clientId, clientSecret)).toBe(false)
  })

  it('is told to nobody for whom it was not kept, of many asked for at once', async () => {
    const { application, params } = await created('Raced')
    const version = async () =>
      Number(
        /\d+/.exec(String((await test.call(readOidcApplication, { as, params })).headers['etag'])),
      )
    const before = await version()
    const asked = Array.from({ length: 8 }, () =>
      test.call(generateClientSecret, { as, body: params }),
    )
    const told = (await Promise.all(asked)).filter(({ status }) => status === 200)
    expect(await version()).toBe(before + told.length)
    const good = await Promise.all(
      told.map(({ body }) => isSecretOf(application.clientId, String(body['clientSecret']))),
    )
    expect(good.filter(Boolean)).toHaveLength(1)
  })

  it.each(['OIDC_SPA', 'OIDC_NATIVE'])('is none for %s', async (applicationType) => {
    const { application, clientSecret, params } = await created(`Public ${applicationType}`, {
      applicationType,
    })
    expect((await test.call(generateClientSecret, { as, body: params })).status).toBe(400)
    expect([clientSecret, application.hasClientSecret]).toEqual([null, false])
    expect(application.tokenEndpointAuthMethod).toBe('none')
  })
})

describe('the lists to choose from', () => {
  it.each([
    [contract.listSigningAlgorithms, tokenAlgorithms],
    [contract.listClaims, ['sub', 'hasgroups', ...standardClaims.keys(), ...OwnClaim.options]],
    [contract.listApplicationTypes, contract.OidcApplicationType.options],
    [contract.listCodeChallengeMethods, ['S256']],
    [contract.listGrantTypes, contract.GrantType.options],
    [contract.listTokenEndpointAuthMethods, contract.TokenEndpointAuthMethod.options],
    [contract.listUserIdClaims, ['sub', 'userid', 'email']],
  ])(
    '$path names what an application takes',
    { meta: { covers: ['admin.oidc-options'] } },
    async (endpoint, ids) => {
      const options: { id: string; name: string }[] = JSON.parse(
        (await test.call(endpoint, { as })).text,
      )
      expect(options.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted())
      expect(options.every(({ name }) => name !== '')).toBe(true)
    },
  )

  it('hold the scopes and claims that the issuer announces', {
    meta: { covers: ['admin.oidc-options'] },
  }, async () => {
    const host = new URL(test.tenant.publicUrl).host
    const url = '/api/oidc/.well-known/openid-configuration'
    const announced = (await test.app.inject({ url, headers: { host } })).json()
    const idsOf = async (endpoint: typeof contract.listScopes | typeof contract.listClaims) =>
      JSON.parse((await test.call(endpoint, { as })).text).map(({ id }: { id: string }) => id)
    expect((await idsOf(contract.listScopes)).toSorted()).toEqual(
      announced.scopes_supported.toSorted(),
    )
    expect(announced.claims_supported).toEqual(
      expect.arrayContaining(await idsOf(contract.listClaims)),
    )
  })

  it('offer templates that can be registered', async () => {
    const { text } = await test.call(listApplicationTemplates, { as })
    const values = { host: 'app.example.test', tenant: 'acme', provider: 'signet' }
    const fill = (addresses: readonly string[]) => addresses.map((each) => filledIn(each, values))
    const templates = JSON.parse(text).filter(
      ({ protocol }: { protocol: string }) => protocol === 'OIDC',
    )
    expect(templates.length).toBeGreaterThan(80)
    for (const {
      id,
      applicationType,
      redirectUris: known,
      category,
      initiateLoginUri,
    } of templates) {
      const isProduct = category !== null
      const redirectUris = id === 'OIDC_SERVER' ? [] : isProduct ? fill(known) : [callback]
      const { status } = await create(
        wanted(`From ${id}`, {
          applicationType,
          redirectUris,
          templateId: isProduct ? id : null,
          initiateLoginUri: initiateLoginUri === null ? null : filledIn(initiateLoginUri, values),
        }),
      )
      expect([id, status]).toEqual([id, 200])
    }
  })
})
