import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { createInvitationLink } from '@signet/contract/access/invitations'
import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
} from '@signet/contract/access/resource-rules'
import { beginSetup, readSetup } from '@signet/contract/access/setup'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  fieldOf,
  goodPassword,
  softToken,
} from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `isProvable` in `steppedUp` and in `unlessUnprovable`; `invited` in it, for all other sign-ins.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  // The rules that a tenant begins with allow everyone.
  for (const { id } of JSON.parse((await test.call(listResourceRules, { as })).text)) {
    await test.call(deleteResourceRule, { as, params: { id } })
  }
})
afterAll(() => test.close())

/** Every sign-in is at high risk: none comes from this network. */
const elsewhere = {
  type: 'IP' as const,
  points: 10,
  mode: 'ALLOWED' as const,
  addresses: ['203.0.113.0/24'],
  listIds: [],
}

const made: string[] = []
const atHighRisk = async (rule: object, resourceId = 'USER_PORTAL') => {
  const name = `Rule ${test.platform.ids.uuid()}`
  const body = { name, resourceId, factors: [elsewhere], ...rule }
  const answer = await test.call(createResourceRule, { as, body })
  expect(answer.status, answer.text).toBe(200)
  made.push(String(answer.body.id))
}
afterEach(async () => {
  for (const id of made.splice(0)) await test.call(deleteResourceRule, { as, params: { id } })
})

const newFlow = async (flow: object): Promise<string> => {
  const body = { ...standardFlow, name: `Flow ${test.platform.ids.uuid()}`, ...flow }
  const { body: answer, text } = await test.call(createAuthenticationFlow, { as, body })
  expect(answer.id, text).toBeDefined()
  return String(answer.id)
}

const invite = async (user: { readonly id: string }) => {
  const given = { as, params: { userid: user.id }, body: {} }
  const { body } = await test.call(createInvitationLink, given)
  return /\/setup\/([\w-]{22})/.exec(String(body.link))?.[1] ?? 'no link'
}

const follow = (setupToken: string, password: string | undefined = goodPassword) =>
  test.call(beginSetup, { body: { setupToken, userId: 'me', password } })

const followForPasskey = (setupToken: string) =>
  test.call(beginSetup, { body: { setupToken, userId: 'me' } })

const enrollToken = async (authToken: unknown) => {
  const params = { authenticator: 'TOKEN' }
  const begun = await test.call(startEnrollment, { params, body: { authToken } })
  const response = softToken(test.ctx, '', String(fieldOf(begun.body, 'token', 'secret'))).code()
  return test.call(completeEnrollment, { params, body: { authToken, response } })
}

const enrollPasskey = async (authToken: unknown) => {
  const params = { authenticator: 'FIDO' }
  const begun = await test.call(startEnrollment, { params, body: { authToken } })
  const challenge = String(fieldOf(begun.body, 'fidoOptions', 'challenge'))
  const passkey = createAuthenticator(new URL(test.tenant.publicUrl).origin)
  const body = { authToken, fidoResponse: passkey.register({ challenge }) }
  return test.call(completeEnrollment, { params, body })
}

describe('an invited user at high risk', () => {
  it('enrolls the second factor that the rule demands, and is signed in by it', async () => {
    await atHighRisk({ highRisk: 'STEP_UP' })
    const begun = await follow(await invite(await buildUser(test.ctx)))
    expect(begun.body, begun.text).toMatchObject({
      requiredActions: ['ENROLL_SECOND_FACTOR'],
      enrollableAuthenticators: ['TOKEN', 'FIDO'],
      session: null,
    })
    const done = await enrollToken(begun.body.authToken)
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it('creates a passkey instead of a password', async () => {
    await atHighRisk({ highRisk: 'STEP_UP' })
    const begun = await followForPasskey(await invite(await buildUser(test.ctx)))
    expect(begun.body, begun.text).toMatchObject({ enrollableAuthenticators: ['FIDO'] })
    const done = await enrollPasskey(begun.body.authToken)
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it.each([false, true])(
    'enrolls what the flow of the rule takes and nothing else (administrator: %s)',
    async (administrator) => {
      const strict = { secondFactor: 'ALWAYS', secondFactors: ['FIDO'], skipSecondFactor: 'NEVER' }
      const highFlowId = await newFlow(strict)
      await atHighRisk(
        { highRisk: 'ALLOW', highFlowId },
        administrator ? 'ADMIN_PORTAL' : 'USER_PORTAL',
      )
      const user = await buildPerson(test.ctx, { administrator, password: null })
      const begun = await follow(await invite(user))
      expect(begun.body, begun.text).toMatchObject({ enrollableAuthenticators: ['FIDO'] })
      const other = await test.call(startEnrollment, {
        params: { authenticator: 'TOKEN' },
        body: { authToken: begun.body.authToken },
      })
      expect(other.body.code).toBe('no_transaction')
      const done = await enrollPasskey(begun.body.authToken)
      expect(done.body).toMatchObject({ authenticationCompleted: true })
    },
  )

  it('is refused where the flow of the rule takes nothing that can be enrolled', async () => {
    const cards = { secondFactor: 'ALWAYS', secondFactors: ['GRID'], skipSecondFactor: 'NEVER' }
    await atHighRisk({ highRisk: 'ALLOW', highFlowId: await newFlow(cards) })
    const setupToken = await invite(await buildUser(test.ctx))
    expect((await follow(setupToken)).body.code).toBe('access_denied')
  })

  it('is refused by a rule that denies access, and keeps the link', {
    meta: { covers: ['S4'] },
  }, async () => {
    await atHighRisk({})
    const setupToken = await invite(await buildUser(test.ctx))
    expect((await follow(setupToken)).body.code).toBe('access_denied')
    expect((await test.call(readSetup, { body: { setupToken } })).status).toBe(200)
  })
})

it('enrollment at high risk stays with the invitation: a later sign-in is refused', {
  meta: { covers: ['S2'] },
}, async () => {
  await atHighRisk({ highRisk: 'STEP_UP' })
  const user = await buildUser(test.ctx)
  await follow(await invite(user))
  const browser = browserOf(test.call)
  await browser.query(user.userId)
  const answer = await browser.prove('PASSWORD', goodPassword)
  expect(answer.body.errorCode).toBe('access_denied')
})
