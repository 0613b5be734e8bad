import {
  challengeAuthenticator,
  completeAuthentication,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import { queryPasswordReset } from '@signet/contract/access/password-reset'
import { requestSignUp } from '@signet/contract/access/sign-up'
import {
  registrationFamily,
  updateRegistrationSettings,
} from '@signet/contract/settings/registration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPerson } from '../../testing/access/people.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { basicOf, type Party, registerParty } from '../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/*
 * Doors that answer for people who are not there as for those who are: the bytes of both answers are
 * compared, but for what is random in each, of which the length is.
 */

let test: TestApp
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  party = await registerParty(test, { grantTypes: ['ciba', 'refresh_token'], redirectUris: [] })
  const { token: as } = await buildAdmin(test.ctx)
  const body = { ...registrationFamily.defaults, selfRegistration: true }
  await test.call(updateRegistrationSettings, { as, body })
})
afterAll(() => test.close())

const host = () => new URL(test.tenant.publicUrl).host

const inject = (url: string, payload: string, headers: Readonly<Record<string, string>>) =>
  test.app.inject({ method: 'POST', url, payload, headers: { host: host(), ...headers } })
type Answer = Awaited<ReturnType<typeof inject>>

const json = (url: string, body: object) =>
  inject(url, JSON.stringify(body), { 'content-type': 'application/json' })

const masked = (text: string): string =>
  text
    .replaceAll(/[\w-]{20,}/g, (random) => '#'.repeat(random.length))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')

const seen = ({ statusCode, headers, body }: Answer): readonly unknown[] => [
  statusCode,
  Object.entries(headers)
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => `${name}: ${masked(String(value))}`),
  masked(body),
  body.length,
]

const tokenOf = async (userId: string): Promise<string> =>
  String((await json(queryAuthenticators.path, { userId })).json().authToken)

/** Each with what it sends for an identifier. */
const doors: readonly (readonly [string, (identifier: string) => Promise<Answer>])[] = [
  [
    'a sign-in that an application asks for',
    (login_hint) =>
      inject(
        '/api/oidc/backchannel',
        new URLSearchParams({ scope: 'openid', login_hint }).toString(),
        { authorization: basicOf(party), 'content-type': 'application/x-www-form-urlencoded' },
      ),
  ],
  ['the beginning of a sign-in', (userId) => json(queryAuthenticators.path, { userId })],
  [
    'a wrong password',
    async (userId) => {
      const authToken = await tokenOf(userId)
      const path = completeAuthentication.path.replace(':authenticator', 'PASSWORD')
      return json(path, { authToken, response: 'not the password' })
    },
  ],
  [
    'a code that is sent',
    async (userId) => {
      const authToken = await tokenOf(userId)
      return json(challengeAuthenticator.path.replace(':authenticator', 'OTP'), { authToken })
    },
  ],
  ['the beginning of a password reset', (userId) => json(queryPasswordReset.path, { userId })],
  ['a sign-up', (email) => json(requestSignUp.path, { email })],
]

it.each(doors)(
  '%s is answered alike, byte for byte, whether somebody is there or not',
  { meta: { covers: ['S8'] } },
  async (door, send) => {
    // Of one length: what was sent may stand in an answer.
    const [there, nobody] = ['ada-is-here@acme.example', 'nobody-here@acme.example']
    await buildPerson(test.ctx, { email: there, userId: `user of ${door}` })
    await test.ctx.db
      .updateTable('users')
      .set({ email: null })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '<>', `user of ${door}`)
      .execute()
    expect(there).toHaveLength(nobody.length)
    expect(seen(await send(nobody))).toEqual(seen(await send(there)))
  },
)
