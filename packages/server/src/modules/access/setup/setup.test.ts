import {
  completeEnrollment,
  readAuthenticationInformation,
  startEnrollment,
} from '@signet/contract/access/authentication'
import { readSelf } from '@signet/contract/access/self'
import { beginSetup, readSetup } from '@signet/contract/access/setup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  fieldOf,
  goodPassword,
  sessionTokenOf,
  softToken,
} from '../../../../testing/access/people.ts'
import { signInAs } from '../../../../testing/builders.ts'
import type { Call } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createSetupLink, setupLinkFor } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const tokenIn = (link: string | null): string => new URL(link ?? '').pathname.replace('/setup/', '')

const account = (setupToken: string, more: object = {}) => ({
  setupToken,
  userId: 'First',
  firstName: 'Ann',
  lastName: 'Other',
  email: 'first@example.test',
  password: goodPassword,
  ...more,
})

const enrol = async (authToken: unknown, call: Call = test.call) => {
  const params = { authenticator: 'TOKEN' }
  const begun = await call(startEnrollment, { params, body: { authToken } })
  const secret = String(fieldOf(begun.body, 'token', 'secret'))
  const response = softToken(test.ctx, '', secret).code()
  return call(completeEnrollment, { params, body: { authToken, response } })
}

describe('the first administrator', () => {
  it('sets up the account by a link that works until the second factor stands, and once', async () => {
    const link = await setupLinkFor(test.ctx)
    expect(link).toMatch(/^http:\/\/t[0-9a-f]+\.localhost:8080\/setup\/[A-Za-z0-9_-]{22}$/)
    const setupToken = tokenIn(link)
    const read = await test.call(readSetup, { body: { setupToken } })
    expect(read.body).toMatchObject({ kind: 'FIRST_ADMINISTRATOR', userId: null })
    const weak = await test.call(beginSetup, {
      body: account(setupToken, { password: 'the first one of many names' }),
    })
    expect(weak.body.code).toBe('password_invalid')
    const spaced = await test.call(beginSetup, {
      body: account(setupToken, { userId: 'First Admin' }),
    })
    expect([spaced.status, fieldOf(spaced.body.fields, '0', 'path')]).toEqual([400, 'body.userId'])
    const left = await test.call(beginSetup, { body: account(setupToken, { userId: 'Other' }) })
    expect(left.body).toMatchObject({ requiredActions: ['ENROLL_SECOND_FACTOR'], session: null })
    const begun = await test.call(beginSetup, { body: account(setupToken) })
    const early = browserOf(test.call)
    await early.query('first')
    expect((await early.prove('PASSWORD', goodPassword)).body.code).toBe('user_invalid_state')
    expect((await enrol(left.body.authToken)).body.code).toBe('no_transaction')
    const done = await enrol(begun.body.authToken)
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    sessionTokenOf(done.body)
    expect((await test.call(readSetup, { body: { setupToken } })).body.code).toBe(
      'setup_link_invalid',
    )
    expect((await enrol(begun.body.authToken)).body.code).toBe('no_transaction')
    expect(await setupLinkFor(test.ctx)).toBeNull()
    const browser = browserOf(test.call)
    await browser.query('other')
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(401)
  })

  it('is told of on the sign-in page until they have finished', async () => {
    const { ctx, call } = await test.otherTenant()
    const isOpen = async () => (await call(readAuthenticationInformation)).body.setupOpen
    expect(await isOpen()).toBe(true)
    const setupToken = tokenIn(await setupLinkFor(ctx))
    const begun = await call(beginSetup, { body: account(setupToken) })
    expect(await isOpen()).toBe(true)
    await enrol(begun.body.authToken, call)
    expect(await isOpen()).toBe(false)
    // Nobody asks the database again.
    await ctx.db.deleteFrom('user_roles').where('tenant_id', '=', ctx.tenant.id).execute()
    expect(await isOpen()).toBe(false)
  })

  it('is not set up by a link that ran out, was made up or is another tenant’s', {
    meta: { covers: ['errors.special-user-invalid-state', 'S4', 'S33'] },
  }, async () => {
    const other = await test.otherTenant()
    const setupToken = tokenIn(await setupLinkFor(other.ctx))
    for (const token of [setupToken, 'A'.repeat(22)]) {
      const answer = await test.call(beginSetup, { body: account(token) })
      expect([answer.status, answer.body.code]).toEqual([404, 'setup_link_invalid'])
    }
    test.clock.advance(24 * 3_600_000)
    const late = await other.call(beginSetup, { body: account(setupToken) })
    expect(late.body.code).toBe('setup_link_invalid')
  })
})

describe('several links', () => {
  it('make one administrator: the others end with the first that was used', {
    meta: { covers: ['S4'] },
  }, async () => {
    const { ctx, call } = await test.otherTenant()
    const links = [tokenIn(await setupLinkFor(ctx)), tokenIn(await setupLinkFor(ctx))]
    const begun = await Promise.all(
      links.map((setupToken, at) =>
        call(beginSetup, { body: account(setupToken, { userId: `Number-${at}` }) }),
      ),
    )
    const done = await Promise.all(begun.map(({ body }) => enrol(body.authToken, call)))
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(done.filter(({ status }) => status >= 500)).toEqual([])
    const people = await ctx.db.selectFrom('users').select('state').execute()
    expect(people).toEqual([{ state: 'ACTIVE' }])
    for (const setupToken of links) {
      const again = await call(beginSetup, { body: account(setupToken, { userId: 'Again' }) })
      expect(again.body.code).toBe('setup_link_invalid')
    }
  })

  it('of one account end with the first that was used', { meta: { covers: ['S4'] } }, async () => {
    const [user, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const linkOf = async (userId: string) =>
      tokenIn(await createSetupLink(test.ctx, { kind: 'RECOVERY', userId }))
    const [first, second] = [await linkOf(user.id), await linkOf(user.id)]
    const others = await linkOf(other.id)
    const password = 'recovered phrase 77'
    const begun = await test.call(beginSetup, {
      body: { setupToken: first, userId: 'x', password },
    })
    await enrol(begun.body.authToken)
    const read = async (setupToken: string) =>
      (await test.call(readSetup, { body: { setupToken } })).status
    expect([await read(first), await read(second), await read(others)]).toEqual([404, 404, 200])
  })
})

describe('a link of two beginnings', () => {
  it('makes one administrator when both enrol at once', { meta: { covers: ['S4'] } }, async () => {
    const { ctx, call } = await test.otherTenant()
    const setupToken = tokenIn(await setupLinkFor(ctx))
    const begun = await Promise.all(
      ['one', 'two'].map((userId) => call(beginSetup, { body: account(setupToken, { userId }) })),
    )
    const statuses = await Promise.all(
      begun.map(async ({ body: { authToken } }) => {
        const params = { authenticator: 'TOKEN' }
        const started = await call(startEnrollment, { params, body: { authToken } })
        const secret = String(fieldOf(started.body, 'token', 'secret'))
        const response = softToken(ctx, '', secret === 'undefined' ? 'A' : secret).code()
        return (await call(completeEnrollment, { params, body: { authToken, response } })).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('a recovery link', () => {
  it('gives an account a new password and a new second factor', async () => {
    const user = await buildPerson(test.ctx, { administrator: true })
    const link = await createSetupLink(test.ctx, { kind: 'RECOVERY', userId: user.id })
    const setupToken = tokenIn(link)
    const read = await test.call(readSetup, { body: { setupToken } })
    expect(read.body).toMatchObject({ kind: 'RECOVERY', userId: user.userId })
    const begun = await test.call(beginSetup, {
      body: { setupToken, userId: 'anything', password: 'recovered phrase 77' },
    })
    expect((await enrol(begun.body.authToken)).body).toMatchObject({
      authenticationCompleted: true,
    })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    expect((await browser.prove('PASSWORD', 'recovered phrase 77')).body.authenticators).toEqual([
      { type: 'TOKEN' },
    ])
  })

  it('ends the sessions that were open under the former password', {
    meta: { covers: ['S13'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    const link = await createSetupLink(test.ctx, { kind: 'RECOVERY', userId: user.id })
    const body = { setupToken: tokenIn(link), userId: 'x', password: 'recovered phrase 77' }
    expect((await test.call(readSelf, { as })).status).toBe(200)
    await test.call(beginSetup, { body })
    expect((await test.call(readSelf, { as })).status).toBe(401)
  })
})
