import { changeExpiredPassword } from '@signet/contract/access/authentication'
import { changeOwnPassword } from '@signet/contract/access/self-authenticators'
import { setUserPassword } from '@signet/contract/authenticators/passwords'
import { createGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { passwordSets } from './index.ts'

/*
 * Without a password history the current password may be set again, unless it must be changed.
 * Guards: `isDue` in `isInHistory`, and `isStillCompromised` where an administrator sets it.
 */

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
beforeAll(async () => {
  test = await startTestApp()
  await test.ctx.db
    .insertInto('settings')
    .values({
      tenant_id: test.tenant.id,
      family: 'password',
      value: JSON.stringify({ historySize: 0 }),
      updated_at: test.clock.now(),
    })
    .execute()
  admin = await buildAdmin(test.ctx)
})
afterAll(() => test.close())

const better = 'a fine new phrase 8'
const mark = (userId: string, columns: object) =>
  test.ctx.db
    .updateTable('passwords')
    .set(columns)
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .execute()

const due = [
  ['an administrator requires a change', { force_change: true }],
  ['it was found in a breach', { compromised: true }],
  ['it has expired', { expires_at: new Date(0) }],
] as const

describe('the current password without a history', () => {
  const change = async (as: string, newPassword: string) =>
    test.call(changeOwnPassword, { as, body: { currentPassword: goodPassword, newPassword } })

  it('is accepted again while nothing requires a change', async () => {
    const as = await signInAs(test.ctx, await buildPerson(test.ctx))
    expect((await change(as, goodPassword)).status).toBe(200)
  })

  it.each(due)('is rejected in the account when %s', async (_reason, columns) => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    await mark(user.id, columns)
    expect((await change(as, goodPassword)).body).toMatchObject({
      errorCode: 'password_invalid_history',
    })
    expect((await change(as, better)).status).toBe(200)
  })

  it('is rejected by the sign-in that requires another one', async () => {
    const user = await buildPerson(test.ctx)
    await mark(user.id, { force_change: true })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const set = (newPassword: string) =>
      test.call(changeExpiredPassword, { body: { authToken: browser.authToken, newPassword } })
    expect((await set(goodPassword)).body).toMatchObject({ errorCode: 'password_invalid_history' })
    expect((await set(better)).status).toBe(200)
  })

  const assign = (userid: string, password: string) =>
    test.call(setUserPassword, {
      as: admin.token,
      params: { userid },
      body: { password, forceUpdate: false },
    })

  it('is set by no administrator after a breach', async () => {
    const user = await buildPerson(test.ctx)
    expect((await assign(user.id, goodPassword)).status).toBe(200)
    await mark(user.id, { compromised: true })
    expect((await assign(user.id, goodPassword)).body).toMatchObject({
      errorCode: 'password_invalid_compromised',
    })
    expect((await assign(user.id, better)).status).toBe(200)
  })

  it('is not set by administrators for themselves by the call for other users', async () => {
    expect((await assign(admin.id, goodPassword)).status).toBe(200)
    await mark(admin.id, { force_change: true })
    const as = await signInAs(test.ctx, admin)
    const again = await test.call(setUserPassword, {
      as,
      params: { userid: admin.id },
      body: { password: goodPassword, forceUpdate: false },
    })
    expect(again.body).toMatchObject({ errorCode: 'password_invalid_history' })
  })
})

describe('passwords of many users', () => {
  it('expire and are remembered as the group policies of each user say', async () => {
    const [limited, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const group = await buildGroup(test.ctx, { members: [limited.id] })
    const password = { maximumAgeMillis: 86_400_000, historySize: 2 }
    const body = { name: 'A day', groupIds: [group.id], settings: { password } }
    const as = (await buildAdmin(test.ctx)).token
    const made = await test.call(createGroupPolicy, { as, body })
    expect(made.status, made.text).toBe(200)
    const hash = await test.ctx.platform.hashes.hash('a first phrase 1', test.tenant.id)
    const both = [limited.id, other.id]
    const replace = () => {
      test.clock.advance(1000)
      const all = both.map((userId) => ({ userId, hash, forceChange: false }))
      return test.ctx.transaction((ctx) => passwordSets.replace(ctx, all))
    }
    for (let times = 0; times < 3; times += 1) await replace()
    const history = (userId: string) =>
      test.ctx.db.selectFrom('password_history').where('user_id', '=', userId).selectAll().execute()
    const lives = both.map(async (userId) => {
      const { changed_at: from, expires_at: until } = await test.ctx.db
        .selectFrom('passwords')
        .select(['changed_at', 'expires_at'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return until && until.getTime() - from.getTime()
    })
    expect(await Promise.all(lives)).toEqual([86_400_000, null])
    expect(await history(limited.id)).toHaveLength(2)
    expect(await history(other.id)).toHaveLength(1)
  })
})
