import {
  completeAuthentication,
  completeEnrollment,
  startEnrollment,
} from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  completePasswordReset,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { secondNode } from '../../../../testing/access/nodes.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  knownBrowser,
  softToken,
} from '../../../../testing/access/people.ts'
import type { Call } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { recoveryCodes } from '../../authenticators/recovery-codes/index.ts'
import { tempAccessCodes } from '../../authenticators/temp-access-codes/index.ts'

let test: TestApp
let other: { readonly app: FastifyInstance; readonly call: Call }
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  other = await secondNode(test)
})
afterAll(async () => {
  await other.app.close()
  await test.close()
})

const crowd = 50
const range = Array.from({ length: crowd }, (_, index) => index)
/** Calls alternate between the two nodes. */
const nodeOf = (index: number): Call => (index % 2 === 0 ? test.call : other.call)
const statuses = (answers: readonly { readonly status: number }[]) =>
  Map.groupBy(answers, ({ status }) => status)

const sessionsOf = async (userId: string): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .execute()
  return rows.length
}

/** Browsers of one user's that have proven the password, each known: each has a budget of its own. */
const halfway = async (user: { readonly id: string; readonly userId: string }) =>
  Promise.all(
    range.map(async (index) => {
      const browser = await knownBrowser(test.ctx, nodeOf(index), user)
      await browser.query(user.userId)
      await browser.prove('PASSWORD', goodPassword)
      return browser
    }),
  )

describe('of fifty at once, on two nodes, exactly one', () => {
  it('signs in with one code of a token', { meta: { covers: ['S11'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const browsers = await halfway(user)
    const code = token.code()
    const answers = await Promise.all(browsers.map((browser) => browser.prove('TOKEN', code)))
    expect(statuses(answers).get(200)).toHaveLength(1)
    expect(statuses(answers).get(401)).toHaveLength(crowd - 1)
    expect(await sessionsOf(user.id)).toBe(1)
  })

  it('signs in with one recovery code', { meta: { covers: ['S11'] } }, async () => {
    const user = await buildPerson(test.ctx)
    await buildToken(test.ctx, user.id)
    const [code = ''] = await test.ctx.transaction((ctx) =>
      recoveryCodes.createSet(ctx, { id: user.id, name: user.userId }),
    )
    const browsers = await halfway(user)
    const answers = await Promise.all(browsers.map((one) => one.prove('RECOVERY_CODE', code)))
    expect(statuses(answers).get(200)).toHaveLength(1)
    expect(await sessionsOf(user.id)).toBe(1)
  })

  it('signs in with a temporary access code of one use', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    await buildToken(test.ctx, user.id)
    const { code } = await test.ctx.transaction((ctx) =>
      tempAccessCodes.create(ctx, { id: user.id, name: user.userId }, { maxUses: 1 }),
    )
    const browsers = await halfway(user)
    const answers = await Promise.all(browsers.map((one) => one.prove('TEMP_ACCESS_CODE', code)))
    expect(statuses(answers).get(200)).toHaveLength(1)
    expect(await sessionsOf(user.id)).toBe(1)
  })

  it('is taken of one transaction answered under fifty names', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const browser = await knownBrowser(test.ctx, test.call, user)
    await browser.query(user.userId)
    const { authToken, machineNonce } = browser
    const answers = await Promise.all(
      range.map((index) =>
        nodeOf(index)(completeAuthentication, {
          params: { authenticator: 'PASSWORD' },
          body: { authToken, machineNonce, response: goodPassword, sequenceNonce: `n${index}` },
        }),
      ),
    )
    expect(statuses(answers).get(200)).toHaveLength(1)
    expect(await sessionsOf(user.id)).toBe(1)
  })

  it('resets by one mailed code, and sets one new password', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await buildPerson(test.ctx, { email: 'race@example.test' })
    const asked = await test.call(queryPasswordReset, { body: { userId: user.userId } })
    const { authToken } = asked.body
    await test.call(challengePasswordReset, { body: { authToken, authenticator: 'OTP' } })
    const response = await mailedCode(test, 'race@example.test')
    const nonces = await Promise.all(
      range.map(async () => (await knownBrowser(test.ctx, test.call, user)).machineNonce),
    )
    const answers = await Promise.all(
      range.map((index) =>
        nodeOf(index)(authenticatePasswordReset, {
          body: {
            authToken,
            authenticator: 'OTP',
            response,
            machineNonce: nonces[index],
            sequenceNonce: `n${index}`,
          },
        }),
      ),
    )
    expect(statuses(answers).get(200)).toHaveLength(1)
    const ends = await Promise.all(
      range.slice(0, 8).map((index) =>
        nodeOf(index)(completePasswordReset, {
          body: { authToken, newPassword: `a brand new phrase ${index}` },
        }),
      ),
    )
    expect(statuses(ends).get(200)).toHaveLength(1)
  })

  it('enrols the token that a sign-in demands', async () => {
    const user = await buildPerson(test.ctx, { administrator: true })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const { authToken } = browser
    const params = { authenticator: 'TOKEN' }
    const begun = await test.call(startEnrollment, { params, body: { authToken } })
    const response = softToken(test.ctx, '', JSON.parse(begun.text).token.secret).code()
    const answers = await Promise.all(
      range.map((index) =>
        nodeOf(index)(completeEnrollment, { params, body: { authToken, response } }),
      ),
    )
    expect(statuses(answers).get(200)).toHaveLength(1)
    expect(await sessionsOf(user.id)).toBe(1)
  })
})

describe('a password that is replaced while it is judged', () => {
  /** Another one is saved after the old one was read, before it is found right. */
  const replaceMeanwhile = (userId: string) => {
    const { hashes } = test.platform
    const verify = hashes.verify.bind(hashes)
    return vi.spyOn(hashes, 'verify').mockImplementationOnce(async (stored, password) => {
      const { db, tenant, platform } = test.ctx
      await db
        .updateTable('passwords')
        .set({ changed_at: platform.clock.now() })
        .where('tenant_id', '=', tenant.id)
        .where('user_id', '=', userId)
        .execute()
      return verify(stored, password)
    })
  }

  it('opens no session', { meta: { covers: ['S11'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    test.clock.advance(60_000)
    const replacing = replaceMeanwhile(user.id)
    const answered = await browser.prove('PASSWORD', goodPassword)
    expect(replacing).toHaveBeenCalledOnce()
    replacing.mockRestore()
    expect(answered.status).toBe(401)
    expect(await sessionsOf(user.id)).toBe(0)
  })
})

describe('a repeated answer', () => {
  const repeat = async (response: string) => {
    const user = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const { authToken, machineNonce } = browser
    const answer = (index: number) =>
      nodeOf(index)(completeAuthentication, {
        params: { authenticator: 'PASSWORD' },
        body: { authToken, machineNonce, response, sequenceNonce: 'one' },
      })
    const before = test.platform.hashes.computed
    const answers = [...(await Promise.all(range.slice(0, 20).map(answer))), await answer(0)]
    const hashes = test.platform.hashes.computed - before
    return { user, answers, hashes }
  }

  it('gets the first one’s session, and there is one session', async () => {
    const { user, answers, hashes } = await repeat(goodPassword)
    expect([...new Set(answers.map(({ text }) => text))]).toEqual([answers[0]?.text])
    expect(new Set(answers.map(({ headers }) => String(headers['set-cookie']))).size).toBe(1)
    expect(statuses(answers).get(200)).toHaveLength(21)
    expect(await sessionsOf(user.id)).toBe(1)
    expect(hashes).toBeLessThanOrEqual(1)
  })

  it('costs one try when it is wrong', async () => {
    const { user, answers } = await repeat('a wrong password')
    expect(statuses(answers).get(401)).toHaveLength(21)
    const budgets = await test.ctx.db
      .selectFrom('attempt_budgets')
      .select('failures')
      .where('tenant_id', '=', test.tenant.id)
      .where('subject', '=', user.id)
      .execute()
    expect(budgets).toEqual([{ failures: 1 }])
  })
})
