import { X509Certificate } from 'node:crypto'
import {
  readUserCertSettings,
  updateUserCertSettings,
} from '@signet/contract/settings/usercertauthenticator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate } from '../../../../testing/access/certificates.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { certificatesIn } from '../../../platform/pem.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const authority = (more: object = {}): string => {
  const { der } = createCertificate({ name: { CN: 'Acme Root' }, isAuthority: true, ...more })
  return new X509Certificate(der).toString()
}
const update = (body: object) => test.call(updateUserCertSettings, { as, body })

/* Guard: `ownAnchors` (trust-anchors.policy.ts). */
describe('the authorities whose certificates sign in', () => {
  it('are kept in their order, and believed from then on', async () => {
    const pem = `${authority()}\n${authority()}`
    expect((await update({ enabled: true, trustAnchors: pem })).status).toBe(200)
    const { body } = await test.call(readUserCertSettings, { as })
    expect(certificatesIn(String(body.trustAnchors))).toHaveLength(2)
  })

  it.each([
    ['a certificate of nobody who vouches', () => authority({ isAuthority: false })],
    ['one that has ended', () => authority({ until: '210101000000Z' })],
    ['what is no certificate', () => 'no certificate'],
    ['a certificate with something beside it', () => `${authority()}\nand this`],
    ['a broken one', () => authority().replace(/M/g, 'A')],
    ['more than twenty', () => Array.from({ length: 21 }, () => authority()).join('\n')],
  ])('are not %s', async (_what, pem) => {
    const answer = await update({ enabled: true, trustAnchors: pem() })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([
      { path: 'body.trustAnchors', message: 'authority_invalid' },
    ])
  })

  it('are needed before anybody signs in by them', async () => {
    const answer = await update({ enabled: true, trustAnchors: '' })
    expect(answer.body.fields).toEqual([
      { path: 'body.trustAnchors', message: 'errors.isRequired' },
    ])
  })

  it('are joined by fingerprints that are refused, however they are written', async () => {
    const plain = 'ab'.repeat(32)
    const written = (plain.toUpperCase().match(/../g) ?? []).join(':')
    const { body } = await update({ refused: [written] })
    expect(body.refused).toEqual([plain])
    for (const wrong of ['ab', `${plain}zz`]) {
      expect((await update({ refused: [wrong] })).status, wrong).toBe(400)
    }
    expect((await update({ refused: [plain, written] })).status).toBe(400)
  })
})
