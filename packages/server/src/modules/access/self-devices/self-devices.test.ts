import { hotp } from '@signet/algorithms/otp'
import {
  changeOwnActiveSyncDevice,
  deleteOwnActiveSyncDevice,
  deleteOwnDesktop,
  listOwnActiveSyncDevices,
  listOwnDesktops,
  readOwnDesktop,
  refreshOwnActiveSyncDevices,
  registerOwnDesktop,
  renewOwnDesktop,
} from '@signet/contract/access/self-devices'
import {
  changeActiveSyncDevice,
  listActiveSyncDevices,
  refreshActiveSyncDevices,
} from '@signet/contract/authenticators/activesync-devices'
import { listUserDesktops } from '@signet/contract/authenticators/desktops'
import { testActiveSync, updateActiveSyncAccess } from '@signet/contract/settings/activesyncaccess'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { type Asked, nodeThatCalls, startOutside } from '../../../../testing/access/outside.ts'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { checkOf } from '../../authenticators/desktops/offline-codes.ts'

/** The mail gateway of docs/protocols/activesync.md. */
const phones = new Map<string, Map<string, string>>()
const gateway = ({ method, path, authorization, body }: Asked) => {
  if (authorization !== 'Bearer gateway-canary') return { status: 401 }
  if (path === '/status') return { body: { status: 'ok' } }
  const [, mail = '', id] = /^\/mailboxes\/([^/]+)\/devices(?:\/(.+))?$/.exec(path) ?? []
  const own = phones.get(decodeURIComponent(mail)) ?? new Map<string, string>()
  if (id === undefined) {
    const devices = [...own].map(([deviceId, access]) => ({ deviceId, access, name: 'Phone' }))
    return { body: { devices } }
  }
  if (!own.has(id)) return null
  if (method === 'DELETE') own.delete(id)
  else own.set(id, String(body.access))
  return { status: 204 }
}

let test: TestApp
let outside: Awaited<ReturnType<typeof startOutside>>
let node: Awaited<ReturnType<typeof nodeThatCalls>>
let as: string
beforeAll(async () => {
  test = await startTestApp()
  outside = await startOutside(gateway)
  node = await nodeThatCalls(test, outside.port)
  as = (await buildAdmin(test.ctx)).token
  await connect({ enabled: true, url: outside.url, selfService: false })
})
afterAll(async () => {
  await node.close()
  await outside.close()
  await test.close()
})

const connect = (body: object) =>
  node.call(updateActiveSyncAccess, {
    as,
    body: { ...body, secrets: { token: 'gateway-canary' } },
  })

const buildHolder = async (devices: readonly string[] = ['PHONE1', 'PHONE2']) => {
  const email = `${test.platform.ids.random(6).toString('hex')}@example.test`
  const user = await buildPerson(test.ctx, { email })
  phones.set(email, new Map(devices.map((id) => [id, 'QUARANTINED'])))
  return { user, email, token: await signInAs(test.ctx, user), params: { userid: user.id } }
}

describe('ActiveSync devices', () => {
  it('are as the gateway told of them last', async () => {
    const { params, email } = await buildHolder()
    const none = await node.call(listActiveSyncDevices, { as, params })
    expect(JSON.parse(none.text)).toEqual([])
    const told = await node.call(refreshActiveSyncDevices, { as, params })
    expect(JSON.parse(told.text)).toMatchObject([{ deviceId: 'PHONE1' }, { deviceId: 'PHONE2' }])
    phones.get(email)?.delete('PHONE1')
    const kept = await node.call(listActiveSyncDevices, { as, params })
    expect(JSON.parse(kept.text)).toHaveLength(2)
    const again = await node.call(refreshActiveSyncDevices, { as, params })
    expect(JSON.parse(again.text)).toMatchObject([{ deviceId: 'PHONE2' }])
  })

  it('are let in and blocked at the gateway first', async () => {
    const { params, email } = await buildHolder()
    await node.call(refreshActiveSyncDevices, { as, params })
    const body = { deviceId: 'PHONE1', access: 'ALLOWED' }
    const changed = await node.call(changeActiveSyncDevice, { as, params, body })
    expect(changed.body).toMatchObject({ access: 'ALLOWED' })
    expect(phones.get(email)?.get('PHONE1')).toBe('ALLOWED')
    const unknown = { deviceId: 'OTHER', access: 'ALLOWED' }
    const refused = await node.call(changeActiveSyncDevice, { as, params, body: unknown })
    expect(refused.status).toBe(404)
  })

  it('are their owner’s to block, and to let in where the tenant allows it', async () => {
    const { token, email } = await buildHolder()
    await node.call(refreshOwnActiveSyncDevices, { as: token })
    const block = { deviceId: 'PHONE1', access: 'BLOCKED' }
    const blocked = await node.call(changeOwnActiveSyncDevice, { as: token, body: block })
    expect(blocked.status, blocked.text).toBe(200)
    expect(phones.get(email)?.get('PHONE1')).toBe('BLOCKED')
    const allow = { deviceId: 'PHONE1', access: 'ALLOWED' }
    const refused = await node.call(changeOwnActiveSyncDevice, { as: token, body: allow })
    expect(refused.body.errorCode).toBe('authenticator_not_provisioned')
    await connect({ selfService: true })
    const allowed = await node.call(changeOwnActiveSyncDevice, { as: token, body: allow })
    expect(allowed.body).toMatchObject({ access: 'ALLOWED' })
    await connect({ selfService: false })
  })

  it('are taken away here and there', async () => {
    const { token, email } = await buildHolder()
    await node.call(refreshOwnActiveSyncDevices, { as: token })
    const params = { deviceid: 'PHONE1' }
    const gone = await node.call(deleteOwnActiveSyncDevice, { as: token, params })
    expect(gone.status).toBe(204)
    expect(phones.get(email)?.has('PHONE1')).toBe(false)
    const left = await node.call(listOwnActiveSyncDevices, { as: token })
    expect(JSON.parse(left.text)).toHaveLength(1)
  })

  it('are taken away here alone while the gateway is switched off, and changed by nobody', async () => {
    const { token, email } = await buildHolder()
    await node.call(refreshOwnActiveSyncDevices, { as: token })
    await connect({ enabled: false })
    const params = { deviceid: 'PHONE1' }
    const gone = await node.call(deleteOwnActiveSyncDevice, { as: token, params })
    const body = { deviceId: 'PHONE2', access: 'BLOCKED' }
    const blocked = await node.call(changeOwnActiveSyncDevice, { as: token, body })
    await connect({ enabled: true })
    expect(gone.status, gone.text).toBe(204)
    expect(blocked.body.errorCode).toBe('authenticator_not_provisioned')
    expect(phones.get(email)?.has('PHONE1')).toBe(true)
    const left = await node.call(listOwnActiveSyncDevices, { as: token })
    expect(JSON.parse(left.text)).toMatchObject([{ deviceId: 'PHONE2' }])
  })

  it('have a gateway that can be tried, and whose token stays with its address', {
    meta: { covers: ['S52'] },
  }, async () => {
    expect((await node.call(testActiveSync, { as })).body).toEqual({ reached: true, detail: null })
    const moved = await node.call(updateActiveSyncAccess, { as, body: { url: `${outside.url}/x` } })
    expect(moved.body).toMatchObject({ secretsPresent: [] })
    const tried = await node.call(testActiveSync, { as })
    expect(tried.body).toMatchObject({ reached: false, detail: 'HTTP 401' })
    await connect({ url: outside.url })
  })

  it('are asked of nobody inside whom the operator has not named', async () => {
    const tried = await test.call(testActiveSync, { as })
    expect(tried.body).toMatchObject({ reached: false })
  })
})

const base32 = (text: string): Buffer => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

interface Codes {
  readonly key: string
  readonly firstStep: number
  readonly checkBytes: number
  readonly checks: string
}

/** What a desktop does offline. */
const opens = (codes: Codes, step: number, code: string): boolean => {
  const checks = Buffer.from(codes.checks, 'base64url')
  const at = (step - codes.firstStep) * codes.checkBytes
  if (at < 0 || at + codes.checkBytes > checks.length) return false
  const check = checkOf(Buffer.from(codes.key, 'base64url'), step, code)
  return check.equals(checks.subarray(at, at + codes.checkBytes))
}

describe('a desktop', () => {
  const register = async (body: object = {}) => {
    const user = await buildPerson(test.ctx)
    const token = await signInAs(test.ctx, user)
    const wanted = { name: 'Laptop', days: 1, ...body }
    const made = await test.call(registerOwnDesktop, { as: token, body: wanted })
    expect(made.status, made.text).toBe(201)
    const { id, otpauthUri, offlineCodes } = JSON.parse(made.text)
    const secret = base32(new URL(otpauthUri).searchParams.get('secret') ?? '')
    const code = (step: number) => hotp({ secret, digits: 6, algorithm: 'SHA1' }, step)
    return { user, token, id: String(id), codes: offlineCodes, code }
  }

  it('checks the codes of its days by itself, and no others', {
    meta: { covers: ['S52'] },
  }, async () => {
    const { codes, code } = await register()
    const now = Math.floor(test.clock.now().getTime() / 30_000)
    for (const ahead of [0, 1, 1000, 2879]) {
      expect(opens(codes, now + ahead, code(now + ahead))).toBe(true)
    }
    expect(opens(codes, now, code(now + 5))).toBe(false)
    expect(opens(codes, now + 3000, code(now + 3000))).toBe(false)
  })

  it('is one of ten at most, also of several that are registered at once', async () => {
    const { user, token } = await register()
    const another = () =>
      test.call(registerOwnDesktop, { as: token, body: { name: 'Other', days: 1 } })
    for (let made = 1; made < 9; made += 1) await another()
    const row = { table: 'users', column: 'id', value: user.id }
    const answers = await whileHeld(test.ctx, row, () => Promise.all([another(), another()]))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('gets others with another key for the days that follow', async () => {
    const { token, id, codes, code } = await register()
    test.clock.advance(60_000)
    const body = { days: 2 }
    const more = await test.call(renewOwnDesktop, { as: token, params: { id }, body })
    const renewed: Codes = JSON.parse(more.text)
    expect(renewed.key).not.toBe(codes.key)
    const later = Math.floor(test.clock.now().getTime() / 30_000) + 5000
    expect(opens(renewed, later, code(later))).toBe(true)
  })

  it('is its owner’s and shows no secret again', async () => {
    const { user, token, id } = await register()
    const read = await test.call(readOwnDesktop, { as: token, params: { id } })
    expect(Object.keys(read.body)).not.toContain('otpauthUri')
    const stranger = await signInAs(test.ctx, await buildPerson(test.ctx))
    for (const endpoint of [readOwnDesktop, deleteOwnDesktop] as const) {
      expect((await test.call(endpoint, { as: stranger, params: { id } })).status).toBe(404)
    }
    const listed = await test.call(listUserDesktops, { as, params: { userid: user.id } })
    expect(JSON.parse(listed.text)).toMatchObject([{ id, name: 'Laptop' }])
    expect((await test.call(deleteOwnDesktop, { as: token, params: { id } })).status).toBe(204)
    expect(JSON.parse((await test.call(listOwnDesktops, { as: token })).text)).toEqual([])
    const body = { days: 1 }
    const renewed = await test.call(renewOwnDesktop, { as: token, params: { id }, body })
    expect(renewed.status).toBe(404)
  })
})
