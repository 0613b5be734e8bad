import {
  changeOwnPassword,
  completeOwnFidoRegistration,
  completeOwnTokenActivation,
  createOwnToken,
  listOwnTokens,
  notifyOwnPassword,
  readOwnPassword,
  readOwnPasswordReset,
  startOwnFidoRegistration,
  startOwnTokenActivation,
  synchroniseOwnToken,
  unlockOwnPassword,
  updateOwnFidoToken,
} from '@signet/contract/access/self-authenticators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  softToken,
} from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import { typedAs } from '../../../../testing/access/typed-as.ts'
import { signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const signedIn = async (email?: string) => {
  const user = await buildPerson(test.ctx, email === undefined ? {} : { email })
  return { user, as: await signInAs(test.ctx, user) }
}

const keepSetting = ({ ctx }: Pick<TestTenant, 'ctx'>, family: string, value: object) =>
  ctx.db
    .insertInto('settings')
    .values({
      tenant_id: ctx.tenant.id,
      family,
      value: JSON.stringify(value),
      updated_at: ctx.platform.clock.now(),
    })
    .execute()

const changePassword = (columns: object, userId: string) =>
  test.ctx.db.updateTable('passwords').set(columns).where('user_id', '=', userId).execute()

describe('the own password', () => {
  const trying = async (userId: string, password: string) => {
    const browser = browserOf(test.call)
    await browser.query(userId)
    return (await browser.prove('PASSWORD', password)).status
  }

  it('that has to be kept a while is changed after that, or at once when it must be', async () => {
    const { ctx, call } = await test.otherTenant()
    await keepSetting({ ctx }, 'password', { minimumAgeMillis: 86_400_000 })
    const user = await buildPerson(ctx)
    const as = await signInAs(ctx, user)
    let current = goodPassword
    const change = async (newPassword: string): Promise<number> => {
      const body = { currentPassword: current, newPassword }
      const { status } = await call(changeOwnPassword, { as, body })
      if (status === 200) current = newPassword
      return status
    }
    const columns = (values: object) =>
      ctx.db.updateTable('passwords').set(values).where('user_id', '=', user.id).execute()
    expect(await change('a fine new phrase 8')).toBe(400)
    await columns({ force_change: true })
    expect(await change('a fine new phrase 8')).toBe(200)
    expect(await change('another new phrase 9')).toBe(400)
    await columns({ changed_at: new Date(test.clock.now().getTime() - 86_400_001) })
    expect(await change('another new phrase 9')).toBe(200)
  })

  it('holds none of the tenant’s words, and leaves no more former ones than are asked about', async () => {
    const { ctx, call } = await test.otherTenant()
    await keepSetting({ ctx }, 'blacklistedpasswords', { words: ['canaryword'] })
    await keepSetting({ ctx }, 'password', { historySize: 2 })
    const user = await buildPerson(ctx)
    const as = await signInAs(ctx, user)
    const change = async (currentPassword: string, newPassword: string) =>
      (await call(changeOwnPassword, { as, body: { currentPassword, newPassword } })).status
    const [second, third] = ['a fine new phrase 8', 'another new phrase 9']
    expect(await change(goodPassword, 'my CanaryWord phrase 9')).toBe(400)
    expect(await change(goodPassword, second)).toBe(200)
    expect(await change(second, goodPassword)).toBe(400)
    expect(await change(second, third)).toBe(200)
    const kept = ctx.db.selectFrom('password_history').select('hash')
    expect(await kept.where('user_id', '=', user.id).execute()).toHaveLength(2)
    expect(await change(third, goodPassword)).toBe(200)
  })

  it('is unlocked by its owner after strangers have locked it', {
    meta: { covers: ['lifecycle.user-password-unlock'] },
  }, async () => {
    const { user, as } = await signedIn()
    for (let count = 0; count < 5; count += 1) await trying(user.userId, `wrong ${count}`)
    expect(await trying(user.userId, goodPassword)).toBe(401)
    expect((await test.call(unlockOwnPassword, { as })).status).toBe(204)
    expect(await trying(user.userId, goodPassword)).toBe(200)
  })

  it('is not unlocked from a session that nobody has proven again for long', {
    meta: { covers: ['lifecycle.user-password-unlock'] },
  }, async () => {
    const { as } = await signedIn()
    test.clock.advance(11 * 60_000)
    const { status, body } = await test.call(unlockOwnPassword, { as })
    expect([status, body['errorCode']]).toEqual([403, 'step_up_required'])
  })

  it('may be reset, by a link in a mail', async () => {
    const { as } = await signedIn('forgetful@example.test')
    const { body } = await test.call(readOwnPasswordReset, { as })
    expect(body).toEqual({ passwordResetEnabled: true })
    expect((await test.call(notifyOwnPassword, { as })).status).toBe(204)
    await noticeTo(test, 'forgetful@example.test', /Set a new password/)
  })

  it('is changed neither to one known from a leak nor back to a former one', {
    meta: { covers: ['errors.identifiers-only'] },
  }, async () => {
    const { as } = await signedIn()
    const change = async (currentPassword: string, newPassword: string) => {
      const body = { currentPassword, newPassword }
      return (await test.call(changeOwnPassword, { as, body })).body['errorCode']
    }
    expect(await change(goodPassword, 'Baseball2024!')).toBe('password_invalid_compromised')
    expect(await change(goodPassword, 'kq7-zvx')).toBe('password_invalid')
    expect(await change(goodPassword, 'another good phrase 3')).toBeUndefined()
    expect(await change('another good phrase 3', goodPassword)).toBe('password_invalid_history')
  })

  it.each([
    ['ACTIVE', {}],
    ['COMPROMISED', { compromised: true }],
    ['CHANGEREQUIRED', { compromised: true, force_change: true }],
    ['EXPIRED', { compromised: true, force_change: true, expires_at: new Date(0) }],
  ])('is shown as %s', async (status, columns) => {
    const { user, as } = await signedIn()
    if (Object.keys(columns).length > 0) await changePassword(columns, user.id)
    const { body } = await test.call(readOwnPassword, { as })
    expect(body).toMatchObject({ present: true, status })
  })
})

describe('an own token', () => {
  it('is activated by a start and a registration code', {
    meta: { covers: ['lifecycle.token-activation'] },
  }, async () => {
    const { as } = await signedIn()
    const made = await test.call(createOwnToken, {
      as,
      params: { type: 'GOOGLE_AUTHENTICATOR' },
      body: { label: 'Phone' },
    })
    const tokenid = String(made.body['id'])
    const begun = await test.call(startOwnTokenActivation, { as, params: { tokenid } })
    const token = softToken(test.ctx, tokenid, String(begun.body['secret']))
    const complete = (registrationCode: string) =>
      test.call(completeOwnTokenActivation, { as, params: { tokenid }, body: { registrationCode } })
    expect((await complete('000000')).body['errorCode']).toBe('invalid_user_response')
    const done = await complete(token.code())
    expect(done.body).toMatchObject({ state: 'ACTIVE', label: 'Phone', groups: [] })
    const own = JSON.parse((await test.call(listOwnTokens, { as })).text)
    expect(own.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      [tokenid, 'ACTIVE'],
    ])
  })

  // Guards: `TypedCode`, whose limit counts marks between the digits, and `foldCode`.
  it.each([
    ['full-width', 0xff10],
    ['Arabic-Indic', 0x0660],
  ])('is activated and synchronised by codes in %s digits', async (_name, zero) => {
    const { as } = await signedIn()
    const params = { type: 'GOOGLE_AUTHENTICATOR' }
    const made = await test.call(createOwnToken, { as, params, body: {} })
    const tokenid = String(made.body['id'])
    const begun = await test.call(startOwnTokenActivation, { as, params: { tokenid } })
    const token = softToken(test.ctx, tokenid, String(begun.body['secret']))
    const typed = (step: number) => typedAs(token.code(step), zero)
    const activated = await test.call(completeOwnTokenActivation, {
      as,
      params: { tokenid },
      body: { registrationCode: typed(0) },
    })
    expect(activated.body).toMatchObject({ state: 'ACTIVE' })
    const body = { response: typed(4), nextResponse: typed(5) }
    const { status } = await test.call(synchroniseOwnToken, { as, params: { tokenid }, body })
    expect(status).toBe(200)
  })

  // Guard: `lockedOutUntil`; without it the owner is not told that the next code is rejected, too.
  it('that is synchronised while wrong codes lock its owner out says until when', async () => {
    const { user, as } = await signedIn()
    const token = await buildToken(test.ctx, user.id)
    const synchronise = (step: number) =>
      test.call(synchroniseOwnToken, {
        as,
        params: { tokenid: token.id },
        body: { response: token.code(step), nextResponse: token.code(step + 1) },
      })
    expect((await synchronise(4)).body['lockedOutUntil']).toBeNull()
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    for (const wrong of ['000000', '111111', '222222']) await browser.prove('TOKEN', wrong)
    const { status, body } = await synchronise(7)
    expect(status).toBe(200)
    expect(Date.parse(String(body['lockedOutUntil']))).toBeGreaterThan(test.clock.now().getTime())
  })
})

describe('an own passkey', () => {
  it('is asked for as the tenant prefers: verification, discovery and attachment', {
    meta: { covers: ['fido.registration-preferences'] },
  }, async () => {
    const other = await test.otherTenant()
    const wished = { userVerification: 'required', residentKey: 'required', attachment: 'platform' }
    await keepSetting(other, 'fido', wished)
    const as = await signInAs(other.ctx, await buildPerson(other.ctx))
    const { body } = await other.call(startOwnFidoRegistration, { as })
    expect(fieldOf(body, 'fidoOptions', 'authenticatorSelection')).toMatchObject({
      userVerification: 'required',
      residentKey: 'required',
      authenticatorAttachment: 'platform',
    })
  })

  it('has a name without angle brackets', {
    meta: { covers: ['fido.relying-party', 'validation.per-form-open'] },
  }, async () => {
    const { as } = await signedIn()
    const { body } = await test.call(startOwnFidoRegistration, { as })
    const challenge = String(fieldOf(body, 'fidoOptions', 'challenge'))
    const passkey = createAuthenticator(new URL(test.tenant.publicUrl).origin)
    const fidoResponse = passkey.register({ challenge })
    const complete = (name: string) =>
      test.call(completeOwnFidoRegistration, { as, body: { fidoResponse, name } })
    expect((await complete('<b>Key')).status).toBe(400)
    const made = await complete('Key & ring')
    expect(made.body).toMatchObject({
      name: 'Key & ring',
      rpId: new URL(test.tenant.publicUrl).hostname,
    })
    const params = { fidoid: String(made.body['id']) }
    const renamed = await test.call(updateOwnFidoToken, { as, params, body: { name: 'a>b' } })
    expect(renamed.status).toBe(400)
  })
})
