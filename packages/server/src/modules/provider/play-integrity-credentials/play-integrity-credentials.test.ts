import { createSecretKey, generateKeyPairSync, hash, randomBytes } from 'node:crypto'
import {
  deletePlayIntegrityCredentials,
  readPlayIntegrityCredentials,
  testPlayIntegrityCredentials,
  updatePlayIntegrityCredentials,
} from '@signet/contract/provider/play-integrity-credentials'
import { CompactEncrypt, CompactSign } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { beginSoftToken, createSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  type AdministeredTenant,
  tenantsBelow,
} from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `expectGenuine` in soft-token-apps, each check of `faultIn` and the algorithms in platform/play-integrity.ts. */

let test: TestApp
let as: string
let tenant: AdministeredTenant
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  tenant = await tenantsBelow(test, () => as)()
})
afterAll(() => test.close())

/** What the Play Console gives for an app, and what Google keeps of it. */
const newKeys = () => {
  const decryption = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const verificationKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { decryption, decryptionKey: decryption.toString('base64'), privateKey, verificationKey }
}
type Keys = ReturnType<typeof newKeys>
const keys = newKeys()
const packageName = 'test.example.app'
const certificate = hash('sha256', 'certificate', 'base64url')

interface Change {
  readonly request?: object
  readonly app?: object
  readonly device?: object
}

/** A verdict in the published form: signed by ES256, then encrypted by A256KW and A256GCM. */
const verdict = async (nonce: string, change: Change = {}, by: Keys = keys) => {
  const payload = {
    requestDetails: {
      requestPackageName: packageName,
      nonce,
      timestampMillis: String(test.clock.now().getTime()),
      ...change.request,
    },
    appIntegrity: {
      appRecognitionVerdict: 'PLAY_RECOGNIZED',
      packageName,
      certificateSha256Digest: [certificate],
      versionCode: '42',
      ...change.app,
    },
    deviceIntegrity: {
      deviceRecognitionVerdict: ['MEETS_BASIC_INTEGRITY', 'MEETS_DEVICE_INTEGRITY'],
      ...change.device,
    },
    accountDetails: { appLicensingVerdict: 'LICENSED' },
  }
  const bytes = (text: string) => new TextEncoder().encode(text)
  const signed = await new CompactSign(bytes(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256' })
    .sign(by.privateKey)
  return new CompactEncrypt(bytes(signed))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
    .encrypt(createSecretKey(by.decryption))
}

const settle = async (body: object) => {
  const answer = await test.call(updatePlayIntegrityCredentials, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer
}
const usual = () => ({
  enabled: true,
  packageNames: [packageName],
  certificateDigests: [certificate],
  deviceVerdict: 'MEETS_DEVICE_INTEGRITY',
  recognizedOnly: true,
  othersRefused: false,
  verificationKey: keys.verificationKey,
  secrets: { decryptionKey: keys.decryptionKey },
})

/** An app with a claim of the tenant, and the nonce of its verdict. */
const beginning = async () => {
  const person = await buildPerson(tenant.ctx)
  const { claim } = await beginSoftToken(tenant, person.id)
  const app = createSoftTokenApp(tenant)
  const { crv, kty, x, y } = app.jwk
  const thumbprint = hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')
  const nonce = hash('sha256', `${claim}.${thumbprint}`, 'base64url')
  return { app, claim, nonce }
}
const android = (integrityToken?: string) => ({ platform: 'ANDROID', integrityToken })

describe('Play Integrity credentials of a service provider', () => {
  it('let an Android app of a tenant take a token over with a verdict for that claim and key', async () => {
    const saved = await settle(usual())
    expect(saved.text).not.toContain(keys.decryptionKey)
    const { app, claim, nonce } = await beginning()
    const another = await beginning()
    const refused = [
      await app.claim(claim, android()),
      await app.claim(claim, android(await verdict(another.nonce))),
      await app.claim(claim, android(await verdict(nonce, {}, newKeys()))),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    const taken = await app.claim(claim, android(await verdict(`${nonce}=`)))
    expect(taken.status, taken.text).toBe(200)
  })

  it.each([
    ['another app', { request: { requestPackageName: 'evil.example.app' } }],
    ['an app that was changed', { app: { appRecognitionVerdict: 'UNRECOGNIZED_VERSION' } }],
    ['an app that another signed', { app: { certificateSha256Digest: ['x'.repeat(43)] } }],
    ['a device that is not trusted', { device: { deviceRecognitionVerdict: [] } }],
    ['an old verdict', { request: { timestampMillis: '1617893780000' } }],
    ['a verdict without a time', { request: { timestampMillis: 'soon' } }],
  ])('refuse %s', async (_what, change) => {
    await settle(usual())
    const { app, claim, nonce } = await beginning()
    const answer = await app.claim(claim, android(await verdict(nonce, change)))
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'access_denied'])
    expect((await app.claim(claim, android(await verdict(nonce)))).status).toBe(200)
  })

  it('leave other platforms alone, unless those are refused', async () => {
    await settle(usual())
    const first = await beginning()
    expect((await first.app.claim(first.claim)).status).toBe(200)
    await settle({ othersRefused: true })
    const second = await beginning()
    expect((await second.app.claim(second.claim)).status).toBe(403)
  })

  it('are tried with a verdict, and say which rule it does not meet', async () => {
    await settle(usual())
    const trial = async (token: string) => {
      const body = { token, nonce: 'dGVzdC1ub25jZQ' }
      return (await test.call(testPlayIntegrityCredentials, { as, body })).body
    }
    expect(await trial(await verdict('dGVzdC1ub25jZQ=='))).toEqual({ accepted: true, detail: null })
    expect(await trial(await verdict('b3RoZXI'))).toEqual({
      accepted: false,
      detail: 'NONCE_MISMATCH',
    })
    const untrusted = { device: { deviceRecognitionVerdict: ['MEETS_BASIC_INTEGRITY'] } }
    expect((await trial(await verdict('dGVzdC1ub25jZQ', untrusted))).detail).toBe(
      'DEVICE_NOT_TRUSTED',
    )
    expect((await trial('not.a.token')).detail).toBe('TOKEN_INVALID')
  })

  it('are refused with keys that are none', async () => {
    const wrong = [
      { verificationKey: 'AAAA' },
      { secrets: { decryptionKey: 'dG9vIHNob3J0' } },
      { packageNames: [] },
      { secrets: { decryptionKey: null } },
    ]
    await settle(usual())
    for (const body of wrong) {
      const answer = await test.call(updatePlayIntegrityCredentials, { as, body })
      expect(answer.status, JSON.stringify(body)).toBe(400)
    }
  })

  it('are deleted with their keys, and no verdict is asked for any more', async () => {
    await settle(usual())
    const deleted = await test.call(deletePlayIntegrityCredentials, { as })
    expect(deleted.status, deleted.text).toBe(204)
    const read = await test.call(readPlayIntegrityCredentials, { as })
    expect(read.body).toMatchObject({ enabled: false, packageNames: [], secretsSet: [] })
    const { app, claim } = await beginning()
    expect((await app.claim(claim, android())).status).toBe(200)
  })
})
