import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import {
  createAuthenticationFlow,
  deleteAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
} from '@signet/contract/access/resource-rules'
import { readSelf } from '@signet/contract/access/self'
import { completeSignUp } from '@signet/contract/access/sign-up'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { updateBlocklist } from '@signet/contract/settings/blocklist'
import {
  registrationFamily,
  updateRegistrationSettings,
} from '@signet/contract/settings/registration'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  fieldOf,
  goodPassword,
  sessionTokenOf,
  softToken,
} from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { buildSignUp } from '../../../security/sweep/portal-rows.ts'

// Guards: `firstFactors` in `signIn`; the null `invited` in `beginSignedUp`, with `isProvable`; `obstacleOf`
// in `continueAs`.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  for (const { id } of JSON.parse((await test.call(listResourceRules, { as })).text)) {
    await test.call(deleteResourceRule, { as, params: { id } })
  }
})
afterAll(() => test.close())

const open = async (change: object = {}): Promise<void> => {
  const body = { ...registrationFamily.defaults, selfRegistration: true, ...change }
  const answer = await test.call(updateRegistrationSettings, { as, body })
  expect(answer.status, answer.text).toBe(200)
}

const signUp = async (more: object = {}) => {
  const { signUpToken } = await buildSignUp(test.ctx)
  const body = { signUpToken, password: goodPassword, ...more }
  const answer = await test.call(completeSignUp, { body })
  expect(answer.status, answer.text).toBe(200)
  const { userId, authentication } = answer.body
  return { userId: String(userId), authentication, headers: answer.headers }
}

/** By the sign-in page, with the password that was chosen. */
const signInAsUsual = async (userId: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return browser.prove('PASSWORD', goodPassword)
}

describe('a sign-up', () => {
  it('ends signed in, as the audit log says', async () => {
    await open({ registrationEnabled: false })
    const { userId, authentication, headers } = await signUp()
    expect(authentication).toMatchObject({ authenticationCompleted: true })
    const own = await test.call(readSelf, { as: sessionTokenOf(authentication) })
    expect(own.body).toMatchObject({ userId, emailVerified: true })
    expect(String(headers['set-cookie'])).toContain('HttpOnly')
    const body = { actions: ['AUTHENTICATION'] }
    const { text } = await test.call(listAuditEvents, { as, body })
    expect(text).toContain(String(own.body.id))
  })

  it('demands the second factor that registration asks for, before any session', {
    meta: { covers: ['S2'] },
  }, async () => {
    await open({ registrationEnabled: true, google: 'REQUIRED' })
    const { authentication } = await signUp()
    expect(fieldOf(authentication, 'session')).toBeNull()
    expect(authentication).toMatchObject({ requiredActions: ['ENROLL_SECOND_FACTOR'] })
  })

  describe('under a flow of its own', () => {
    const made: string[] = []
    const becomesDefault = async (flow: object): Promise<void> => {
      const named = { ...standardFlow, name: `Flow ${test.platform.ids.uuid()}`, default: true }
      const { body, text } = await test.call(createAuthenticationFlow, {
        as,
        body: { ...named, ...flow },
      })
      expect(body.id, text).toBeDefined()
      made.push(String(body.id))
    }
    afterEach(async () => {
      await becomesDefault({})
      for (const id of made.slice(0, -1)) {
        await test.call(deleteAuthenticationFlow, { as, params: { id } })
      }
    })

    it('enrolls the second factor that the flow demands, and is signed in by it', {
      meta: { covers: ['S2'] },
    }, async () => {
      await open({ registrationEnabled: false })
      const seconds = {
        secondFactor: 'ALWAYS',
        secondFactors: ['TOKEN'],
        skipSecondFactor: 'NEVER',
      }
      await becomesDefault(seconds)
      const { authentication } = await signUp()
      expect(authentication).toMatchObject({
        requiredActions: ['ENROLL_SECOND_FACTOR'],
        enrollableAuthenticators: ['TOKEN'],
        session: null,
      })
      const authToken = fieldOf(authentication, 'authToken')
      const params = { authenticator: 'TOKEN' }
      const begun = await test.call(startEnrollment, { params, body: { authToken } })
      const secret = String(fieldOf(begun.body, 'token', 'secret'))
      const response = softToken(test.ctx, '', secret).code()
      const done = await test.call(completeEnrollment, { params, body: { authToken, response } })
      expect(done.body, done.text).toMatchObject({ authenticationCompleted: true })
    })

    it('is left to the sign-in page where sign-ins do not begin with a password', async () => {
      await open()
      await becomesDefault({ firstFactors: ['MAGICLINK', 'PASSKEY'] })
      const { authentication } = await signUp()
      expect(authentication).toBeNull()
    })
  })

  it('makes the account though its sign-in is refused, at risk as at any sign-in', {
    meta: { covers: ['S2'] },
  }, async () => {
    await open({ registrationEnabled: false })
    const elsewhere = { type: 'IP', points: 10, mode: 'ALLOWED', listIds: [] }
    const factors = [{ ...elsewhere, addresses: ['203.0.113.0/24'] }]
    const rule = { name: 'At the office', resourceId: 'USER_PORTAL', factors }
    const seconds = { secondFactor: 'ALWAYS', secondFactors: ['TOKEN'], skipSecondFactor: 'NEVER' }
    const flow = await test.call(createAuthenticationFlow, {
      as,
      body: { ...standardFlow, ...seconds, name: 'Token' },
    })
    const { body, text } = await test.call(createResourceRule, {
      as,
      body: { ...rule, highRisk: 'ALLOW', highFlowId: flow.body.id },
    })
    expect(body.id, text).toBeDefined()
    const { userId, authentication } = await signUp()
    expect(authentication).toBeNull()
    expect((await signInAsUsual(userId)).body.errorCode).toBe('access_denied')
    await test.call(deleteResourceRule, { as, params: { id: body.id } })
    expect((await signInAsUsual(userId)).body).toMatchObject({ authenticationCompleted: true })
  })

  it('opens no session for a user id that is blocked', { meta: { covers: ['S47'] } }, async () => {
    await open({ registrationEnabled: false, signUpUserId: 'CHOSEN' })
    const blocked = { addresses: [], userIds: ['blocked-person'] }
    await test.call(updateBlocklist, { as, body: blocked })
    const { authentication } = await signUp({ userId: 'blocked-person' })
    expect(authentication).toBeNull()
  })
})
