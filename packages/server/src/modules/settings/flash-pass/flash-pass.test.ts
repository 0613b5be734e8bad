import { generateKeyPairSync } from 'node:crypto'
import {
  readFlashPassSettings,
  readMobileFlashPassSettings,
  updateFlashPassSettings,
  updateMobileFlashPassSettings,
} from '@signet/contract/settings/flashpass'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  createPassSigner,
  type PassSigner,
  passTypeId,
  readySettings,
} from '../../../../testing/issuance/pass-signer.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
let signer: PassSigner
let other: PassSigner
const googleKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  signer = await createPassSigner()
  other = await createPassSigner({ subject: '/UID=pass.test.example.other/OU=TEAM123456/CN=x' })
})
afterAll(() => test.close())

const update = (body: object) => test.call(updateFlashPassSettings, { as, body })
const ready = (change: object = {}) => ({ ...readySettings(signer, googleKey), ...change })

/** The fields that are refused, and why. */
const refusalOf = async (body: object): Promise<string> => {
  const { status, text } = await update(body)
  expect(status).toBe(400)
  return text
}

describe('how passes are signed', () => {
  /* Guard: `appleFaults` (pass-signer-faults.ts). */
  it('is tried before Apple is switched on, and what does not fit is named', {
    meta: { covers: ['S57'] },
  }, async () => {
    const cases: readonly (readonly [object, string, string])[] = [
      [{ applePassTypeId: 'pass.test.example.wrong' }, 'appleCertificate', 'pass_type_differs'],
      [{ appleTeamId: 'TEAM999999' }, 'appleCertificate', 'team_differs'],
      [{ appleCertificate: 'none' }, 'appleCertificate', 'certificate_unreadable'],
      [{ appleIntermediate: other.authority }, 'appleIntermediate', 'authority_differs'],
      [{ appleIntermediate: '' }, 'appleIntermediate', 'errors.isRequired'],
      [{ secrets: { appleKey: other.key, googleKey } }, 'secrets.appleKey', 'key_differs'],
      [{ secrets: { googleKey } }, 'secrets.appleKey', 'errors.isRequired'],
      [{ secrets: { appleKey: signer.key, googleKey: 'x' } }, 'googleKey', 'key_unreadable'],
    ]
    for (const [change, field, fault] of cases) {
      const text = await refusalOf(ready(change))
      expect(text).toContain(fault)
      expect(text).toContain(field)
    }
  })

  it('is not done with a certificate that has run out', { meta: { covers: ['S57'] } }, async () => {
    test.clock.advance(40 * 24 * 3_600_000)
    const admin = (await buildAdmin(test.ctx)).token
    const late = await test.call(updateFlashPassSettings, { as: admin, body: ready() })
    test.clock.advance(-40 * 24 * 3_600_000)
    expect([late.status, late.text.includes('certificate_expired')]).toEqual([400, true])
  })

  it('is kept by either door, and keys are never shown', {
    meta: { covers: ['S57'] },
  }, async () => {
    const saved = await test.call(updateMobileFlashPassSettings, { as, body: ready() })
    expect(saved.body).toMatchObject({
      applePassTypeId: passTypeId,
      secretsPresent: ['appleKey', 'googleKey'],
    })
    for (const door of [readFlashPassSettings, readMobileFlashPassSettings]) {
      const { body, text } = await test.call(door, { as })
      expect(body).toMatchObject({ appleEnabled: true, googleEnabled: true })
      expect(text).not.toContain('PRIVATE KEY')
    }
  })

  it('keeps its keys while something else is changed', async () => {
    await update(ready())
    const changed = await update({ organizationName: 'Acme Nord' })
    expect(changed.body).toMatchObject({
      organizationName: 'Acme Nord',
      secretsPresent: ['appleKey', 'googleKey'],
    })
  })
})
