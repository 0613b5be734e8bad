import { generateKeyPairSync } from 'node:crypto'
import {
  deleteMobileSdk,
  readMobileSdk,
  updateMobileSdk,
} from '@signet/contract/settings/mobilesdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const update = (body: object) => test.call(updateMobileSdk, { as, body })
const pemOf = (curve: string): string =>
  String(
    generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({
      format: 'pem',
      type: 'pkcs8',
    }),
  )
const apns = {
  apnsEnabled: true,
  apnsKeyId: 'ABCDE12345',
  apnsTeamId: 'TEAM123456',
  apnsBundleId: 'test.example.app',
}

describe('the keys for apps on phones', () => {
  it('are given and never shown', async () => {
    const apnsKey = pemOf('P-256')
    const answer = await update({ ...apns, secrets: { apnsKey } })
    expect(answer.body).toMatchObject({ ...apns, secretsPresent: ['apnsKey'] })
    expect((await test.call(readMobileSdk, { as })).text).not.toContain('PRIVATE KEY')
  })

  it('are switched on only with what they need', async () => {
    const answer = await update({ fcmEnabled: true, fcmProjectId: 'acme-app' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('fcmClientEmail')
  })

  /* Guard: `expectKeys` (mobile-sdk.routes.ts). */
  it('are refused where nothing could be signed with them', async () => {
    for (const apnsKey of ['not a key', pemOf('P-384')]) {
      expect((await update({ secrets: { apnsKey } })).status).toBe(400)
    }
    expect((await update({ secrets: { fcmKey: pemOf('P-256') } })).status).toBe(400)
  })

  it('are forgotten with everything that belongs to them', async () => {
    await update({ ...apns, secrets: { apnsKey: pemOf('P-256') } })
    expect((await test.call(deleteMobileSdk, { as })).status).toBe(204)
    const { body } = await test.call(readMobileSdk, { as })
    expect(body).toMatchObject({ apnsEnabled: false, apnsKeyId: '', secretsPresent: [] })
  })
})
