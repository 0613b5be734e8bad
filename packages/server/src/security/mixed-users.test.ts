import { readSelf } from '@signet/contract/access/self'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser, signInAs } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createRelyingParty } from './sweep/relying-party.ts'

/* Guard: nothing of a request is kept outside its context. A cache of sessions once mixed two users. */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const people = () =>
  Promise.all(
    Array.from({ length: 20 }, async () => {
      const user = await buildUser(test.ctx)
      return { ...user, as: await signInAs(test.ctx, user) }
    }),
  )

describe('many users at once', () => {
  it('each see themselves and their own sessions', { meta: { covers: ['S39'] } }, async () => {
    const all = await people()
    const asked = Array.from({ length: 4 }, () => all).flat()
    await Promise.all(
      asked.map(async ({ as, userId, id }) => {
        const self = await test.call(readSelf, { as })
        expect(self.body).toMatchObject({ id, userId })
        const sessions = JSON.parse((await test.call(listOwnSessions, { as })).text)
        expect(sessions).toHaveLength(1)
      }),
    )
  })

  it('each get tokens of their own', { meta: { covers: ['S39'] } }, async () => {
    const party = await createRelyingParty(test, (await buildAdmin(test.ctx)).token)
    const all = await people()
    await Promise.all(
      all.map(async (user) => {
        const { access_token } = await party.tokensOf(user)
        expect((await party.userinfo(access_token)).json()).toMatchObject({ sub: user.id })
      }),
    )
  })
})
