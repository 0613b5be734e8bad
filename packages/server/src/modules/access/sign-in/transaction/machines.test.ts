import { createHash, randomBytes } from 'node:crypto'
import { logout, renewSession } from '@signet/contract/access/authentication'
import { listUserMachines } from '@signet/contract/authenticators/machines'
import {
  readDeviceAttributes,
  updateDeviceAttributes,
} from '@signet/contract/settings/deviceattributes'
import { updateMachineSettings } from '@signet/contract/settings/machine'
import { type DeviceAttribute, machineIdOf, machineIdText } from '@signet/rules/device-fingerprint'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  type SoftToken,
  sessionTokenOf,
} from '../../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const spare = {
  enabled: true,
  sparesSecondFactor: true,
  fingerprintRequired: false,
  changesAllowed: 1,
  lifeDays: 30,
  maximumPerUser: 3,
}
const set = async (change: object): Promise<void> => {
  const answer = await test.call(updateMachineSettings, { as, body: { ...spare, ...change } })
  expect(answer.status, answer.text).toBe(200)
}
beforeEach(async () => {
  as = (await buildAdmin(test.ctx)).token
  await set({})
})

interface Holder {
  readonly id: string
  readonly userId: string
  readonly token: SoftToken
}

const buildHolder = async (wanted: Parameters<typeof buildPerson>[1] = {}): Promise<Holder> => {
  const user = await buildPerson(test.ctx, wanted)
  return { ...user, token: await buildToken(test.ctx, user.id) }
}

type Browser = ReturnType<typeof browserOf>

const viaCode = async (browser: Browser, { userId, token }: Holder, more: object = {}) => {
  await browser.query(userId)
  await browser.prove('PASSWORD', goodPassword)
  test.clock.advance(31_000)
  const done = await browser.prove('TOKEN', token.code(), more)
  expect(done.body).toMatchObject({ authenticationCompleted: true })
  return done
}

const remembered = async (holder: Holder, more: object = {}) => {
  const browser = browserOf(test.call)
  const done = await viaCode(browser, holder, { rememberDevice: true, ...more })
  return { browser, done }
}

const viaPassword = async (browser: Browser, { userId }: Holder, more: object = {}) => {
  await browser.query(userId)
  return browser.prove('PASSWORD', goodPassword, more)
}

const machinesOf = async (holder: Holder) => {
  const answer = await test.call(listUserMachines, { as, params: { userid: holder.id } })
  expect(answer.status).toBe(200)
  const list: readonly { readonly id: string }[] = JSON.parse(answer.text)
  return list
}

const eventsOf = (action: string, userId: string) =>
  test.ctx.db
    .selectFrom('audit_events')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', action)
    .where('entity_id', '=', userId)
    .execute()

describe('a remembered browser', () => {
  it('spares the second factor where the tenant has it so', {
    meta: { covers: ['login.challenge-response'] },
  }, async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const again = await viaPassword(browser, holder)
    expect(again.body).toMatchObject({ authenticationCompleted: true })
    expect(await machinesOf(holder)).toHaveLength(1)
  })

  it('spares nothing where the tenant has it otherwise', async () => {
    await set({ sparesSecondFactor: false })
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const again = await viaPassword(browser, holder)
    expect(again.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
  })

  it('spares nothing of an administrator', { meta: { covers: ['S52'] } }, async () => {
    const holder = await buildHolder({ administrator: true })
    const { browser } = await remembered(holder)
    const again = await viaPassword(browser, holder)
    expect(again.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
  })

  it('is remembered only when its person asks for it', async () => {
    const holder = await buildHolder()
    await viaCode(browserOf(test.call), holder)
    expect(await machinesOf(holder)).toEqual([])
  })

  it('proves nothing more than the password', { meta: { covers: ['S52'] } }, async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const again = await viaPassword(browser, holder)
    const session = await test.ctx.db
      .selectFrom('sessions')
      .select(['acr', 'amr'])
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', holder.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(again.status).toBe(200)
    expect(session).toEqual({ acr: 'aal1', amr: ['pwd'] })
  })

  it('is forgotten after its time', async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    test.clock.advance(31 * 86_400_000)
    const again = await viaPassword(browser, holder)
    expect(again.body).toMatchObject({ secondFactor: true })
  })

  it('gives way to newer ones beyond the number of a person', async () => {
    const holder = await buildHolder()
    const { browser: oldest } = await remembered(holder)
    for (let more = 0; more < 3; more += 1) await remembered(holder)
    expect(await machinesOf(holder)).toHaveLength(3)
    const again = await viaPassword(oldest, holder)
    expect(again.body).toMatchObject({ secondFactor: true })
  })
})

describe('the sequence nonce', () => {
  it('is another after each sign-in', async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const seen = new Set([browser.sequenceNonce])
    for (let times = 0; times < 3; times += 1) {
      const done = await viaPassword(browser, holder)
      expect(done.body).toMatchObject({ authenticationCompleted: true })
      seen.add(browser.sequenceNonce)
    }
    expect(seen.size).toBe(4)
  })

  it('spares the second factor once, of fifty at the same time', {
    meta: { covers: ['S52'] },
  }, async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const copies = Array.from({ length: 50 }, () =>
      browserOf(test.call, browser.machineNonce, browser.sequenceNonce),
    )
    await Promise.all(copies.map((copy) => copy.query(holder.userId)))
    const answers = await Promise.all(copies.map((copy) => copy.prove('PASSWORD', goodPassword)))
    const completed = answers.filter(({ body }) => body.authenticationCompleted === true)
    expect(completed).toHaveLength(1)
  })

  it('may be shown again while the answer that followed it may be lost', async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const before = browserOf(test.call, browser.machineNonce, browser.sequenceNonce)
    await viaPassword(browser, holder)
    test.clock.advance(120_000)
    const again = await viaPassword(before, holder)
    expect(again.body).toMatchObject({ secondFactor: true })
    expect(await eventsOf('MACHINE_COPIED', holder.id)).toHaveLength(0)
    const done = await viaCode(before, holder)
    expect(done.body.sequenceNonce).toMatch(/^[\w-]{43}$/)
    const spared = await viaPassword(before, holder)
    expect(spared.body).toMatchObject({ authenticationCompleted: true })
  })

  it('tells of a copy when one was followed by another that arrived', {
    meta: { covers: ['S52'] },
  }, async () => {
    const holder = await buildHolder()
    const { browser, done } = await remembered(holder)
    const copy = browserOf(test.call, browser.machineNonce, browser.sequenceNonce)
    const latest = await viaPassword(browser, holder)
    test.clock.advance(120_000)
    const renewed = await test.call(renewSession, { as: sessionTokenOf(latest.body) })
    expect(renewed.status).toBe(200)
    const caught = await viaPassword(copy, holder)
    expect(caught.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
    expect(await eventsOf('MACHINE_COPIED', holder.id)).toHaveLength(1)
    expect(await machinesOf(holder)).toEqual([])
    const original = await viaPassword(browser, holder)
    expect(original.body).toMatchObject({ secondFactor: true })
    for (const body of [latest.body, done.body]) {
      const ended = await test.call(logout, { as: sessionTokenOf(body) })
      expect(ended.status).toBe(401)
    }
  })

  it('tells of a copy that signed in first when the original comes back', {
    meta: { covers: ['S52'] },
  }, async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const thief = browserOf(test.call, browser.machineNonce, browser.sequenceNonce)
    await viaPassword(thief, holder)
    await viaPassword(thief, holder)
    const original = await viaPassword(browser, holder)
    expect(original.body).toMatchObject({ secondFactor: true })
    expect(await eventsOf('MACHINE_COPIED', holder.id)).toHaveLength(1)
    const thiefAgain = await viaPassword(thief, holder)
    expect(thiefAgain.body).toMatchObject({ secondFactor: true })
  })

  it('revokes nothing for whoever has no password', { meta: { covers: ['S52'] } }, async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const forged = browserOf(test.call, browser.machineNonce, randomBytes(32).toString('base64url'))
    await forged.query(holder.userId)
    await forged.prove('PASSWORD', 'not the password')
    expect(await machinesOf(holder)).toHaveLength(1)
    const again = await viaPassword(browser, holder)
    expect(again.body).toMatchObject({ authenticationCompleted: true })
  })

  it('counts for its own browser alone', async () => {
    const holder = await buildHolder()
    const { browser } = await remembered(holder)
    const stranger = browserOf(test.call, undefined, browser.sequenceNonce)
    const again = await viaPassword(stranger, holder)
    expect(again.body).toMatchObject({ secondFactor: true })
    const other = await buildHolder()
    expect((await viaPassword(browser, other)).body).toMatchObject({ secondFactor: true })
  })
})

const fingerprint = (values: Readonly<Partial<Record<DeviceAttribute, string>>>) => {
  const attributes = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url'),
    ]),
  )
  const machineId = machineIdOf(createHash('sha256').update(machineIdText(attributes)).digest())
  return { machineId, attributes }
}

describe('the fingerprint', () => {
  const usual = { browser: 'Firefox', platform: 'Linux', timeZone: 'UTC', touch: '0' } as const
  const deviceFingerprint = fingerprint(usual)

  it.each([
    ['is the same', usual, true],
    ['has changed as far as it may', { ...usual, browser: 'Firefox 141' }, true],
    ['has changed too much', { ...usual, browser: 'Chrome', platform: 'Windows' }, false],
  ])('that %s decides', async (_, values, isSpared) => {
    await set({ fingerprintRequired: true })
    const holder = await buildHolder()
    const { browser } = await remembered(holder, { deviceFingerprint })
    const again = await viaPassword(browser, holder, { deviceFingerprint: fingerprint(values) })
    expect(again.body.authenticationCompleted).toBe(isSpared)
  })

  it('may be missing: the sign-in goes on with the second factor', async () => {
    await set({ fingerprintRequired: true })
    const holder = await buildHolder()
    const { browser } = await remembered(holder, { deviceFingerprint })
    const again = await viaPassword(browser, holder)
    expect(again.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
  })

  it('counts for nothing when its parts do not make its id', async () => {
    await set({ fingerprintRequired: true })
    const holder = await buildHolder()
    const { browser } = await remembered(holder, { deviceFingerprint })
    const forged = { ...deviceFingerprint, machineId: machineIdOf(randomBytes(32)) }
    const again = await viaPassword(browser, holder, { deviceFingerprint: forged })
    expect(again.body).toMatchObject({ secondFactor: true })
  })

  it('may come with the query or with a challenge', {
    meta: { covers: ['login.fingerprint-when-required'] },
  }, async () => {
    await set({ fingerprintRequired: true })
    const holder = await buildHolder()
    const { browser } = await remembered(holder, { deviceFingerprint })
    await browser.query(holder.userId, { deviceFingerprint })
    const first = await browser.prove('PASSWORD', goodPassword)
    expect(first.body).toMatchObject({ authenticationCompleted: true })
    const { machineNonce, sequenceNonce } = browser
    const bare = browserOf(test.call, machineNonce)
    await bare.query(holder.userId)
    const machineAuthenticator = { machineNonce, sequenceNonce, deviceFingerprint }
    const asked = await bare.challenge('PASSWORD', { machineAuthenticator })
    expect(asked.body).toMatchObject({
      machineAuthenticator: { machineNonce },
      userMachineSettings: { fingerprintRequired: true, waitMillis: 4000 },
    })
    const second = await bare.prove('PASSWORD', goodPassword)
    expect(second.body).toMatchObject({ authenticationCompleted: true })
  })

  it('is made of what the tenant says, of each platform', async () => {
    const body = { attributes: ['browser', 'screen'] }
    const params = { platform: 'mobile' }
    const saved = await test.call(updateDeviceAttributes, { as, params, body })
    expect(saved.body).toEqual(body)
    const desktop = await test.call(readDeviceAttributes, { as, params: { platform: 'desktop' } })
    expect(desktop.body.attributes).toContain('timeZone')
    const asked = await browserOf(test.call).query('anybody')
    expect(asked.body).toMatchObject({
      userMachineSettings: { attributes: { mobile: ['browser', 'screen'] } },
    })
    const cookies = { attributes: ['cookies'] }
    const refused = await test.call(updateDeviceAttributes, { as, params, body: cookies })
    expect(refused.status).toBe(400)
  })
})
