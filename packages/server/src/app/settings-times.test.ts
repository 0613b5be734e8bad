import { beginStepUp, completeAuthentication } from '@signet/contract/access/authentication'
import { deleteOwnToken } from '@signet/contract/access/self-authenticators'
import { updateGeneralSettings } from '@signet/contract/settings/general'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, buildPerson, buildToken, goodPassword } from '../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const minute = 60_000

const set = async (body: object): Promise<void> => {
  const { token: as } = await buildAdmin(test.ctx)
  const answer = await test.call(updateGeneralSettings, { as, body })
  expect(answer.status, answer.text).toBe(200)
}

it('a proof counts for as long as the tenant says, in signing in and again', async () => {
  await set({ stepUpMillis: 2 * minute })
  const user = await buildPerson(test.ctx)
  const token = await buildToken(test.ctx, user.id)
  const spares = [await buildToken(test.ctx, user.id), await buildToken(test.ctx, user.id)]
  const as = await signInAs(test.ctx, user)
  const remove = async (at: number) =>
    (await test.call(deleteOwnToken, { as, params: { tokenid: spares[at]?.id ?? '' } })).status
  test.clock.advance(2 * minute + 1000)
  expect(await remove(0)).toBe(403)
  const { authToken } = (await test.call(beginStepUp, { as, body: {} })).body
  await test.call(completeAuthentication, {
    as,
    params: { authenticator: 'TOKEN' },
    body: { authToken, response: token.code() },
  })
  expect(await remove(0)).toBe(204)
  test.clock.advance(2 * minute + 1000)
  expect(await remove(1)).toBe(403)
  await set({ stepUpMillis: 30 * minute })
  expect(await remove(1)).toBe(204)
})

it('the first lock lasts as long as the tenant says', async () => {
  await set({ passwordAttempts: 3, passwordLockMillis: 5 * minute })
  const { userId } = await buildPerson(test.ctx)
  const signIn = async (password: string) => {
    const browser = browserOf(test.call)
    await browser.query(userId)
    return (await browser.prove('PASSWORD', password)).status
  }
  for (let tries = 0; tries < 3; tries += 1) expect(await signIn(`wrong ${tries}`)).toBe(401)
  expect(await signIn(goodPassword)).toBe(401)
  test.clock.advance(3 * minute)
  expect(await signIn(goodPassword)).toBe(401)
  test.clock.advance(3 * minute)
  expect(await signIn(goodPassword)).toBe(200)
})
