import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { templates } from '@signet/card/templates'
import {
  readFlashPassDesign,
  sendPassSample,
  updateFlashPassDesign,
} from '@signet/contract/issuance/flash-pass-designs'
import { updateFlashPassSettings } from '@signet/contract/settings/flashpass'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  createPassSigner,
  type PassSigner,
  passTypeId,
  readySettings,
  teamId,
} from '../../../../testing/issuance/pass-signer.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { OutboundAnswer } from '../../../platform/outbound.ts'
import { passDesignNamed } from '../../../security/sweep/flash-pass-rows.ts'
import { createCredentialDesign } from '../credential-designs/index.ts'
import { createWorkflowDesign } from '../workflow-designs/index.ts'
import { createFlashPassDesign } from './index.ts'

const run = promisify(execFile)
const { privateKey: googleKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

let test: TestApp
let as: string
let signer: PassSigner
let folder: string
let designId: string
/** What Google was asked, in order. */
const asked: { url: string; body: string }[] = []
let status = 200

const answer = (url: string, code: number, body: object): OutboundAnswer => ({
  status: code,
  url,
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-sample-'))
  signer = await createPassSigner()
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  const design = templates.student()
  const card = await createCredentialDesign(test.ctx, { name: 'Card', description: null, design })
  const people = await createWorkflowDesign(test.ctx, {
    name: 'People',
    description: null,
    credentialDesignId: card.value.id,
    allGroups: true,
    groupIds: [],
  })
  const [name = '', photo = ''] = ['TEXT', 'PHOTO'].map(
    (type) => design.fields.find((field) => field.type === type)?.name,
  )
  const made = await createFlashPassDesign(test.ctx, {
    ...passDesignNamed('Sampled'),
    fields: [{ position: 'PRIMARY', label: 'Name', value: `{${name}}` }],
    barcodeValue: `{${name}}`,
    photoField: photo,
    logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    workflowId: people.value.id,
  })
  designId = made.value.id
  const fetch = async (_kind: string, url: string | URL, options: { body?: unknown } = {}) => {
    asked.push({ url: String(url), body: String(options.body) })
    const token = { access_token: 'token', expires_in: 3600 }
    return String(url).endsWith('/token') ? answer('', 200, token) : answer('', status, {})
  }
  Object.assign(test.platform, { outbound: { ...test.platform.outbound, fetch } })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const send = (wallet: 'APPLE' | 'GOOGLE') =>
  test.call(sendPassSample, { as, params: { designId }, body: { wallet } })
const openssl = (line: string) => run('openssl', line.split(' '), { cwd: folder })

describe('a sample of a pass', () => {
  it('is signed by nobody before the wallet is set up', async () => {
    const { body } = await send('APPLE')
    expect(body.errorCode).toBe('ISSUANCE_FLASH_PASS_NOT_READY')
    await test.call(updateFlashPassSettings, { as, body: readySettings(signer, googleKey) })
  })

  it('for Apple Wallet is void, has its pictures, and OpenSSL agrees with its signature', async () => {
    const { body } = await send('APPLE')
    await writeFile(join(folder, 'sample.pkpass'), Buffer.from(String(body.file), 'base64'))
    await writeFile(join(folder, 'ca.pem'), signer.authority)
    await run('unzip', ['-o', '-q', 'sample.pkpass'], { cwd: folder })
    const pass = Object(JSON.parse(await readFile(join(folder, 'pass.json'), 'utf8')))
    expect(pass).toMatchObject({
      passTypeIdentifier: passTypeId,
      teamIdentifier: teamId,
      voided: true,
      backgroundColor: 'rgb(18, 52, 86)',
      barcodes: [{ format: 'PKBarcodeFormatQR', messageEncoding: 'utf-8' }],
    })
    expect(pass.generic.primaryFields[0]).toMatchObject({ label: 'Name' })
    const manifest = Object(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
    for (const [name, digest] of Object.entries(manifest)) {
      expect((await openssl(`dgst -sha1 -r ${name}`)).stdout).toContain(String(digest))
    }
    expect(Object.keys(manifest)).toContain('thumbnail@2x.png')
    expect(Object.keys(manifest)).toContain('logo@2x.png')
    const verify = 'smime -verify -inform DER -in signature -content manifest.json -binary'
    const { stderr } = await openssl(`${verify} -CAfile ca.pem -purpose any`)
    expect(stderr).toMatch(/Verification successful/)
  })

  it('is made for the wallets of its design alone', async () => {
    const params = { mobileFlashPassDesignId: designId }
    const change = async (wallets: readonly string[]) => {
      const { body } = await test.call(readFlashPassDesign, { as, params })
      const changed = await test.call(updateFlashPassDesign, {
        as,
        params,
        body: { ...body, wallets },
      })
      expect(changed.status).toBe(200)
    }
    await change(['GOOGLE'])
    const refused = await send('APPLE')
    expect(refused.status).toBe(400)
    expect(refused.body.errorCode).toBe('invalid_parameters')
    await change(['APPLE', 'GOOGLE'])
  })

  it('for Google Wallet is given to Google, and its link names it alone', async () => {
    const { body } = await send('GOOGLE')
    const link = String(body.uri)
    expect(link.startsWith('https://pay.google.com/gp/v/save/')).toBe(true)
    expect(link.length).toBeLessThan(1800)
    const [, passClass, passObject] = asked
    expect(passClass?.url).toBe(
      'https://walletobjects.googleapis.com/walletobjects/v1/genericClass',
    )
    expect(JSON.parse(passObject?.body ?? '')).toMatchObject({
      classId: `3388000000012345678.${designId}`,
      state: 'EXPIRED',
      cardTitle: { defaultValue: { language: 'en', value: 'Campus' } },
      barcode: { type: 'QR_CODE' },
    })
  })

  it('that Google refuses is told of in words', async () => {
    status = 403
    const { body } = await send('GOOGLE')
    expect(body.errorCode).toBe('ISSUANCE_FLASH_PASS_WALLET_FAILED')
    expect(String(body.errorMessage)).toContain('service account')
  })
})
