import {
  beginApplicationSignIn,
  completeApplicationSignIn,
} from '@signet/contract/access/application-sign-in'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import {
  authenticateTokenVerification,
  queryVerification,
} from '@signet/contract/access/verification'
import { createAgentApplication } from '@signet/contract/applications/agent-applications'
import { authenticateAdminApi } from '@signet/contract/applications/api-applications'
import { synchroniseToken } from '@signet/contract/authenticators/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { buildPerson, goodPassword, knownBrowser } from '../../../../testing/access/people.ts'
import { buildRadius, radiusOf } from '../../../../testing/access/radius.ts'
import { buildHardware, pressed } from '../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `matchCounter`, `pairInOrder` and `acceptStep` (RFC 4226, section 7.2 and 7.4), behind every door. */

let test: TestApp
let as: string
let agent: string
let radius: ReturnType<typeof radiusOf>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  radius = radiusOf(
    test,
    await buildRadius(test, { authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP' }),
  )
  const made = await test.call(createAgentApplication, {
    as,
    params: { applicationType: 'APACHE' },
    body: { name: 'Intranet' },
  })
  const body = {
    applicationId: String(Object(made.body.application).id),
    sharedSecret: String(made.body.sharedSecret),
  }
  agent = String((await test.call(authenticateAdminApi, { body })).body.authToken)
})
afterAll(() => test.close())

type Person = Awaited<ReturnType<typeof buildPerson>>
type Door = (user: Person, code: string) => Promise<boolean>

const addressOf = ({ userId }: Person): string => `${userId.toLowerCase()}@example.test`

const signIn: Door = async (user, code) => {
  const browser = await knownBrowser(test.ctx, test.call, user)
  await browser.query(user.userId)
  await browser.prove('PASSWORD', goodPassword)
  return (await browser.prove('TOKEN', code)).status === 200
}

const atAgent: Door = async ({ userId }, code) => {
  const begun = await test.call(beginApplicationSignIn, { as: agent, body: { userId } })
  const complete = (authToken: unknown, authenticator: string, response: string) =>
    test.call(completeApplicationSignIn, {
      as: agent,
      body: { authToken, authenticator, response },
    })
  const half = await complete(begun.body.authToken, 'PASSWORD', goodPassword)
  const done = await complete(half.body.authToken, 'TOKEN', code)
  return done.body.authenticationCompleted === true
}

const verified: Door = async ({ userId }, response) => {
  const { body } = await test.call(queryVerification, { as, body: { userId } })
  const answer = await test.call(authenticateTokenVerification, {
    as,
    body: { authToken: body.authToken, response },
  })
  return answer.body.verified === true
}

const atGateway: Door = async ({ userId }, code) =>
  (await radius.decide({ userName: userId, ...radius.pap(code) })).decision === 'ACCEPT'

const reset: Door = async (user, code) => {
  const asked = await test.call(queryPasswordReset, { body: { userId: user.userId } })
  const { authToken } = asked.body
  await test.call(challengePasswordReset, { body: { authToken, authenticator: 'OTP' } })
  const prove = (token: unknown, authenticator: string, response: string) =>
    test.call(authenticatePasswordReset, { body: { authToken: token, authenticator, response } })
  const half = await prove(authToken, 'OTP', await mailedCode(test, addressOf(user)))
  return (await prove(half.body.authToken, 'TOKEN', code)).body.resetAllowed === true
}

const doors: readonly (readonly [string, Door])[] = [
  ['the sign-in page', signIn],
  ['the sign-in of an application', atAgent],
  ['a verification by an administrator', verified],
  ['RADIUS', atGateway],
]

const holder = async () => {
  const name = `counter-${test.platform.ids.random(4).toString('hex')}`
  const user = await buildPerson(test.ctx, { userId: name, email: `${name}@example.test` })
  return { user, token: await buildHardware(test.ctx, user.id, { counter: 5 }) }
}

describe.each(doors)('a code by a counter at %s', (name, door) => {
  it('is the next one or one of the two after it, and none from before', async () => {
    const { user } = await holder()
    expect(await door(user, pressed(4))).toBe(false)
    expect(await door(user, pressed(8))).toBe(false)
    expect(await door(user, pressed(7))).toBe(true)
    const { user: another } = await holder()
    expect(await door(another, pressed(7))).toBe(true)
    expect(await door(another, pressed(7))).toBe(false)
    expect(await door(another, pressed(6))).toBe(false)
    expect(await door(another, pressed(8))).toBe(true)
  })

  it('is used up for every other door', async () => {
    for (const [other, next] of doors.filter(([one]) => one !== name)) {
      const { user } = await holder()
      expect(await door(user, pressed(5)), other).toBe(true)
      expect(await next(user, pressed(5)), other).toBe(false)
      expect(await next(user, pressed(6)), other).toBe(true)
    }
  })

  it('is the one after those by which the token was synchronized', async () => {
    const { user, token } = await holder()
    const params = { tokenid: token.id }
    const synchronize = () =>
      test.call(synchroniseToken, {
        as,
        params,
        body: { response: pressed(20), nextResponse: pressed(21) },
      })
    expect(await door(user, pressed(20))).toBe(false)
    expect((await synchronize()).status).toBe(200)
    expect(await door(user, pressed(21))).toBe(false)
    expect((await synchronize()).status).toBe(401)
    expect(await door(user, pressed(22))).toBe(true)
  })
})

describe('a code by a counter that resets a password', () => {
  it('is used up for the sign-in, and one that signed in resets nothing', async () => {
    const { user } = await holder()
    expect(await signIn(user, pressed(5))).toBe(true)
    expect(await reset(user, pressed(5))).toBe(false)
    const { user: another } = await holder()
    expect(await reset(another, pressed(5))).toBe(true)
    expect(await signIn(another, pressed(5))).toBe(false)
  })
})
