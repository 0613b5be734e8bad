import {
  completeOwnFidoRegistration,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { updateFidoSettings } from '@signet/contract/settings/fido'
import { updateFidoAndroidConfiguration } from '@signet/contract/settings/fido-android'
import { updateFidoIosConfiguration } from '@signet/contract/settings/fido-ios'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, fieldOf } from '../../testing/access/people.ts'
import { createAuthenticator } from '../../testing/access/software-authenticator.ts'
import { buildAdmin, signInAs } from '../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const get = async ({ tenant }: TestTenant, path: string) => {
  const { host } = new URL(tenant.publicUrl)
  const answer = await test.app.inject({ method: 'GET', url: path, headers: { host } })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  return answer.json()
}

const links = '/.well-known/assetlinks.json'
const association = '/.well-known/apple-app-site-association'
const fingerprint = Array(32).fill('AB').join(':')
const app = { packageName: 'com.example.app', sha256CertFingerprints: [fingerprint] }

describe('the files that apps are known by', () => {
  it('name the apps of the tenant whose host it is, and of no other', async () => {
    const other = await test.otherTenant()
    expect(await get(test, links)).toEqual([])
    await test.call(updateFidoAndroidConfiguration, { as, body: { apps: [app] } })
    await test.call(updateFidoIosConfiguration, { as, body: { apps: ['ABCDE12345.com.example'] } })
    expect(await get(test, links)).toEqual([
      {
        relation: ['delegate_permission/common.get_login_creds'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.app',
          sha256_cert_fingerprints: [fingerprint],
        },
      },
    ])
    expect(await get(test, association)).toEqual({
      webcredentials: { apps: ['ABCDE12345.com.example'] },
    })
    expect(await get(other, links)).toEqual([])
    expect(await get(other, association)).toEqual({ webcredentials: { apps: [] } })
  })

  it.each([
    [{ packageName: 'app', sha256CertFingerprints: [fingerprint] }],
    [{ packageName: 'com.example.<b>', sha256CertFingerprints: [fingerprint] }],
    [{ packageName: 'com.example.app', sha256CertFingerprints: [] }],
    [{ packageName: 'com.example.app', sha256CertFingerprints: ['AB:CD'] }],
    [{ ...app, extra: 1 }],
  ])('take no app like %j', async (wrong) => {
    const answer = await test.call(updateFidoAndroidConfiguration, { as, body: { apps: [wrong] } })
    expect(answer.status).toBe(400)
  })

  it.each(['com.example.app', 'abcde12345.com.example', 'ABCDE12345.', 'ABCDE12345.a<b'])(
    'take no app called %s',
    async (wrong) => {
      const answer = await test.call(updateFidoIosConfiguration, { as, body: { apps: [wrong] } })
      expect(answer.status).toBe(400)
    },
  )

  it('name no app twice', async () => {
    const answer = await test.call(updateFidoAndroidConfiguration, {
      as,
      body: { apps: [app, app] },
    })
    expect(answer.body.fields).toEqual([{ path: 'body.apps', message: 'named_twice' }])
  })
})

it('an Android app signs with the origin of its certificate, once it is configured', async () => {
  const at = await test.otherTenant()
  const { token } = await buildAdmin(at.ctx)
  const own = await signInAs(at.ctx, await buildPerson(at.ctx))
  const hash = Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')
  const register = async () => {
    const begun = await at.call(startOwnFidoRegistration, { as: own })
    const challenge = String(fieldOf(begun.body.fidoOptions, 'challenge'))
    const passkey = createAuthenticator(new URL(at.tenant.publicUrl).origin)
    const origin = `android:apk-key-hash:${hash}`
    const fidoResponse = passkey.register({ challenge }, { origin })
    return at.call(completeOwnFidoRegistration, { as: own, body: { fidoResponse } })
  }
  expect((await register()).body.code).toBe('invalid_user_response')
  await at.call(updateFidoAndroidConfiguration, { as: token, body: { apps: [app] } })
  expect((await register()).status).toBe(200)
})

const fetchRaw = (path: string, { tenant }: TestTenant = test) =>
  test.app.inject({ method: 'GET', url: path, headers: { host: new URL(tenant.publicUrl).host } })

describe('WebFinger', () => {
  const rel = 'http://openid.net/specs/connect/1.0/issuer'
  const ask = (resource: string, more = '') =>
    fetchRaw(`/.well-known/webfinger?resource=${encodeURIComponent(resource)}${more}`)

  it('names the issuer for any account, to any page, whether there is one or not', async () => {
    const href = `${test.tenant.publicUrl}/api/oidc`
    for (const subject of ['acct:nobody@acme.example', 'mailto:ada@acme.example', `${href}/x`]) {
      const answer = await ask(subject)
      expect(answer.headers['content-type']).toMatch(/^application\/jrd\+json/)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.json()).toEqual({ subject, links: [{ rel, href }] })
    }
    const metadata = await fetchRaw('/api/oidc/.well-known/openid-configuration')
    expect(metadata.json().issuer).toBe(href)
  })

  it('keeps to the relations that are asked for', async () => {
    const acct = 'acct:ada@acme.example'
    const both = await ask(acct, `&rel=x&rel=${encodeURIComponent(rel)}`)
    expect(both.json().links).toHaveLength(1)
    expect((await ask(acct, '&rel=x')).json()).toEqual({ subject: acct, links: [] })
  })

  it('is refused without a resource, with two, and for one of another host', async () => {
    expect((await fetchRaw('/.well-known/webfinger')).statusCode).toBe(400)
    expect((await ask('acct:a@b.example', '&resource=acct:c@d.example')).statusCode).toBe(400)
    for (const other of ['https://elsewhere.example/', 'acct:ada', 'javascript:alert(1)']) {
      expect((await ask(other)).statusCode).toBe(404)
    }
  })
})

describe('password managers', () => {
  it('find where people change their password and passkeys', async () => {
    const changed = await fetchRaw('/.well-known/change-password')
    expect([changed.statusCode, changed.headers.location]).toEqual([
      303,
      `${test.tenant.publicUrl}/#/password`,
    ])
    // By which they tell a path that is served from a host that answers anything.
    const missing =
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await fetchRaw(missing)).statusCode).toBe(404)
    expect((await fetchRaw('/.well-known/passkey-endpoints')).json()).toEqual({
      enroll: `${test.tenant.publicUrl}/#/myprofile/authenticators/passkey`,
      manage: `${test.tenant.publicUrl}/#/myprofile/authenticators`,
    })
  })
})

describe('related origins', () => {
  it('are told to browsers, and passkeys of this host work there', async () => {
    const at = await test.otherTenant()
    const { token } = await buildAdmin(at.ctx)
    const own = await signInAs(at.ctx, await buildPerson(at.ctx))
    const { origin } = new URL(at.tenant.publicUrl)
    const origins = async () => (await fetchRaw('/.well-known/webauthn', at)).json().origins
    const register = async (from: string) => {
      const begun = await at.call(startOwnFidoRegistration, { as: own })
      const challenge = String(fieldOf(begun.body.fidoOptions, 'challenge'))
      const passkey = createAuthenticator(origin)
      const fidoResponse = passkey.register({ challenge }, { origin: from })
      return (await at.call(completeOwnFidoRegistration, { as: own, body: { fidoResponse } }))
        .status
    }
    const related = 'https://shop.example.com'
    expect(await origins()).toEqual([origin])
    expect(await register(related)).not.toBe(200)
    const body = { relatedOrigins: [related] }
    expect((await at.call(updateFidoSettings, { as: token, body })).status).toBe(200)
    expect(await origins()).toEqual([origin, related])
    expect(await register(related)).toBe(200)
    expect(await register('https://elsewhere.example')).not.toBe(200)
  })

  it.each([
    'http://shop.example.com',
    'https://shop.example.com/',
    'shop.example.com',
    'https://*',
  ])('are origins as browsers write them: %s is none', async (wrong) => {
    const answer = await test.call(updateFidoSettings, { as, body: { relatedOrigins: [wrong] } })
    expect(answer.status).toBe(400)
  })
})
