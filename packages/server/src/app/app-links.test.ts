import {
  completeOwnFidoRegistration,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
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
