import { startEnrollment } from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import { changeOwnPassword } from '@signet/contract/access/self-authenticators'
import {
  readUserAuthenticators,
  unlockUserAuthenticators,
} from '@signet/contract/authenticators/user-authenticators'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  knownBrowser,
} from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { budgets, type CountedFactor } from '../../authenticators/attempts/budgets.ts'
import { counting, reserve, settle } from '../../authenticators/attempts/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** One sign-in with one password, from a browser nobody has seen. */
const tryPassword = async (userId: string, password: string, browser = browserOf(test.call)) => {
  await browser.query(userId)
  return browser.prove('PASSWORD', password)
}

const failTimes = async (userId: string, times: number) => {
  for (let count = 0; count < times; count += 1) await tryPassword(userId, `wrong ${count}`)
}

describe('wrong passwords', () => {
  it('lock strange devices after five, even for the right one, for a quarter of an hour', {
    meta: { covers: ['errors.identifiers-only'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    await failTimes(user.userId, 4)
    expect((await tryPassword(user.userId, 'wrong again')).body.code).toBe('invalid_user_response')
    const locked = await tryPassword(user.userId, goodPassword)
    expect([locked.status, locked.body.code]).toEqual([401, 'invalid_user_response_locked'])
    test.clock.advance(15 * 60_000 + 1000)
    expect((await tryPassword(user.userId, goodPassword)).status).toBe(200)
  })

  it('never lock a device that the user has signed in from', {
    meta: { covers: ['S10'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const own = await knownBrowser(test.ctx, test.call, user)
    await failTimes(user.userId, 12)
    expect((await tryPassword(user.userId, goodPassword)).body.code).toBe(
      'invalid_user_response_locked',
    )
    expect((await tryPassword(user.userId, goodPassword, own)).status).toBe(200)
  })

  it('lock a known device on its own account', async () => {
    const user = await buildPerson(test.ctx)
    const [one, other] = [
      await knownBrowser(test.ctx, test.call, user),
      await knownBrowser(test.ctx, test.call, user),
    ]
    for (let count = 0; count < 5; count += 1) await tryPassword(user.userId, `wrong ${count}`, one)
    expect((await tryPassword(user.userId, goodPassword, one)).body.code).toBe(
      'invalid_user_response_locked',
    )
    expect((await tryPassword(user.userId, goodPassword, other)).status).toBe(200)
    expect((await tryPassword(user.userId, goodPassword)).status).toBe(200)
  })

  it('are forgotten by a right one in the same sign-in', async () => {
    const user = await buildPerson(test.ctx)
    for (let round = 0; round < 3; round += 1) {
      const browser = browserOf(test.call)
      await browser.query(user.userId)
      for (let count = 0; count < 4; count += 1) await browser.prove('PASSWORD', `wrong ${count}`)
      expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
    }
  })

  it('are not forgotten by somebody else’s right one', async () => {
    const user = await buildPerson(test.ctx)
    await failTimes(user.userId, 3)
    expect((await tryPassword(user.userId, goodPassword)).status).toBe(200)
    await failTimes(user.userId, 2)
    expect((await tryPassword(user.userId, goodPassword)).body.code).toBe(
      'invalid_user_response_locked',
    )
  })

  it('of someone unknown share one counter, however the name is written', {
    meta: { covers: ['S7'] },
  }, async () => {
    // Guard: strangerOf. A lock that spellings get round would tell who does not exist.
    const names = ['no one here', 'No One Here', 'NO ONE HERE', ' no one here ', 'ｎo one here']
    const codes: unknown[] = []
    for (const [count, name] of [...names, 'no one here'].entries()) {
      codes.push((await tryPassword(name, `wrong ${count}`)).body.code)
    }
    expect(codes).toEqual([
      ...Array(5).fill('invalid_user_response'),
      'invalid_user_response_locked',
    ])
  })

  it('of someone unknown count and lock alike', async () => {
    const name = 'nobody of this name'
    const codes: unknown[] = []
    for (let count = 0; count < 6; count += 1) {
      codes.push((await tryPassword(name, `wrong ${count}`)).body.code)
    }
    expect(codes).toEqual([
      ...Array(5).fill('invalid_user_response'),
      'invalid_user_response_locked',
    ])
  })

  it('as the current one in the self service draw from the same budget', {
    meta: { covers: ['S8'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    const change = (currentPassword: string) =>
      test.call(changeOwnPassword, {
        as,
        body: { currentPassword, newPassword: 'a fine new phrase 8' },
      })
    await failTimes(user.userId, 3)
    await change('wrong')
    await change('wrong too')
    expect((await change(goodPassword)).body.code).toBe('invalid_user_response_locked')
    expect((await tryPassword(user.userId, goodPassword)).body.code).toBe(
      'invalid_user_response_locked',
    )
  })

  it('are shown to administrators, who take the lock away', {
    meta: { covers: ['lifecycle.user-unlock', 'users.lockout'] },
  }, async () => {
    const admin = await buildAdmin(test.ctx)
    const user = await buildPerson(test.ctx)
    await failTimes(user.userId, 5)
    const params = { userid: user.id }
    const shown = await test.call(readUserAuthenticators, { as: admin.token, params })
    expect(fieldOf(shown.body, 'lockouts', '0')).toMatchObject({
      type: 'PASSWORD',
      device: 'STRANGE',
      remainingAttempts: 0,
    })
    expect(fieldOf(shown.body, 'password', 'lockoutExpiry')).not.toBeNull()
    await test.call(unlockUserAuthenticators, { as: admin.token, params })
    expect((await tryPassword(user.userId, goodPassword)).status).toBe(200)
  })
})

describe('wrong codes', () => {
  it('lock the token after three, and leave the other factors and the password alone', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    for (const wrong of ['000000', '111111', '222222']) await browser.prove('TOKEN', wrong)
    expect((await browser.prove('TOKEN', token.code())).body.code).toBe(
      'invalid_user_response_locked',
    )
    expect((await tryPassword(user.userId, goodPassword)).status).toBe(200)
  })

  it('cost as many tries as there are tokens to try them on', async () => {
    const user = await buildPerson(test.ctx)
    const [token] = [await buildToken(test.ctx, user.id), await buildToken(test.ctx, user.id)]
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    for (const wrong of ['000000', '111111']) await browser.prove('TOKEN', wrong)
    expect((await browser.prove('TOKEN', token.code())).body.code).toBe(
      'invalid_user_response_locked',
    )
  })

  it('cannot be tried by whoever has not proven the password', {
    meta: { covers: ['S6'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const stranger = browserOf(test.call)
    await stranger.query(user.userId)
    for (let count = 0; count < 10; count += 1) await stranger.prove('TOKEN', `00000${count}`)
    const owner = browserOf(test.call)
    await owner.query(user.userId)
    await owner.prove('PASSWORD', goodPassword)
    expect((await owner.prove('TOKEN', token.code())).status).toBe(200)
  })

  it('count together at every door: sign-in and reset', { meta: { covers: ['S8'] } }, async () => {
    const user = await buildPerson(test.ctx, { email: 'doors@example.test' })
    const token = await buildToken(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    for (const wrong of ['000000', '111111', '222222']) await browser.prove('TOKEN', wrong)
    const asked = await test.call(queryPasswordReset, { body: { userId: user.userId } })
    const { authToken } = asked.body
    await test.call(challengePasswordReset, { body: { authToken, authenticator: 'OTP' } })
    const prove = (authenticator: string, response: string) =>
      test.call(authenticatePasswordReset, { body: { authToken, authenticator, response } })
    expect((await prove('OTP', await mailedCode(test, 'doors@example.test'))).status).toBe(200)
    expect((await prove('TOKEN', token.code())).body.code).toBe('invalid_user_response_locked')
  })
})

describe('a user locked by an administrator', () => {
  const lock = (id: string) =>
    test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()

  it('is told so after the right password only, and never signs in', {
    meta: { covers: ['errors.special-user-locked'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    await lock(user.id)
    expect((await tryPassword(user.userId, 'wrong')).body.code).toBe('invalid_user_response')
    const right = await tryPassword(user.userId, goodPassword)
    expect([right.status, right.body.code]).toEqual([403, 'user_locked'])
  })

  it('is stopped before enrolling, and learns of it only after the password', async () => {
    const user = await buildPerson(test.ctx, { administrator: true })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const enrol = () =>
      test.call(startEnrollment, {
        params: { authenticator: 'TOKEN' },
        body: { authToken: browser.authToken },
      })
    await lock(user.id)
    expect((await enrol()).body.code).toBe('no_transaction')
    await test.ctx.db
      .updateTable('users')
      .set({ locked: false })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    await browser.prove('PASSWORD', goodPassword)
    await lock(user.id)
    expect((await enrol()).body.code).toBe('user_locked')
  })

  it('is stopped between the factors', { meta: { covers: ['S8'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    await lock(user.id)
    expect((await browser.prove('TOKEN', token.code())).body.code).toBe('user_locked')
  })
})

describe('identifiers of one user', () => {
  it('share one counter, however they are written', { meta: { covers: ['S7'] } }, async () => {
    const wide = (text: string) =>
      text.replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    const spellings = [
      (id: string) => id,
      (id: string) => id.toUpperCase(),
      (id: string) => ` ${id} `,
      wide,
      () => 'alias',
      () => 'ALIAS ',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: spellings.length - 1 }), { minLength: 6, maxLength: 6 }),
        async (order) => {
          const user = await buildPerson(test.ctx)
          const alias = `alias-${user.userId}`
          await test.ctx.db
            .insertInto('user_identifiers')
            .values({
              tenant_id: test.tenant.id,
              normalised: alias,
              user_id: user.id,
              kind: 'ALIAS',
              value: alias,
            })
            .execute()
          const codes: unknown[] = []
          for (const [index, spelling] of order.entries()) {
            const written = spellings[spelling]?.(user.userId).replace(
              /alias/i,
              (word) => `${word}-${user.userId}`,
            )
            codes.push((await tryPassword(written ?? '', `wrong ${index}`)).body.code)
          }
          expect(codes[4]).toBe('invalid_user_response')
          expect(codes[5]).toBe('invalid_user_response_locked')
        },
      ),
      { numRuns: 8 },
    )
  })
})

describe('a year of guessing', () => {
  /** Chance of one unit: a code of three valid in a million; the best password left by the rules. */
  const chance: Readonly<Record<CountedFactor, number>> = {
    PASSWORD: 1e-6,
    TOKEN: 3e-6,
    OTP: 1e-8,
    RECOVERY_CODE: 10 / 28 ** 16,
    // The shortest that a tenant may set.
    TEMP_ACCESS_CODE: 1e-8,
    // The fewest characters that the settings let a challenge ask.
    GRID: 1 / 28 ** 5,
    // What the other service takes is at least six digits, once.
    EXTERNAL: 1e-6,
    // Two answers that one person in thirty gives; after a mailed code, and never alone.
    KBA: 1 / 900,
  }

  /** Tries that the budget lets through in a year, taken as early as they come. */
  const guesses = async (factor: CountedFactor, userId: string, device: string | null) => {
    const end = test.clock.now().getTime() + 365 * 86_400_000
    let count = 0
    for (;;) {
      const holder = await reserve(test.ctx, { userId, factor, device })
      if (holder !== null) count += 1
      const [row] = await test.ctx.db
        .selectFrom('attempt_budgets')
        .select('locked_until')
        .where('tenant_id', '=', test.tenant.id)
        .where('subject', '=', userId)
        .where('factor', '=', factor)
        .where('device', '=', holder?.device ?? '')
        .execute()
      const until = row?.locked_until?.getTime() ?? 0
      if (until > end) return count
      const wait = until - test.clock.now().getTime()
      if (wait > 0) test.clock.advance(wait)
    }
  }

  it.each(['PASSWORD', 'TOKEN', 'GRID'] as const)(
    'at the %s succeeds in fewer than 1 of 10,000 accounts, with a stolen known device too',
    async (factor) => {
      const user = await buildPerson(test.ctx)
      const strange = await guesses(factor, user.id, null)
      await knownBrowser(test.ctx, test.call, user)
      const [device] = await test.ctx.db
        .selectFrom('known_devices')
        .select('device')
        .where('tenant_id', '=', test.tenant.id)
        .where('user_id', '=', user.id)
        .execute()
      const known = await guesses(factor, user.id, device?.device ?? null)
      expect(strange).toBeGreaterThan(budgets[factor].batch * 3)
      expect((strange + known) * chance[factor]).toBeLessThan(1e-4)
    },
  )

  it('at every second factor together stays under 1 of 10,000', {
    meta: { covers: ['S6'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    let risk = 0
    for (const factor of ['TOKEN', 'OTP', 'RECOVERY_CODE', 'TEMP_ACCESS_CODE', 'GRID'] as const) {
      risk += 2 * (await guesses(factor, user.id, null)) * chance[factor]
    }
    expect(risk).toBeLessThan(1e-4)
  })

  it('gives back exactly what a right answer had cost', async () => {
    const user = await buildPerson(test.ctx)
    const attempt = { userId: user.id, factor: 'PASSWORD', device: null } as const
    for (let count = 0; count < 5; count += 1) await reserve(test.ctx, attempt)
    expect(await reserve(test.ctx, attempt)).toBeNull()
    const budget = await counting.budgetOf(test.ctx, 'PASSWORD', user.id)
    await settle(test.ctx, { subject: user.id, factor: 'PASSWORD', device: '', budget })
    expect(await reserve(test.ctx, attempt)).not.toBeNull()
    expect(await reserve(test.ctx, attempt)).toBeNull()
  })
})
