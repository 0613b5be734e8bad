import { unlockOwnPassword } from '@signet/contract/access/self-authenticators'
import { unlockToken } from '@signet/contract/authenticators/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  knownBrowser,
} from '../../../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin, signInAs } from '../../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { budgets, type CountedFactor } from '../../../authenticators/attempts/budgets.ts'
import { reserve } from '../../../authenticators/attempts/index.ts'
import { forgetDevices } from '../../../authenticators/devices/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const failuresOf = async (subject: string, factor: CountedFactor): Promise<number> => {
  const row = await test.ctx.db
    .selectFrom('attempt_budgets')
    .select('failures')
    .where('tenant_id', '=', test.tenant.id)
    .where('subject', '=', subject)
    .where('factor', '=', factor)
    .where('device', '=', '')
    .executeTakeFirst()
  return row?.failures ?? 0
}

const fail = async (user: BuiltUser, factor: CountedFactor, times: number): Promise<void> => {
  const attempt = { userId: user.id, factor, device: null }
  for (let count = 0; count < times; count += 1) await reserve(test.ctx, attempt)
}

const signIn = async (user: BuiltUser, browser = browserOf(test.call)) => {
  await browser.query(user.userId)
  return browser.prove('PASSWORD', goodPassword)
}

describe('the budget of a device', () => {
  it('is that of strange ones where only somebody else has signed in from it', {
    meta: { covers: ['S6'] },
  }, async () => {
    const [victim, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const theirs = await knownBrowser(test.ctx, test.call, other)
    await fail(victim, 'PASSWORD', budgets.PASSWORD.batch)
    const answer = await signIn(victim, theirs)
    expect(answer.body.code).toBe('invalid_user_response_locked')
  })

  it('is not to be had by a name that a browser thought of itself', {
    meta: { covers: ['S6'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const signInBy = async (machineNonce: string) => {
      const browser = browserOf(test.call, machineNonce)
      await browser.query(user.userId)
      return browser.prove('PASSWORD', goodPassword, { machineNonce })
    }
    expect((await signInBy('my own name')).status).toBe(200)
    await fail(user, 'PASSWORD', budgets.PASSWORD.batch)
    expect((await signInBy('my own name')).body.code).toBe('invalid_user_response_locked')
  })

  it('is given back without what strange ones have used up', {
    meta: { covers: ['S6'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    await fail(user, 'PASSWORD', 3)
    const own = await knownBrowser(test.ctx, test.call, user)
    expect((await signIn(user, own)).status).toBe(200)
    expect(await failuresOf(user.id, 'PASSWORD')).toBe(3)
  })
})

describe('a device', () => {
  const devicesOf = async (user: BuiltUser): Promise<number> => {
    const rows = await test.ctx.db
      .selectFrom('known_devices')
      .select('device')
      .where('user_id', '=', user.id)
      .execute()
    return rows.length
  }

  it('is kept by an answer that names it, unless it is not to be remembered', async () => {
    const user = await buildPerson(test.ctx)
    for (const [more, kept] of [
      [{ rememberDevice: false }, 0],
      [{ machineNonce: undefined }, 0],
      [{}, 1],
    ] as const) {
      const browser = browserOf(test.call)
      await browser.query(user.userId)
      await browser.prove('PASSWORD', goodPassword, more)
      expect(await devicesOf(user)).toBe(kept)
    }
  })

  it('is forgotten with those of its user alone', async () => {
    const [user, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    for (const each of [user, other]) await knownBrowser(test.ctx, test.call, each)
    await forgetDevices(test.ctx, user.id)
    expect([await devicesOf(user), await devicesOf(other)]).toEqual([0, 1])
  })
})

describe('the budget of a factor', () => {
  it('gets back what a sign-in has cost it, not what another factor has cost', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    await fail(user, 'TOKEN', 2)
    const browser = browserOf(test.call)
    await signIn(user, browser)
    expect((await browser.prove('TOKEN', token.code())).status).toBe(200)
    expect(await failuresOf(user.id, 'TOKEN')).toBe(2)
  })

  it('begins again after a year without a wrong answer', async () => {
    const user = await buildPerson(test.ctx)
    await fail(user, 'PASSWORD', 4)
    test.clock.advance(366 * 86_400_000)
    await fail(user, 'PASSWORD', 1)
    expect(await failuresOf(user.id, 'PASSWORD')).toBe(1)
  })

  it('is cleared alone, and of its user alone, when somebody unlocks it', async () => {
    const [user, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    for (const each of [user, other]) {
      await fail(each, 'PASSWORD', 2)
      await fail(each, 'TOKEN', 2)
    }
    await test.call(unlockOwnPassword, { as: await signInAs(test.ctx, user) })
    const { token: as } = await buildAdmin(test.ctx)
    const { id: tokenid } = await buildToken(test.ctx, other.id)
    await test.call(unlockToken, { as, params: { tokenid } })
    const left = [user, other].flatMap(({ id }) => [
      failuresOf(id, 'PASSWORD'),
      failuresOf(id, 'TOKEN'),
    ])
    expect(await Promise.all(left)).toEqual([0, 2, 2, 0])
  })
})
