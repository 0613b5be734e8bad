import { deleteEnrollments, updateEnrollment } from '@signet/contract/issuance/enrollments'
import { revokeFlashPass } from '@signet/contract/issuance/flash-pass-revocations'
import { claimApplePass, readFlashPassDownload } from '@signet/contract/issuance/flash-passes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { passIn, setUpWallets, waitingFor } from '../../../testing/issuance/flash-passes.ts'
import {
  createPassSigner,
  type PassSigner,
  passTypeId,
} from '../../../testing/issuance/pass-signer.ts'
import { type ApnsDouble, answerForApns } from '../../../testing/issuance/wallet.ts'
import { whileTimeStands } from '../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createApp } from '../../app.ts'
import { workOnPass } from '../../modules/issuance/flash-passes/index.ts'
import { buildFlashPass } from '../../security/sweep/flash-pass-rows.ts'

let test: TestApp
let as: string
let signer: PassSigner
let apns: ApnsDouble
beforeAll(async () => {
  signer = await createPassSigner()
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  apns = await answerForApns(test.platform)
  await setUpWallets(test.ctx, signer)
})
afterAll(async () => {
  await apns.close()
  await test.close()
})
beforeEach(async () => {
  // Limits of one address, and the second of the last change, are of the test before.
  test.clock.advance(120_000)
  as = (await buildAdmin(test.ctx)).token
  apns.calls.splice(0)
  apns.answer = { status: 200 }
})

interface Asking {
  readonly token?: string
  readonly body?: object
  readonly since?: string
  readonly publicUrl?: string
}

type Verb = 'GET' | 'POST' | 'DELETE'

const ask = (method: Verb, path: string, asking: Asking = {}) => {
  const { token, body, since, publicUrl = test.tenant.publicUrl } = asking
  return test.app.inject({
    method,
    url: `/wallet/v1${path}`,
    headers: {
      host: new URL(publicUrl).host,
      ...(token === undefined ? {} : { authorization: `ApplePass ${token}` }),
      ...(since === undefined ? {} : { 'if-modified-since': since }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
}

interface Held {
  readonly enrollmentId: string
  readonly serial: string
  readonly token: string
}

/** A pass that somebody has in Apple Wallet, with what its file says. */
const claimed = async (): Promise<Held> => {
  const { enrollmentId } = await buildFlashPass(test.ctx, signer)
  const params = { walletType: 'apple' as const, enrollmentId }
  const { body } = await test.call(readFlashPassDownload, { as, params })
  const claimToken = String(body.pageUri).split('/').at(-1)
  const query = new URLSearchParams({
    enrollmentTokenJson: JSON.stringify({ enrollmentId, claimToken }),
  })
  const { rawPayload } = await test.app.inject({
    method: 'POST',
    url: `${claimApplePass.path}?${query}`,
    headers: { host: new URL(test.tenant.publicUrl).host },
  })
  const file = await passIn(rawPayload)
  expect(file.webServiceURL).toBe(`${test.tenant.publicUrl}/wallet`)
  return {
    enrollmentId,
    serial: String(file.serialNumber),
    token: String(file.authenticationToken),
  }
}

const newDevice = (): string => test.platform.ids.random(16).toString('hex')
const pushToken = 'ab'.repeat(32)
const registration = (device: string, serial: string, type = passTypeId): string =>
  `/devices/${device}/registrations/${type}/${serial}`

const register = ({ serial, token }: Held, device: string, given = pushToken) =>
  ask('POST', registration(device, serial), { token, body: { pushToken: given } })

const changedOf = (device: string, since = '') =>
  ask('GET', `/devices/${device}/registrations/${passTypeId}${since}`)

const latest = ({ serial, token }: Pick<Held, 'serial' | 'token'>, since?: string) =>
  ask('GET', `/passes/${passTypeId}/${serial}`, {
    token,
    ...(since === undefined ? {} : { since }),
  })

const rename = ({ enrollmentId }: Held, name: string) =>
  test.call(updateEnrollment, {
    as,
    params: { enrollmentId },
    body: { values: { 'Last name': name } },
  })

/** Works off what waits last for a pass. */
const work = async (serial: string, isLast = false): Promise<void> => {
  const content = (await waitingFor(test.ctx, serial)).at(-1)
  if (content === undefined) throw new Error('no job waits for this pass')
  await workOnPass(test.ctx, { jobRowId: test.platform.ids.uuid(), content, isLast })
}

const registered = async (serial: string): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('flash_pass_registrations')
    .select('id')
    .where('pass_id', '=', serial)
    .execute()
  return rows.length
}

describe('a pass in Apple Wallet', () => {
  it('is told of, asked for and shown as it is now', {
    meta: { covers: ['issuance.flash-pass-wallets'] },
  }, async () => {
    const pass = await claimed()
    const device = newDevice()
    expect((await register(pass, device)).statusCode).toBe(201)
    expect((await register(pass, device)).statusCode).toBe(200)
    const first = await latest(pass)
    expect(first.statusCode).toBe(200)
    const known = String(first.headers['last-modified'])

    test.clock.advance(5000)
    expect((await rename(pass, 'King')).status).toBe(200)
    await work(pass.serial)
    expect(apns.calls).toHaveLength(1)
    expect(apns.calls[0]?.headers).toMatchObject({
      ':method': 'POST',
      ':path': `/3/device/${pushToken}`,
      'apns-topic': passTypeId,
      'apns-push-type': 'background',
      'apns-priority': '5',
    })
    expect(apns.calls[0]?.headers).not.toHaveProperty('authorization')
    expect(apns.calls[0]?.body).toBe('{}')
    expect(apns.calls[0]?.shown).toContain(passTypeId)

    const listed = await changedOf(device)
    expect(listed.json()).toEqual({
      serialNumbers: [pass.serial],
      lastUpdated: expect.stringMatching(/^\d{13}$/),
    })
    test.clock.advance(5000)
    const now = await latest(pass, known)
    expect(now.statusCode).toBe(200)
    expect(now.headers['content-type']).toBe('application/vnd.apple.pkpass')
    expect(await passIn(now.rawPayload)).toMatchObject({
      serialNumber: pass.serial,
      authenticationToken: pass.token,
      generic: { primaryFields: [{ value: 'Ada King' }] },
    })
    expect((await latest(pass, String(now.headers['last-modified']))).statusCode).toBe(304)

    const gone = await ask('DELETE', registration(device, pass.serial), { token: pass.token })
    expect([gone.statusCode, await registered(pass.serial)]).toEqual([200, 0])
    expect((await changedOf(device)).statusCode).toBe(204)
  })

  it('has changed since for whoever asks with what they were told before, and no longer after', async () => {
    const [one, other] = [await claimed(), await claimed()]
    const device = newDevice()
    for (const pass of [one, other]) await register(pass, device)
    const { lastUpdated } = (await changedOf(device)).json()
    test.clock.advance(300_000)
    as = (await buildAdmin(test.ctx)).token
    await rename(other, 'Hopper')
    const since = await changedOf(device, `?passesUpdatedSince=${lastUpdated}`)
    expect(since.json().serialNumbers).toContain(other.serial)
    const later = Number(since.json().lastUpdated) + 120_000
    expect((await changedOf(device, `?passesUpdatedSince=${later}`)).statusCode).toBe(204)
  })

  /* Guard: one second less within the second of the change, in `modifiedAt` (wallet-service.ts). */
  it('that changes twice within a second is asked for again', async () => {
    const pass = await claimed()
    await whileTimeStands(async () => {
      await rename(pass, 'King')
      const early = await latest(pass)
      const again = await latest(pass, String(early.headers['last-modified']))
      expect(again.statusCode).toBe(200)
    })
  })

  it('is void once it is taken back: its phones are told, and forgotten later', async () => {
    const pass = await claimed()
    await register(pass, newDevice())
    await test.call(revokeFlashPass, { as, params: { enrollmentId: pass.enrollmentId } })
    await work(pass.serial)
    expect(apns.calls).toHaveLength(1)
    test.clock.advance(5000)
    expect(await passIn((await latest(pass)).rawPayload)).toMatchObject({ voided: true })
    const { over_at } = await test.ctx.db
      .selectFrom('flash_pass_registrations')
      .select('over_at')
      .where('pass_id', '=', pass.serial)
      .executeTakeFirstOrThrow()
    expect(over_at).not.toBeNull()
  })

  it('is void when its days are over', { meta: { covers: ['S62'] } }, async () => {
    const pass = await claimed()
    const ends_at = new Date(test.clock.now().getTime() + 120_000)
    await test.ctx.db
      .updateTable('flash_passes')
      .set({ ends_at })
      .where('id', '=', pass.serial)
      .execute()
    expect(await passIn((await latest(pass)).rawPayload)).not.toHaveProperty('voided')
    test.clock.advance(125_000)
    expect(await passIn((await latest(pass)).rawPayload)).toMatchObject({ voided: true })
  })

  it('of a record that is deleted shows nothing of its owner', {
    meta: { covers: ['S62'] },
  }, async () => {
    const pass = await claimed()
    await test.call(deleteEnrollments, { as, body: { ids: [pass.enrollmentId] } })
    const file = await passIn((await latest(pass)).rawPayload)
    expect(file).toMatchObject({ voided: true })
    expect(JSON.stringify(file)).not.toMatch(/\bAda\b/)
  })
})

describe('APNs', () => {
  it('that knows a phone no more ends its registration', async () => {
    const pass = await claimed()
    await register(pass, newDevice())
    await rename(pass, 'King')
    apns.answer = { status: 410, reason: 'Unregistered' }
    await work(pass.serial)
    expect(await registered(pass.serial)).toBe(0)
  })

  it('that is busy is asked again, and the log says what failed in the end', async () => {
    const pass = await claimed()
    await register(pass, newDevice())
    await rename(pass, 'King')
    apns.answer = { status: 503, reason: 'ServiceUnavailable' }
    await expect(work(pass.serial)).rejects.toThrow('503')
    await expect(work(pass.serial, true)).rejects.toThrow('503')
    expect(await registered(pass.serial)).toBe(1)
    const log = await test.ctx.db
      .selectFrom('flash_pass_log')
      .select(['event', 'detail'])
      .where('pass_id', '=', pass.serial)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect(log).toEqual({ event: 'UPDATE_FAILED', detail: 'APPLE' })
  })
})

describe('whoever does not hold a pass', () => {
  /* Guard: `isTokenOf` in `held` (wallet-service.ts). */
  it('is answered alike, whether it is there or not', { meta: { covers: ['S62'] } }, async () => {
    const [pass, other] = [await claimed(), await claimed()]
    const device = newDevice()
    const nobody = test.platform.ids.uuid()
    const tries: readonly (readonly [string, string | undefined, string])[] = [
      [pass.serial, other.token, passTypeId],
      [pass.serial, undefined, passTypeId],
      [pass.serial, `${pass.token}A`, passTypeId],
      [pass.serial, pass.token, 'pass.test.example.other'],
      [nobody, pass.token, passTypeId],
      ["x' or 1=1", pass.token, passTypeId],
    ]
    const seen = new Set<string>()
    for (const [serial, token, type] of tries) {
      const given = token === undefined ? {} : { token }
      const name = encodeURIComponent(serial)
      const path = registration(device, name, type)
      for (const answer of [
        await ask('POST', path, { ...given, body: { pushToken } }),
        await ask('DELETE', path, given),
        await ask('GET', `/passes/${type}/${name}`, given),
      ]) {
        seen.add(`${answer.statusCode} ${answer.body}`)
      }
    }
    expect([...seen]).toEqual(['401 '])
    expect(await registered(pass.serial)).toBe(0)
  })

  it('learns nothing at the address of another tenant', { meta: { covers: ['S62'] } }, async () => {
    const pass = await claimed()
    const device = newDevice()
    await register(pass, device)
    const other = await test.otherTenant()
    await setUpWallets(other.ctx, signer)
    const { publicUrl } = other.tenant
    const { serial, token } = pass
    const read = await ask('GET', `/passes/${passTypeId}/${serial}`, { token, publicUrl })
    expect(read.statusCode).toBe(401)
    const listed = await ask('GET', `/devices/${device}/registrations/${passTypeId}`, { publicUrl })
    expect(listed.statusCode).toBe(204)
  })

  it('gets none that was never put into Apple Wallet, whatever they show', {
    meta: { covers: ['S62'] },
  }, async () => {
    const pass = await claimed()
    await test.ctx.db
      .updateTable('flash_passes')
      .set({ apple_at: null })
      .where('id', '=', pass.serial)
      .execute()
    expect((await latest(pass)).statusCode).toBe(401)
  })
})

describe('phones', () => {
  /* Guard: `removeOldest` and the lock of the pass in `registerDevice`. */
  it('of one pass are ten at most, however many come at once', {
    meta: { covers: ['S63'] },
  }, async () => {
    const pass = await claimed()
    const all = await Promise.all(Array.from({ length: 14 }, () => register(pass, newDevice())))
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(14).fill(201))
    expect(await registered(pass.serial)).toBe(10)
  })

  it.each([
    ['no hexadecimal', 'zz'.repeat(32)],
    ['too long', 'ab'.repeat(101)],
    ['a path', '../../3/device/x'],
  ])('bring no token that is %s', { meta: { covers: ['S63'] } }, async (_what, wrong) => {
    expect((await register(await claimed(), newDevice(), wrong)).statusCode).toBe(400)
  })

  it('have no identifier without end', async () => {
    expect((await register(await claimed(), 'd'.repeat(101))).statusCode).toBe(400)
  })

  it('are known by digests, and their tokens stand nowhere in clear', {
    meta: { covers: ['S62'] },
  }, async () => {
    const pass = await claimed()
    const device = newDevice()
    await register(pass, device)
    const row = await test.ctx.db
      .selectFrom('flash_pass_registrations')
      .selectAll()
      .where('pass_id', '=', pass.serial)
      .executeTakeFirstOrThrow()
    const stored = [row.device_hash, row.sealed_push_token].map(String).join(' ')
    expect(stored).not.toContain(device)
    expect(stored).not.toContain(pushToken)
  })

  it('say what went wrong, in its form and not at length', {
    meta: { covers: ['S63'] },
  }, async () => {
    const logs = ['no pass\r\n{"level":"error","msg":"forged"}']
    expect((await ask('POST', '/log', { body: { logs } })).statusCode).toBe(200)
    expect((await ask('POST', '/log', { body: { logs: 'x' } })).statusCode).toBe(400)
    const long = { logs: ['x'.repeat(20_000)] }
    expect((await ask('POST', '/log', { body: long })).statusCode).toBe(413)
  })

  /* Guard: `limits.take` in mount.ts, twice. */
  it('ask for one file, or say what went wrong, some times a minute', {
    meta: { covers: ['S63'] },
  }, async () => {
    const { platform } = test
    const now = test.clock.now()
    const config = { ...platform.config, requestLimitScale: 1 }
    const limited = await createApp({ ...platform, config, clock: { now: () => now } })
    const { serial, token } = await claimed()
    const host = new URL(test.tenant.publicUrl).host
    const authorization = `ApplePass ${token}`
    const seen: Record<'files' | 'logs', number[]> = { files: [], logs: [] }
    for (let tries = 0; tries < 11; tries += 1) {
      const url = `/wallet/v1/passes/${passTypeId}/${serial}`
      const file = await limited.inject({ url, headers: { host, authorization } })
      seen.files.push(file.statusCode)
      const payload = { logs: ['x'] }
      const log = await limited.inject({
        method: 'POST',
        url: '/wallet/v1/log',
        headers: { host },
        payload,
      })
      seen.logs.push(log.statusCode)
    }
    await limited.close()
    expect(seen.files).toEqual([...Array(10).fill(200), 429])
    expect(seen.logs).toEqual([...Array(10).fill(200), 429])
  })
})
