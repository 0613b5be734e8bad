import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  completeOwnFidoRegistration,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { updateFidoSettings } from '@signet/contract/settings/fido'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pemOf } from '../../../../testing/access/certificates.ts'
import { createBlob, createMaker, createRoot, entryOf } from '../../../../testing/access/makers.ts'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import {
  createAuthenticator,
  type Maker,
} from '../../../../testing/access/software-authenticator.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'

let test: TestApp
const folder = mkdtempSync(join(tmpdir(), 'signet-metadata-'))
const files = { file: join(folder, 'blob.jwt'), rootFile: join(folder, 'root.pem') }
const root = createRoot('Metadata')
let issue = 0

/** Puts a file in place that the service finds with its next look. */
const supply = (blob: string): void => {
  issue += 1
  writeFileSync(files.file, blob)
  utimesSync(files.file, issue, issue)
  test.clock.advance(61_000)
}

beforeAll(async () => {
  test = await startTestApp()
  writeFileSync(files.rootFile, pemOf(root))
  Object.assign(test.platform.config, { fidoMetadata: files })
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

const tenantWith = async (rules: object): Promise<TestTenant> => {
  const made = await test.otherTenant()
  const { db, tenant } = made.ctx
  const [value, updated_at] = [JSON.stringify(rules), test.clock.now()]
  const row = { tenant_id: tenant.id, family: 'fido', value, updated_at }
  await db.insertInto('settings').values(row).execute()
  return made
}

const register = async (at: TestTenant, maker: Maker | null) => {
  const user = await buildPerson(at.ctx)
  const as = await signInAs(at.ctx, user)
  const passkey = createAuthenticator(new URL(at.tenant.publicUrl).origin, -7, maker)
  const begun = await at.call(startOwnFidoRegistration, { as })
  const challenge = String(fieldOf(begun.body.fidoOptions, 'challenge'))
  const fidoResponse = passkey.register({ challenge })
  const answer = await at.call(completeOwnFidoRegistration, { as, body: { fidoResponse } })
  const signIn = async () => {
    const browser = browserOf(at.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const { body } = await browser.challenge('FIDO')
    const asked = { challenge: String(fieldOf(body.fidoChallenge, 'challenge')) }
    return browser.sign('FIDO', passkey.assert(asked))
  }
  return { answer, signIn, begun }
}

const attested = { attestation: 'direct', metadataRequired: true }
const refused = 'passkey_not_allowed'
const icon = 'data:image/png;base64,iVBORw0KGgo='

describe('where passkeys have to be known by the metadata', () => {
  it.each(['packed', 'fido-u2f'] as const)(
    'one whose %s statement leads to its maker’s root is taken, with name and icon',
    async (format) => {
      const maker = createMaker({ format })
      supply(createBlob(root, [entryOf(maker, { name: 'Maker One', icon })], { number: issue }))
      const at = await tenantWith(attested)
      const { answer, signIn } = await register(at, maker)
      expect(answer.body, answer.text).toMatchObject({ attested: true, attestationFormat: format })
      if (format === 'packed') {
        expect(answer.body).toMatchObject({
          authenticatorName: 'Maker One',
          authenticatorIcon: icon,
        })
      }
      expect((await signIn()).status).toBe(200)
    },
  )

  it.each([
    ['without a statement', () => null],
    ['of a kind that the metadata does not know', () => createMaker()],
  ])('one %s is not taken', async (_, makerOf) => {
    supply(createBlob(root, [entryOf(createMaker())], { number: issue }))
    const { answer } = await register(await tenantWith(attested), makerOf())
    expect([answer.status, answer.body.code]).toEqual([403, refused])
  })

  it('one that claims a known kind under a root of its own is not taken, required or not', {
    meta: { covers: ['S31'] },
  }, async () => {
    const maker = createMaker()
    supply(createBlob(root, [entryOf(maker)], { number: issue }))
    const forged = createMaker({ aaguid: maker.aaguid })
    for (const rules of [attested, { attestation: 'direct' }, {}]) {
      const { answer } = await register(await tenantWith(rules), forged)
      expect(answer.body.code).toBe(refused)
    }
  })

  it('nobody registers while the file cannot be believed', {
    meta: { covers: ['S31'] },
  }, async () => {
    const maker = createMaker()
    const at = await tenantWith(attested)
    const own = createBlob(createRoot('Someone else'), [entryOf(maker)], { number: 1000 })
    const [header = '', , signature = ''] = createBlob(root, [], { number: 1000 }).split('.')
    const other = own.split('.')[1] ?? ''
    for (const blob of ['not a BLOB', own, `${header}.${other}.${signature}`]) {
      supply(blob)
      expect((await register(at, maker)).answer.body.code).toBe(refused)
    }
    supply(createBlob(root, [entryOf(maker)], { number: issue }))
    expect((await register(at, maker)).answer.status).toBe(200)
  })

  it('an older issue never takes the place of a newer one', {
    meta: { covers: ['S31'] },
  }, async () => {
    const maker = createMaker()
    const at = await tenantWith(attested)
    supply(createBlob(root, [entryOf(maker, { statuses: ['REVOKED'] })], { number: 500 }))
    expect((await register(at, maker)).answer.body.code).toBe(refused)
    supply(createBlob(root, [entryOf(maker)], { number: 499 }))
    expect((await register(at, maker)).answer.body.code).toBe(refused)
    supply(createBlob(root, [entryOf(maker)], { number: 501 }))
    expect((await register(at, maker)).answer.status).toBe(200)
    issue = 600
  })
})

describe('a kind that the metadata reports as compromised', () => {
  const reports = ['REVOKED', 'USER_VERIFICATION_BYPASS', 'ATTESTATION_KEY_COMPROMISE']

  it.each([...reports, 'USER_KEY_REMOTE_COMPROMISE', 'USER_KEY_PHYSICAL_COMPROMISE'])(
    'is not registered: %s',
    async (status) => {
      const maker = createMaker()
      const statuses = ['FIDO_CERTIFIED', status]
      supply(createBlob(root, [entryOf(maker, { statuses })], { number: issue }))
      expect((await register(test, maker)).answer.body.code).toBe(refused)
    },
  )

  it('signs nobody in from then on, unless the tenant lets it', async () => {
    const maker = createMaker()
    supply(createBlob(root, [entryOf(maker)], { number: issue }))
    const strict = await register(await tenantWith({}), maker)
    const lenient = await register(await tenantWith({ refuseCompromised: false }), maker)
    expect((await strict.signIn()).status).toBe(200)
    supply(createBlob(root, [entryOf(maker, { statuses: ['REVOKED'] })], { number: issue }))
    expect((await strict.signIn()).body.code).toBe('invalid_user_response')
    expect((await lenient.signIn()).status).toBe(200)
  })
})

describe('lists of kinds', () => {
  it('let in what is allowed alone, and keep out what is blocked', async () => {
    const [one, two] = [createMaker(), createMaker()]
    supply(createBlob(root, [entryOf(one), entryOf(two)], { number: issue }))
    const only = await tenantWith({ attestation: 'direct', allowedAaguids: [one.aaguidText] })
    expect((await register(only, one)).answer.status).toBe(200)
    expect((await register(only, two)).answer.body.code).toBe(refused)
    const without = await tenantWith({ blockedAaguids: [one.aaguidText] })
    expect((await register(without, one)).answer.body.code).toBe(refused)
    expect((await register(without, two)).answer.status).toBe(200)
  })

  it('ask browsers for what they say', async () => {
    const at = await tenantWith({ attestation: 'enterprise', userVerification: 'required' })
    const { begun } = await register(at, createMaker())
    expect(begun.body.fidoOptions).toMatchObject({
      attestation: 'enterprise',
      authenticatorSelection: { userVerification: 'required' },
    })
  })
})

describe('settings of passkeys', () => {
  it.each([
    [{ metadataRequired: true }, 'metadataRequired', 'attestation_needed'],
    [{ allowedAaguids: [createMaker().aaguidText] }, 'allowedAaguids', 'attestation_needed'],
  ])('%j is refused without an attestation', async (body, field, message) => {
    const { token: as } = await buildAdmin(test.ctx)
    const answer = await test.call(updateFidoSettings, { as, body })
    expect(answer.body.fields).toEqual([{ path: `body.${field}`, message }])
  })

  it('do not ask for metadata that nobody has supplied', async () => {
    const { token: as } = await buildAdmin(test.ctx)
    const body = { attestation: 'direct', metadataRequired: true }
    Object.assign(test.platform.config, { fidoMetadata: null })
    const answer = await test.call(updateFidoSettings, { as, body })
    Object.assign(test.platform.config, { fidoMetadata: files })
    expect(answer.body.fields).toEqual([{ path: 'body.metadataRequired', message: 'no_metadata' }])
    expect((await test.call(updateFidoSettings, { as, body })).status).toBe(200)
  })
})
