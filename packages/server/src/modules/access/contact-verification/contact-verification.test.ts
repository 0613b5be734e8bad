import {
  authenticateContactVerification,
  challengeContactVerification,
  challengeExtraAttribute,
  challengeOptionalAttribute,
  challengeSystemAttribute,
  completeExtraAttribute,
  completeOptionalAttribute,
  completeSystemAttribute,
  deleteExtraAttribute,
  deleteOptionalAttribute,
} from '@signet/contract/access/contact-verification'
import { readSelf, readSelfVerification } from '@signet/contract/access/self'
import { createUserAttribute } from '@signet/contract/identity/user-attributes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { mailedCode, noticeTo } from '../../../../testing/access/mail.ts'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

let count = 0
const newAddress = (): string => `person-${(count += 1)}@example.test`
const signedIn = async () => {
  const email = newAddress()
  const user = await buildUser(test.ctx, { email })
  return { ...user, email, as: await signInAs(test.ctx, user) }
}
const code = (address: string): Promise<string> => mailedCode(test, address)
const ask = (as: string, value: string) =>
  test.call(challengeSystemAttribute, { as, body: { attribute: 'email', value } })
const complete = (as: string, response: string) =>
  test.call(completeSystemAttribute, { as, body: { attribute: 'email', response } })
const mailOf = async (as: string) => {
  const { email, emailVerified } = (await test.call(readSelf, { as })).body
  return [email, emailVerified]
}
const other = (right: string): string => (right === '000000' ? '000001' : '000000')

describe('the own address', () => {
  it('is proven by the code that was sent to it, once', {
    meta: { covers: ['login.contact-verification'] },
  }, async () => {
    const { as, email } = await signedIn()
    const body = { attribute: 'email' }
    const asked = await test.call(challengeContactVerification, { as, body })
    expect(asked.body.hint).toBe('p•••@example.test')
    const response = await code(email)
    const give = () =>
      test.call(authenticateContactVerification, { as, body: { ...body, response } })
    expect((await give()).body.emailVerified).toBe(true)
    expect((await give()).body.errorCode).toBe('no_otp')
    expect((await test.call(readSelfVerification, { as })).body.attributes).toEqual([])
  })

  it('changes only once the new one is proven, and counts as proven then', {
    meta: { covers: ['admin.attribute-verification'] },
  }, async () => {
    const { as, email } = await signedIn()
    const wanted = newAddress()
    expect((await ask(as, wanted)).status).toBe(200)
    const response = await code(wanted)
    expect(await mailOf(as)).toEqual([email, false])
    expect((await complete(as, other(response))).body.errorCode).toBe('invalid_user_response')
    expect(await mailOf(as)).toEqual([email, false])
    expect((await complete(as, response)).status).toBe(200)
    expect(await mailOf(as)).toEqual([wanted, true])
    const told = await noticeTo(test, email, /address of your .* account was changed$/)
    expect(told.text).toContain('former one')
    expect((await complete(as, response)).body.errorCode).toBe('no_otp')
  })

  it('is not changed by another session, nor by a code for another value', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await signedIn()
    const second = await signInAs(test.ctx, user)
    const [first, later] = [newAddress(), newAddress()]
    await ask(user.as, first)
    const early = await code(first)
    expect((await complete(second, early)).body.errorCode).toBe('no_otp')
    await ask(user.as, later)
    await code(later)
    expect((await complete(user.as, early)).status).toBeGreaterThanOrEqual(400)
    expect(await mailOf(user.as)).toEqual([user.email, false])
  })

  it('bears five wrong codes, at once or one by one, and none after', {
    meta: { covers: ['S6'] },
  }, async () => {
    const { as, email } = await signedIn()
    const wanted = newAddress()
    await ask(as, wanted)
    const response = await code(wanted)
    await Promise.all(Array.from({ length: 5 }, () => complete(as, other(response))))
    expect((await complete(as, response)).body.errorCode).toBe('no_otp')
    await ask(as, wanted)
    expect((await complete(as, response)).body.errorCode).toBe('no_otp')
    expect(await mailOf(as)).toEqual([email, false])
  })

  it('changes once when the right code comes many times at the same moment', {
    meta: { covers: ['S11'] },
  }, async () => {
    const { as } = await signedIn()
    const wanted = newAddress()
    await ask(as, wanted)
    const response = await code(wanted)
    // Guard: consumeOtp. All have read the code before one of them can use it up.
    const answers = await whileHeld(test.ctx, 'otps', () =>
      Promise.all(Array.from({ length: 4 }, () => complete(as, response))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
  })

  it('takes a fresh proof of who asks, and stays with the directory it comes from', async () => {
    const { as, id } = await signedIn()
    const set = (columns: object) =>
      test.ctx.db.updateTable('users').set(columns).where('id', '=', id).execute()
    await set({ type: 'LDAP_AD' })
    expect((await ask(as, newAddress())).body.errorCode).toBe('user_edit_restricted')
    await set({ type: 'MGMT_UI' })
    await test.ctx.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(test.clock.now().getTime() - 11 * 60_000) })
      .where('user_id', '=', id)
      .execute()
    expect((await ask(as, newAddress())).body.errorCode).toBe('step_up_required')
  })
})

describe('other contacts', () => {
  it('change and go by a code sent to the own address', {
    meta: { covers: ['admin.attribute-verification'] },
  }, async () => {
    const { as, email } = await signedIn()
    const change = async (value: string | null) => {
      const body = { attribute: 'mobile', value }
      await test.call(challengeOptionalAttribute, { as, body })
      const response = await code(email)
      const given = { attribute: 'mobile', response }
      return (await test.call(completeOptionalAttribute, { as, body: given })).body.mobile
    }
    expect(await change('+44 20 7946 0958')).toBe('+442079460958')
    const gone = await test.call(deleteOptionalAttribute, { as, query: { attribute: 'mobile' } })
    expect(gone.status).toBe(204)
    expect((await test.call(readSelf, { as })).body.mobile).toBeNull()
  })

  it('of the tenant change when people may, a mail address only once it is proven', async () => {
    const admin = (await buildAdmin(test.ctx)).token
    const make = async (body: object) =>
      String((await test.call(createUserAttribute, { as: admin, body })).body.id)
    const attribute = await make({ name: 'Private mail', type: 'EMAIL', userEditable: true })
    const closed = await make({ name: 'Staff' })
    const { as } = await signedIn()
    const wanted = newAddress()
    const body = { attribute, value: wanted }
    await test.call(challengeExtraAttribute, { as, body })
    const response = await code(wanted)
    const done = await test.call(completeExtraAttribute, { as, body: { attribute, response } })
    expect(done.body.userAttributeValues).toEqual([{ userAttributeId: attribute, value: wanted }])
    const query = { attribute }
    expect((await test.call(deleteExtraAttribute, { as, query })).status).toBe(204)
    const refused = { attribute: closed, value: 'x' }
    const answer = await test.call(challengeExtraAttribute, { as, body: refused })
    expect(answer.body.errorCode).toBe('user_edit_restricted')
  })
})
