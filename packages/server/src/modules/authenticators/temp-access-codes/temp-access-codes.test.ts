import {
  createUserTempAccessCode,
  deleteUserTempAccessCode,
  readUserTempAccessCode,
} from '@signet/contract/authenticators/temp-access-codes'
import { updateTempAccessCodeSettings } from '@signet/contract/settings/tempaccesscode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const make = (user: BuiltUser, body: object = {}) =>
  test.call(createUserTempAccessCode, { as, params: { userid: user.id }, body })
const read = (user: BuiltUser) =>
  test.call(readUserTempAccessCode, { as, params: { userid: user.id } })
const set = (body: object) => test.call(updateTempAccessCodeSettings, { as, body })

/** Someone with a token, which they do not have at hand. */
const person = async (more: Parameters<typeof buildPerson>[1] = {}) => {
  const user = await buildPerson(test.ctx, more)
  await buildToken(test.ctx, user.id)
  return user
}

const signIn = async (user: BuiltUser, code: string) => {
  const browser = browserOf(test.call)
  await browser.query(user.userId)
  const half = await browser.prove('PASSWORD', goodPassword)
  return { half, done: await browser.prove('TEMP_ACCESS_CODE', code) }
}

describe('a temporary access code', () => {
  it('is shown once, signs in as often as it says, and its person is told', async () => {
    await set({ maximumUses: 5 })
    const user = await person({ email: 'lost@example.test' })
    const made = await make(user, { maxUses: 2 })
    expect(made.body).toMatchObject({ expired: false, maxUses: 2, numUses: 0, status: 'ACTIVE' })
    const code = String(made.body.code)
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(code).not.toMatch(/[BGILOSUZ]/)
    expect((await read(user)).text).not.toContain(code)
    expect((await noticeTo(test, 'lost@example.test', /temporary access code/)).text).not.toContain(
      code,
    )
    const { half, done } = await signIn(user, code)
    expect(half.body.authenticators).toEqual([{ type: 'TOKEN' }, { type: 'TEMP_ACCESS_CODE' }])
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    const fullWidth = (digit: string) => String.fromCodePoint(0xff10 + Number(digit))
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll(/\d/g, fullWidth)
    const again = await signIn(user, typed)
    expect(again.done.status).toBe(200)
    expect((await read(user)).body).toMatchObject({ numUses: 2, status: 'MAX_USES' })
    const third = await signIn(user, code)
    expect(third.half.body.authenticators).toEqual([{ type: 'TOKEN' }])
    expect(third.done.status).toBe(401)
  })

  it('ends with its time, and another one takes its place', async () => {
    const user = await person()
    const first = String((await make(user, { validityMillis: 600_000 })).body.code)
    const second = String((await make(user, { validityMillis: 600_000 })).body.code)
    expect((await signIn(user, first)).done.status).toBe(401)
    expect((await signIn(user, second)).done.status).toBe(200)
    const third = String((await make(user, { validityMillis: 600_000 })).body.code)
    test.clock.advance(600_001)
    const fresh = await buildAdmin(test.ctx)
    as = fresh.token
    expect((await read(user)).body).toMatchObject({ expired: true, status: 'EXPIRED' })
    expect((await signIn(user, third)).done.status).toBe(401)
  })

  it('is never another one’s', async () => {
    const [user, other] = [await person(), await person()]
    const code = String((await make(user)).body.code)
    await make(other)
    expect((await signIn(other, code)).done.status).toBe(401)
  })

  it('is deleted', async () => {
    const user = await person()
    const code = String((await make(user)).body.code)
    const params = { userid: user.id }
    expect((await test.call(deleteUserTempAccessCode, { as, params })).status).toBe(204)
    expect((await read(user)).status).toBe(404)
    expect((await test.call(deleteUserTempAccessCode, { as, params })).status).toBe(404)
    expect((await signIn(user, code)).done.status).toBe(401)
  })

  it('may be less than the tenant has set, not more', async () => {
    await set({ maximumUses: 3, validityMillis: 3_600_000 })
    const user = await person()
    const more = await make(user, { maxUses: 4, validityMillis: 3_600_001 })
    expect(more.status).toBe(400)
    expect(more.text).toContain('body.maxUses')
    expect(more.text).toContain('body.validityMillis')
    expect((await make(user)).body).toMatchObject({ maxUses: 3 })
  })

  it('is as long and of such characters as the tenant has set', async () => {
    await set({ length: 10, characters: 'DIGITS' })
    expect(String((await make(await person())).body.code)).toMatch(/^\d{4}-\d{4}-\d{2}$/)
    await set({ length: 12, characters: 'LETTERS_AND_DIGITS' })
  })
})

describe('a temporary access code of an administrator', () => {
  it('is not to be had, and one from before is not taken', {
    meta: { covers: ['S12'] },
  }, async () => {
    const admin = await person({ administrator: true })
    expect((await make(admin)).body.code).toBe('temp_access_code_not_allowed')
    await set({ administrators: true })
    const code = String((await make(admin)).body.code)
    await set({ administrators: false })
    const { half, done } = await signIn(admin, code)
    expect(half.body.authenticators).toEqual([{ type: 'TOKEN' }])
    expect(done.status).toBe(401)
    await set({ administrators: true })
    expect((await signIn(admin, code)).done.status).toBe(200)
    await set({ administrators: false })
  })

  it('is not made by somebody without their rights', { meta: { covers: ['S12'] } }, async () => {
    const admin = await person({ administrator: true })
    await set({ administrators: true })
    const helper = await buildAdmin(test.ctx, { permissions: [['USERS', 'EDIT']] })
    const answer = await test.call(createUserTempAccessCode, {
      as: helper.token,
      params: { userid: admin.id },
      body: {},
    })
    expect(answer.body.code).toBe('rights_not_held')
    await set({ administrators: false })
  })

  it('is made by nobody for themself who only signs in', async () => {
    const user = await person()
    const own = await test.call(createUserTempAccessCode, {
      as: await signInAs(test.ctx, user),
      params: { userid: user.id },
      body: {},
    })
    expect(own.status).toBe(403)
  })
})
