import { listDecisions } from '@signet/contract/access/access-decisions'
import {
  beginApplicationSignIn,
  challengeApplicationSignIn,
  completeApplicationSignIn,
} from '@signet/contract/access/application-sign-in'
import {
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { createResourceRule, listResourceRules } from '@signet/contract/access/resource-rules'
import {
  createAgentApplication,
  deleteAgentApplication,
  listAgentApplications,
  readAgentApplication,
  regenerateAgentSecret,
  updateAgentApplication,
} from '@signet/contract/applications/agent-applications'
import {
  authenticateAdminApi,
  createAdminApiApplication,
  createAuthApiApplication,
  createSiemApplication,
} from '@signet/contract/applications/api-applications'
import { listApplicationTemplates } from '@signet/contract/applications/templates'
import { readUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { agentTypes } from '@signet/rules/applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { buildPerson, buildToken, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, buildRole } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `programOf`, the session in `openEnvelope`, the envelope's own place (no other door opens
// it), `isSignInProgram` among the kinds that rules are about, `withItsRules`, and `alsoFor`.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const unique = (): string => test.platform.ids.random(6).toString('hex')

interface Wanted {
  readonly applicationType?: (typeof agentTypes)[number]
  readonly authenticationMethod?: string
}

/** An agent, and the session that it asks in. */
const agent = async ({ applicationType = 'APACHE', ...more }: Wanted = {}) => {
  const name = `Agent ${unique()}`
  const made = await test.call(createAgentApplication, {
    as,
    params: { applicationType },
    body: { name, ...more },
  })
  expect(made.status, made.text).toBe(201)
  const id = String(Object(made.body.application).id)
  const sharedSecret = String(made.body.sharedSecret)
  const opened = await test.call(authenticateAdminApi, {
    body: { applicationId: id, sharedSecret },
  })
  return { id, name, applicationType, sharedSecret, token: String(opened.body.authToken) }
}
type Agent = Awaited<ReturnType<typeof agent>>

const stored = async (id: string) =>
  test.ctx.db
    .selectFrom('api_applications')
    .selectAll()
    .where('tenant_id', '=', test.ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const begin = (token: string, body: object) =>
  test.call(beginApplicationSignIn, { as: token, body })
const complete = (token: string, body: object) =>
  test.call(completeApplicationSignIn, { as: token, body })

const begun = async ({ token }: Agent, body: object): Promise<string> =>
  String((await begin(token, body)).body.authToken)

const withPassword = async (one: Agent, body: object, response = goodPassword) =>
  complete(one.token, { authToken: await begun(one, body), authenticator: 'PASSWORD', response })

const kindsOf = ({ body }: { readonly body: Record<string, unknown> }): unknown[] =>
  Object.values(Object(body.authenticators)).map((choice) => Object(choice).type)

describe('an agent', () => {
  it.each(agentTypes)(
    'of kind %s is made, listed and read, and its secret kept as a hash',
    { meta: { covers: ['S59'] } },
    async (applicationType) => {
      const { id, name, sharedSecret } = await agent({ applicationType })
      const params = { applicationType, id }
      expect((await test.call(listAgentApplications, { as, params })).text).toContain(name)
      const read = await test.call(readAgentApplication, { as, params })
      expect(read.body).toMatchObject({ id, applicationType, name, authenticationMethod: null })
      expect(read.text).not.toContain(sharedSecret)
      expect(JSON.stringify(await stored(id))).not.toContain(sharedSecret)
      const templates = Object.values(
        Object((await test.call(listApplicationTemplates, { as })).body),
      )
      const template = Object(templates.find((one) => Object(one).id === applicationType))
      expect(template.place).toEqual(expect.any(String))
    },
  )

  it('is of its kind alone', async () => {
    const { id } = await agent({ applicationType: 'ISAPI' })
    const params = { applicationType: 'DESKTOP' as const, id }
    expect((await test.call(readAgentApplication, { as, params })).status).toBe(404)
    expect((await test.call(deleteAgentApplication, { as, params })).status).toBe(404)
  })

  it('asks people to sign in, and may do nothing else', { meta: { covers: ['S59'] } }, async () => {
    const { token } = await agent()
    const { id, userId } = await buildPerson(test.ctx)
    expect((await begin(token, { userId })).status).toBe(200)
    expect((await test.call(readUser, { as: token, params: { id } })).status).toBe(403)
  })

  it('is stopped with its sessions, and asks no more with a secret that was replaced', {
    meta: { covers: ['S59'] },
  }, async () => {
    const one = await agent()
    const params = { applicationType: one.applicationType, id: one.id }
    const { userId } = await buildPerson(test.ctx)
    const off = { name: one.name, enabled: false }
    await test.call(updateAgentApplication, { as, params, body: off })
    expect((await begin(one.token, { userId })).status).toBe(401)
    await test.call(updateAgentApplication, { as, params, body: { name: one.name } })
    const next = await test.call(regenerateAgentSecret, { as, params, body: {} })
    const former = { applicationId: one.id, sharedSecret: one.sharedSecret }
    expect((await test.call(authenticateAdminApi, { body: former })).status).toBe(401)
    const fresh = { applicationId: one.id, sharedSecret: String(next.body.sharedSecret) }
    expect((await test.call(authenticateAdminApi, { body: fresh })).status).toBe(200)
  })
})

describe('a sign-in through an agent', () => {
  it('is completed by a password where that is enough, and told with the application', async () => {
    const one = await agent()
    const { id, userId } = await buildPerson(test.ctx)
    const done = await withPassword(one, { userId })
    expect(done.body).toMatchObject({ authenticationCompleted: true, userId, authToken: null })
    const body = { entityId: id, actions: ['AUTHENTICATION'] }
    const told = (await test.call(listAuditEvents, { as, body })).text
    expect(told).toContain(one.name)
    expect(told).toContain('APACHE')
  })

  it('asks whoever has a second factor for it, and takes a code once', async () => {
    const one = await agent()
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const first = await withPassword(one, { userId: user.userId })
    expect(first.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
    expect(kindsOf(first)).toContain('TOKEN')
    const answer = {
      authToken: first.body.authToken,
      authenticator: 'TOKEN',
      response: token.code(),
    }
    expect((await complete(one.token, answer)).body).toMatchObject({
      authenticationCompleted: true,
      userId: user.userId,
    })
    const again = await withPassword(one, { userId: user.userId })
    const replayed = await complete(one.token, { ...answer, authToken: again.body.authToken })
    expect(replayed.body.errorCode).toBe('invalid_user_response')
  })

  it('sends a code where that is the second factor', async () => {
    const one = await agent({ authenticationMethod: 'PASSWORD_SECOND_FACTOR' })
    const email = `${unique()}@example.test`
    const { userId } = await buildPerson(test.ctx, { email })
    const { body } = await withPassword(one, { userId })
    const asked = await test.call(challengeApplicationSignIn, {
      as: one.token,
      body: { authToken: body.authToken, authenticator: 'OTP' },
    })
    expect(asked.status, asked.text).toBe(200)
    const response = await mailedCode(test, email)
    const done = await complete(one.token, {
      authToken: asked.body.authToken,
      authenticator: 'OTP',
      response,
    })
    expect(done.body).toMatchObject({ authenticationCompleted: true, userId })
  })

  it('asks for the second factor alone where the agent has it so', async () => {
    const one = await agent({
      applicationType: 'ADFS',
      authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP',
    })
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const first = await begin(one.token, { userId: user.userId })
    expect(kindsOf(first)).toEqual(['TOKEN'])
    const done = await complete(one.token, {
      authToken: first.body.authToken,
      authenticator: 'TOKEN',
      response: token.code(),
    })
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it('tells nobody apart who does not exist', { meta: { covers: ['S59'] } }, async () => {
    const one = await agent()
    const { userId } = await buildPerson(test.ctx)
    const shown = async (name: string) => {
      const { authToken: _authToken, ...rest } = (await begin(one.token, { userId: name })).body
      const wrong = await withPassword(one, { userId: name }, 'wrong')
      return [rest, wrong.status, wrong.body.errorCode]
    }
    expect(await shown(userId)).toEqual(await shown(`nobody-${unique()}`))
  })

  it('is locked out with all other wrong answers of a person', {
    meta: { covers: ['S59'] },
  }, async () => {
    const [one, other] = [await agent(), await agent()]
    const { userId } = await buildPerson(test.ctx)
    for (const at of [one, other, one, other, one]) await withPassword(at, { userId }, 'wrong')
    const { body } = await withPassword(other, { userId })
    expect(body.errorCode).toBe('invalid_user_response_locked')
  })
})

describe('a program whose role is limited to groups', () => {
  it('takes whoever is in none of them for a stranger', async () => {
    const [member, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const group = await buildGroup(test.ctx, { members: [member.id] })
    const roleId = await buildRole(test.ctx, {
      permissions: [['USERS', 'EDIT']],
      groupIds: [group.id],
    })
    const body = { name: `Program ${unique()}`, roleId }
    const made = await test.call(createAdminApiApplication, { as, body })
    expect(made.status, made.text).toBe(200)
    const opened = await test.call(authenticateAdminApi, {
      body: {
        applicationId: String(Object(made.body.application).id),
        sharedSecret: String(made.body.sharedSecret),
      },
    })
    const token = String(opened.body.authToken)
    const answerOf = async (userId: string) => {
      const { authToken } = (await begin(token, { userId })).body
      const answer = { authToken, authenticator: 'PASSWORD', response: goodPassword }
      return (await complete(token, answer)).body
    }
    expect(await answerOf(member.userId)).toMatchObject({ userId: member.userId })
    expect((await answerOf(other.userId)).errorCode).toBe('invalid_user_response')
  })
})

describe('the rules about an agent', () => {
  const rule = async (one: Pick<Agent, 'id'>, more: object = {}) => {
    const body = { name: `Rule ${unique()}`, resourceId: one.id, ...more }
    const made = await test.call(createResourceRule, { as, body })
    expect(made.status, made.text).toBe(200)
    return String(made.body.id)
  }
  const abroad = {
    lowRisk: 'ALLOW',
    mediumRisk: 'DENY',
    highRisk: 'DENY',
    factors: [
      { type: 'IP', points: 10, mode: 'ALLOWED', addresses: ['198.51.100.0/24'], listIds: [] },
    ],
  }

  it('judge its sign-ins by where the person is, and no other agent’s', {
    meta: { covers: ['S59'] },
  }, async () => {
    const [closed, open] = [await agent(), await agent()]
    await rule(closed, abroad)
    const { id, userId } = await buildPerson(test.ctx)
    const at = async (one: Agent, clientAddress: string) =>
      (await withPassword(one, { userId, clientAddress })).body
    expect(await at(closed, '198.51.100.7')).toMatchObject({ authenticationCompleted: true })
    expect(await at(closed, '203.0.113.7')).toMatchObject({ errorCode: 'access_denied' })
    expect(await at(open, '203.0.113.7')).toMatchObject({ authenticationCompleted: true })
    const told = await test.call(listDecisions, { as, body: { userId: id, outcome: 'DENY' } })
    expect(told.text).toContain(closed.id)
    expect(told.text).not.toContain(open.id)
  })

  it('keep out whoever tells no address where one is asked for', {
    meta: { covers: ['S59'] },
  }, async () => {
    const closed = await agent()
    await rule(closed, abroad)
    const { userId } = await buildPerson(test.ctx)
    expect((await withPassword(closed, { userId })).body.errorCode).toBe('access_denied')
  })

  it('may be about a program of the Authentication API, too, and about no collector', async () => {
    const program = async (
      make: typeof createAuthApiApplication | typeof createSiemApplication,
    ) => {
      const { body } = await test.call(make, { as, body: { name: `Program ${unique()}` } })
      return String(Object(body.application).id)
    }
    await rule({ id: await program(createAuthApiApplication) })
    const resourceId = await program(createSiemApplication)
    const refused = await test.call(createResourceRule, {
      as,
      body: { name: `Rule ${unique()}`, resourceId },
    })
    expect(refused.status).toBe(400)
  })

  it('go with it', async () => {
    const one = await agent()
    const id = await rule(one)
    const params = { applicationType: one.applicationType, id: one.id }
    expect((await test.call(deleteAgentApplication, { as, params })).status).toBe(204)
    expect((await test.call(listResourceRules, { as })).text).not.toContain(id)
  })
})

describe('what an agent carries of a sign-in', () => {
  it('is opened by its own session alone', { meta: { covers: ['S59'] } }, async () => {
    const [one, other] = [await agent(), await agent()]
    const { userId } = await buildPerson(test.ctx)
    const answer = {
      authToken: await begun(one, { userId }),
      authenticator: 'PASSWORD',
      response: goodPassword,
    }
    expect((await complete(other.token, answer)).body.errorCode).toBe('no_transaction')
    expect((await complete(one.token, answer)).status).toBe(200)
  })

  it('leads to no session at the sign-in pages', { meta: { covers: ['S59'] } }, async () => {
    const one = await agent()
    const { userId } = await buildPerson(test.ctx)
    const authToken = await begun(one, { userId })
    const params = { authenticator: 'PASSWORD' as const }
    const body = { authToken, response: goodPassword }
    const refused = await test.call(completeAuthentication, { params, body })
    expect(refused.body.errorCode).toBe('no_transaction')
    const asked = await test.call(challengeAuthenticator, { params, body: { authToken } })
    expect(asked.body.errorCode).toBe('no_transaction')
  })

  it('is begun by no person, whatever their rights', { meta: { covers: ['S59'] } }, async () => {
    const { userId } = await buildPerson(test.ctx)
    expect((await begin(as, { userId })).body.errorCode).toBe('access_denied')
  })
})
