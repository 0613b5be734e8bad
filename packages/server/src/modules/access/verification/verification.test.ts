import { completeAuthentication } from '@signet/contract/access/authentication'
import {
  authenticateGridVerification,
  authenticateOtpVerification,
  authenticateTokenVerification,
  challengeGridVerification,
  challengeOtpVerification,
  challengeTokenVerification,
  queryTokenVerification,
  queryVerification,
} from '@signet/contract/access/verification'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
} from '../../../../testing/access/people.ts'
import {
  buildAdmin,
  buildGroup,
  buildRole,
  buildUser,
  signInAs,
} from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const ask = (endpoint: Endpoint, body: object, by = as) => test.call(endpoint, { as: by, body })

const begin = async (userId: string, by = as): Promise<string> => {
  const answer = await ask(queryVerification, { userId }, by)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.authToken)
}

const typesOf = (body: unknown): unknown[] => {
  const choices = fieldOf(body, 'authenticators')
  return Array.isArray(choices) ? choices.map((choice) => fieldOf(choice, 'type')) : []
}

const holder = async () => {
  const user = await buildPerson(test.ctx)
  return { user, token: await buildToken(test.ctx, user.id) }
}

/** Who verifies the people of one group and nobody else. */
const agentOf = async (groupId: string): Promise<string> => {
  const agent = await buildUser(test.ctx)
  const role_id = await buildRole(test.ctx, {
    permissions: [
      ['USERS', 'VIEW'],
      ['USERS', 'EDIT'],
    ],
    groupIds: [groupId],
  })
  await test.ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: test.ctx.tenant.id, user_id: agent.id, role_id })
    .execute()
  return signInAs(test.ctx, agent)
}

describe('somebody who is verified', () => {
  it('is asked for what they hold, and proves it by a code of their token, once', async () => {
    const { user, token } = await holder()
    const query = await ask(queryVerification, { userId: user.userId })
    expect(typesOf(query.body)).toEqual(['TOKEN'])
    const authToken = String(query.body.authToken)
    const due = await ask(challengeTokenVerification, { authToken })
    expect(due.status, due.text).toBe(200)
    const right = { authToken, response: token.code() }
    const answer = await ask(authenticateTokenVerification, right)
    expect(answer.body).toEqual({ verified: true, userId: user.userId, authenticator: 'TOKEN' })
    // Guard: `made`. The same call once more vouches for no one.
    const repeated = await ask(authenticateTokenVerification, right)
    expect(repeated.body.errorCode).toBe('no_transaction')
    const again = { authToken: await begin(user.userId), response: right.response }
    const used = await ask(authenticateTokenVerification, again)
    expect(used.body.errorCode).toBe('invalid_user_response')
    const other = { authToken, response: token.code(1) }
    const ended = await ask(authenticateTokenVerification, other)
    expect(ended.body.errorCode).toBe('no_transaction')
  })

  it('proves it by a code that is mailed to their proven address, shown masked', async () => {
    const email = `caller-${test.platform.ids.random(4).toString('hex')}@example.test`
    const user = await buildPerson(test.ctx, { email })
    const query = await ask(queryVerification, { userId: user.userId })
    expect(typesOf(query.body)).toEqual(['OTP'])
    expect(query.text).not.toContain(email)
    const authToken = String(query.body.authToken)
    const sent = await ask(challengeOtpVerification, { authToken })
    expect(sent.status, sent.text).toBe(200)
    const response = await mailedCode(test, email)
    const answer = await ask(authenticateOtpVerification, { authToken, response })
    expect(answer.body.verified).toBe(true)
    const repeated = await ask(authenticateOtpVerification, { authToken, response })
    expect(repeated.body.errorCode).toBe('no_transaction')
  })

  it('is verified for one of ten callers who give the same right code at once', async () => {
    const { user, token } = await holder()
    const right = { authToken: await begin(user.userId), response: token.code() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(authenticateTokenVerification, right)),
    )
    const told = answers.map(({ body }) => body.errorCode ?? body.verified)
    expect(told.filter((word) => word === true)).toHaveLength(1)
    expect(told.filter((word) => word === 'no_transaction')).toHaveLength(9)
  })

  it('is not asked for what they do not hold', async () => {
    const { user, token } = await holder()
    const bare = await buildPerson(test.ctx)
    const nothing = await ask(queryTokenVerification, { userId: bare.userId })
    expect(nothing.body.authenticators).toEqual([])
    const authToken = await begin(user.userId)
    const otp = await ask(challengeOtpVerification, { authToken })
    expect(otp.body.errorCode).toBe('no_transaction')
    const grid = await ask(challengeGridVerification, { authToken })
    expect(grid.body.errorCode).toBe('no_transaction')
    const cells = { authToken, response: token.code() }
    const crossed = await ask(authenticateGridVerification, cells)
    expect(crossed.status).toBeGreaterThanOrEqual(400)
  })

  it('is not signed in by it, nor verified by what signs in', {
    meta: { covers: ['S8'] },
  }, async () => {
    const { user, token } = await holder()
    const authToken = await begin(user.userId)
    const answer = await test.call(completeAuthentication, {
      params: { authenticator: 'TOKEN' },
      body: { authToken, response: token.code() },
    })
    expect(answer.body.errorCode).toBe('no_transaction')
    // Guard: openOwn. Their own sign-in, half way through, is no word to whoever calls.
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const own = { authToken: browser.authToken, response: token.code() }
    expect((await ask(authenticateTokenVerification, own)).body.errorCode).toBe('no_transaction')
  })

  it('stands in the audit log under the name of whoever asked', async () => {
    const { user, token } = await holder()
    const authToken = await begin(user.userId)
    await ask(authenticateTokenVerification, { authToken, response: token.code() })
    const rows = await test.ctx.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'outcome'])
      .where('tenant_id', '=', test.ctx.tenant.id)
      .where('entity_id', '=', user.id)
      .where('action', '=', 'USER_VERIFIED')
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.actor_id).not.toBe(user.id)
  })
})

describe('guessing at a verification', () => {
  it('draws from the budget of every other door, whoever asks', {
    meta: { covers: ['S8'] },
  }, async () => {
    const { user, token } = await holder()
    for (let tries = 0; tries < 3; tries += 1) {
      const wrong = { authToken: await begin(user.userId), response: '000000' }
      const answer = await ask(authenticateTokenVerification, wrong)
      expect(answer.body.errorCode).toBe('invalid_user_response')
    }
    const other = (await buildAdmin(test.ctx)).token
    const right = { authToken: await begin(user.userId, other), response: token.code() }
    const locked = await ask(authenticateTokenVerification, right, other)
    expect(locked.body.errorCode).toBe('invalid_user_response_locked')
  })

  it('of fifty who give one code at once lets one be right', {
    meta: { covers: ['S11'] },
  }, async () => {
    const { user, token } = await holder()
    const response = token.code()
    const begun = await Promise.all(Array.from({ length: 50 }, () => begin(user.userId)))
    const answers = await Promise.all(
      begun.map((authToken) => ask(authenticateTokenVerification, { authToken, response })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49)
  })

  it('never verifies somebody whom an administrator has locked', {
    meta: { covers: ['S8'] },
  }, async () => {
    const { user, token } = await holder()
    const authToken = await begin(user.userId)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.ctx.tenant.id)
      .where('id', '=', user.id)
      .execute()
    const answer = await ask(authenticateTokenVerification, { authToken, response: token.code() })
    expect(answer.body.errorCode).toBe('user_locked')
  })
})

describe('whoever verifies', () => {
  it('goes on with what they began themselves', async () => {
    const { user, token } = await holder()
    const other = (await buildAdmin(test.ctx)).token
    const begun = { authToken: await begin(user.userId), response: token.code() }
    const answer = await ask(authenticateTokenVerification, begun, other)
    expect(answer.body.errorCode).toBe('no_transaction')
  })

  it('is told alike of nobody and of somebody whom they do not manage', async () => {
    const { user } = await holder()
    const group = await buildGroup(test.ctx, { members: [user.id] })
    const elsewhere = await buildGroup(test.ctx)
    const of = async (userId: string, groupId: string) => {
      const { status, body } = await ask(queryVerification, { userId }, await agentOf(groupId))
      return { status, errorCode: body.errorCode }
    }
    const nobody = await of('nobody-at-all', elsewhere.id)
    expect(nobody).toEqual({ status: 404, errorCode: 'user_not_found' })
    expect(await of(user.userId, elsewhere.id)).toEqual(nobody)
    expect((await of(user.userId, group.id)).status).toBe(200)
  })
})
