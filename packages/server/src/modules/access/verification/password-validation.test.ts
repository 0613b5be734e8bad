import { validatePassword } from '@signet/contract/access/verification'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import {
  buildAdmin,
  buildGroup,
  buildRole,
  buildUser,
  signInAs,
} from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `asks` in `verifySteps`, the budget that `answerOnce` charges, `askedAbout`.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const validate = (userId: string, password: string, by = as) =>
  test.call(validatePassword, { as: by, body: { userId, password } })

describe('a password that somebody has given to an application', () => {
  it('is right or wrong, and opens no session', async () => {
    const { userId } = await buildPerson(test.ctx)
    const right = await validate(userId, goodPassword)
    expect(right.body, right.text).toEqual({ verified: true, userId, authenticator: 'PASSWORD' })
    const wrong = await validate(userId, 'wrong')
    expect([wrong.status, wrong.body.errorCode]).toEqual([401, 'invalid_user_response'])
  })

  it('is answered alike for nobody', async () => {
    const { userId } = await buildPerson(test.ctx)
    const [wrong, nobody] = [await validate(userId, 'x'), await validate('no.such.body', 'x')]
    expect(nobody.body.errorCode).toBe(wrong.body.errorCode)
    expect(nobody.status).toBe(wrong.status)
  })

  it('counts where every other wrong one does, and locks the sign-in with it', {
    meta: { covers: ['S8'] },
  }, async () => {
    const { userId } = await buildPerson(test.ctx)
    const codes: unknown[] = []
    for (let tries = 0; tries < 6; tries += 1) {
      codes.push((await validate(userId, `wrong ${tries}`)).body.errorCode)
    }
    expect(codes.at(-1)).toBe('invalid_user_response_locked')
    const browser = browserOf(test.call)
    await browser.query(userId)
    const signIn = await browser.prove('PASSWORD', goodPassword)
    expect(signIn.body.errorCode).toBe('invalid_user_response_locked')
  })

  it('of a stranger locks, too: nothing tells who exists', async () => {
    const codes: unknown[] = []
    for (let tries = 0; tries < 6; tries += 1) {
      codes.push((await validate('nobody.at.all', `wrong ${tries}`)).body.errorCode)
    }
    expect(codes.at(-1)).toBe('invalid_user_response_locked')
  })

  it('of somebody whom the caller does not manage is wrong, even when it is right', {
    meta: { covers: ['S8'] },
  }, async () => {
    const group = await buildGroup(test.ctx, {})
    const { userId } = await buildPerson(test.ctx)
    const agent = await buildUser(test.ctx)
    const role_id = await buildRole(test.ctx, {
      permissions: [['USERS', 'EDIT']],
      groupIds: [group.id],
    })
    await test.ctx.db
      .insertInto('user_roles')
      .values({ tenant_id: test.tenant.id, user_id: agent.id, role_id })
      .execute()
    const by = await signInAs(test.ctx, agent)
    expect((await validate(userId, goodPassword, by)).body.errorCode).toBe('invalid_user_response')
  })

  it('of somebody who is locked says so to whoever knows it', async () => {
    const user = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    expect((await validate(user.userId, goodPassword)).body.errorCode).toBe('user_locked')
    expect((await validate(user.userId, 'x')).body.errorCode).toBe('invalid_user_response')
  })
})
