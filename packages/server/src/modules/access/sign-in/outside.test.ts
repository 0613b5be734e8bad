import { completeAuthentication } from '@signet/contract/access/authentication'
import { assignExternalCredential } from '@signet/contract/authenticators/external-credentials'
import {
  createPassthrough,
  readOwnPassthrough,
  updatePassthrough,
} from '@signet/contract/authenticators/passthrough'
import { updateExternalCredentialSettings } from '@signet/contract/settings/externalcredentials'
import { createPassthroughPolicy, deleteGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { updatePassthroughSettings } from '@signet/contract/settings/passthrough'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, signInAs } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceAnswer,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { groupMembers } from '../../identity/groups/index.ts'

let test: TestApp
let as: string
let judge: ServiceForTests

beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  judge = await startHttpService()
  allowServices(test, [judge])
  await judgeExternally()
})
afterAll(async () => {
  await judge.close()
  await test.close()
})
const yes: ServiceAnswer = { body: { result: 'ALLOW' } }
beforeEach(() => {
  judge.calls.length = 0
  judge.answer(() => yes)
})

/** As long as a connector may wait: any machine answers by then. */
const patience = 10_000
/** For a service that never answers. */
const impatience = 500

const judging = (path: string, timeoutMillis: number) => ({
  method: 'POST',
  url: `${judge.url}/${path}`,
  authType: 'None',
  timeoutMillis,
  resultItems: [{ name: 'result', path: '$.result', equals: 'ALLOW' }],
})

const judgeExternally = async (timeoutMillis = patience) => {
  const params = { type: 'OTP' }
  const connector = { ...judging('external', timeoutMillis), body: '{"code":"{{REQ.response}}"}' }
  const body = { connector }
  const answer = await test.call(updateExternalCredentialSettings, { as, params, body })
  expect(answer.status, answer.text).toBe(200)
}

/** Every answer but the one yes: each has to deny, and so has silence. */
const noes: readonly (readonly [string, ServiceAnswer])[] = [
  ['a no', { body: { result: 'DENY' } }],
  ['another status with the right value', { status: 202, body: { result: 'ALLOW' } }],
  ['a right status without the value', { body: {} }],
  ['no JSON', { body: 'ALLOW' }],
  ['a failure', { status: 500, body: { result: 'ALLOW' } }],
  ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: { result: 'ALLOW' } }],
]
const silence: ServiceAnswer = { afterMillis: 'never' }

describe('an external authenticator', () => {
  const build = async () => {
    const user = await buildPerson(test.ctx)
    const body = { userId: user.id, credential: 'device-7' }
    const given = await test.call(assignExternalCredential, { as, params: { type: 'OTP' }, body })
    expect(given.status, given.text).toBe(200)
    return user
  }
  const half = async (userId: string) => {
    const browser = browserOf(test.call)
    await browser.query(userId)
    return { browser, state: await browser.prove('PASSWORD', goodPassword) }
  }

  it('is a second factor that the other service judges', async () => {
    const user = await build()
    const { browser, state } = await half(user.userId)
    expect(state.body.authenticators).toEqual([{ type: 'EXTERNAL' }])
    const done = await browser.prove('EXTERNAL', '246810')
    expect(done.body.authenticationCompleted).toBe(true)
    expect(JSON.parse(judge.calls[0]?.body ?? '')).toEqual({ code: '246810' })
  })

  it.each(noes)('lets nobody in by %s', { meta: { covers: ['S20'] } }, async (_name, answer) => {
    judge.answer(() => answer)
    const { browser } = await half((await build()).userId)
    expect((await browser.prove('EXTERNAL', '246810')).body.code).toBe('invalid_user_response')
  })

  it('lets nobody in by silence', { meta: { covers: ['S20'] } }, async () => {
    judge.answer(() => silence)
    await judgeExternally(impatience)
    const { browser } = await half((await build()).userId)
    expect((await browser.prove('EXTERNAL', '246810')).body.code).toBe('invalid_user_response')
    await judgeExternally()
  })

  it('takes one answer once, however many submit it together', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await build()
    const halves = await Promise.all(Array.from({ length: 4 }, () => half(user.userId)))
    const tries = halves.map(({ browser }) => browser.prove('EXTERNAL', '135790'))
    const done = (await Promise.all(tries)).filter((one) => one.body.authenticationCompleted)
    expect(done).toHaveLength(1)
  })

  it('completes one sign-in once by fifty submits', async () => {
    const { browser } = await half((await build()).userId)
    judge.answer(({ body }) => ({ body: { result: body.includes('9') ? 'ALLOW' : 'DENY' } }))
    const { authToken } = browser
    const params = { authenticator: 'EXTERNAL' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        test.call(completeAuthentication, {
          params,
          body: { authToken, response: '99', sequenceNonce: `${at % 2}` },
        }),
      ),
    )
    const sessions = answers.filter(({ body }) => body.authenticationCompleted === true)
    expect(new Set(sessions.map(({ text }) => text)).size).toBe(1)
  })

  it('locks after wrong answers, and asks nobody then', async () => {
    judge.answer(() => ({ body: { result: 'DENY' } }))
    const { browser } = await half((await build()).userId)
    for (const code of ['1', '2', '3']) await browser.prove('EXTERNAL', code)
    judge.calls.length = 0
    judge.answer(() => yes)
    const locked = await browser.prove('EXTERNAL', '4')
    expect(locked.body.code).toBe('invalid_user_response_locked')
    expect(judge.calls).toEqual([])
  })
})

describe('a password that is passed through', () => {
  let groupId: string
  let id: string
  const definition = (timeoutMillis = patience) => ({
    name: 'Directory',
    groupIds: [groupId],
    connector: {
      ...judging('password', timeoutMillis),
      body: '{"user":"{{USER.userId}}","password":"{{REQ.password}}"}',
    },
  })
  const settle = (body: object) => test.call(updatePassthroughSettings, { as, body })

  beforeAll(async () => {
    groupId = (await buildGroup(test.ctx)).id
    const made = await test.call(createPassthrough, { as, body: definition() })
    id = String(made.body.id)
    await settle({ enabled: true })
  })

  const build = async (wanted: { readonly administrator?: boolean } = {}) => {
    const user = await buildPerson(test.ctx, wanted)
    await groupMembers.insert(test.ctx, [{ userId: user.id, id: groupId }])
    return user
  }
  const signIn = async (userId: string, password: string) => {
    const browser = browserOf(test.call)
    await browser.query(userId)
    return browser.prove('PASSWORD', password)
  }

  it('is judged there, and the one kept here counts no more', async () => {
    const user = await build()
    const done = await signIn(user.userId, 'elsewhere "quoted" 1')
    expect(done.body.authenticationCompleted, done.text).toBe(true)
    expect(JSON.parse(judge.calls[0]?.body ?? '')).toEqual({
      user: user.userId,
      password: 'elsewhere "quoted" 1',
    })
    judge.answer(() => ({ body: { result: 'DENY' } }))
    expect((await signIn(user.userId, goodPassword)).body.code).toBe('invalid_user_response')
  })

  it.each(noes)('lets nobody in by %s', { meta: { covers: ['S20'] } }, async (_name, answer) => {
    judge.answer(() => answer)
    const user = await build()
    expect((await signIn(user.userId, goodPassword)).body.code).toBe('invalid_user_response')
  })

  it('lets nobody in by silence', { meta: { covers: ['S20'] } }, async () => {
    judge.answer(() => silence)
    const waitFor = async (timeoutMillis?: number) => {
      const body = definition(timeoutMillis)
      const answer = await test.call(updatePassthrough, { as, params: { id }, body })
      expect(answer.status, answer.text).toBe(200)
    }
    await waitFor(impatience)
    const user = await build()
    expect((await signIn(user.userId, goodPassword)).body.code).toBe('invalid_user_response')
    await waitFor()
  })

  it('is never empty', async () => {
    const user = await build()
    expect((await signIn(user.userId, '')).status).toBe(401)
    expect(judge.calls).toEqual([])
  })

  it('locks like any other, and asks nobody then', async () => {
    judge.answer(() => ({ body: { result: 'DENY' } }))
    const user = await build()
    for (let at = 0; at < 5; at += 1) await signIn(user.userId, `wrong ${at}`)
    judge.calls.length = 0
    const locked = await signIn(user.userId, 'wrong 6')
    expect(locked.body.code).toBe('invalid_user_response_locked')
    expect(judge.calls).toEqual([])
  })

  it('stays here for others and for administrators, unless they are meant too', async () => {
    judge.answer(() => ({ body: { result: 'DENY' } }))
    const other = await buildPerson(test.ctx)
    expect((await signIn(other.userId, goodPassword)).body.authenticationCompleted).toBe(true)
    const administrator = await build({ administrator: true })
    expect((await signIn(administrator.userId, goodPassword)).status).toBe(200)
    await settle({ administrators: true })
    expect((await signIn(administrator.userId, goodPassword)).status).toBe(401)
    await settle({ administrators: false })
  })

  it('stays here for whom a group policy says so, and goes there for them alone where the tenant has it off', async () => {
    judge.answer(() => ({ body: { result: 'DENY' } }))
    const user = await build()
    const policyGroup = await buildGroup(test.ctx, { members: [user.id] })
    const isHere = async (userId: string) =>
      (await signIn(userId, goodPassword)).body.authenticationCompleted === true
    const policy = (enabled: boolean) => ({
      name: `Passed ${enabled}`,
      groupIds: [policyGroup.id],
      settings: { enabled },
    })
    const off = await test.call(createPassthroughPolicy, { as, body: policy(false) })
    expect([await isHere(user.userId), await isHere((await build()).userId)]).toEqual([true, false])
    await test.call(deleteGroupPolicy, { as, params: { id: String(off.body.id) } })
    expect(await isHere(user.userId)).toBe(false)
    await settle({ enabled: false })
    const on = await test.call(createPassthroughPolicy, { as, body: policy(true) })
    expect([await isHere(user.userId), await isHere((await build()).userId)]).toEqual([false, true])
    await test.call(deleteGroupPolicy, { as, params: { id: String(on.body.id) } })
    await settle({ enabled: true })
  })

  it('is told to its owner', async () => {
    const [user, other] = [await build(), await buildPerson(test.ctx)]
    const own = async (whose: typeof user) => {
      const token = await signInAs(test.ctx, whose)
      return (await test.call(readOwnPassthrough, { as: token })).body.passthrough
    }
    expect([await own(user), await own(other)]).toEqual([true, false])
  })

  it('keeps a stranger waiting as long as a call takes', {
    meta: { covers: ['S29'] },
  }, async () => {
    judge.answer(() => ({ ...yes, afterMillis: 300 }))
    const user = await build()
    for (let at = 0; at < 16; at += 1) await signIn(user.userId, 'whatever')
    const started = performance.now()
    expect((await signIn('nobody-at-all', 'whatever')).status).toBe(401)
    expect(performance.now() - started).toBeGreaterThan(280)
  })

  it('is not switched over by somebody else’s group', async () => {
    const foreign = { ...definition(), groupIds: [(await test.otherTenant()).tenant.id] }
    const answer = await test.call(updatePassthrough, { as, params: { id }, body: foreign })
    expect(answer.status).toBe(400)
  })
})
