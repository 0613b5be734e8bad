import { completeAuthentication, queryAuthenticators } from '@signet/contract/access/authentication'
import { challengePasswordReset, queryPasswordReset } from '@signet/contract/access/password-reset'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import type { Answer, Http } from '../load/http.ts'

/** Sends one request about a user id; what comes before it is not timed. */
export interface Case {
  readonly name: string
  prepare(http: Http, userId: string): Promise<() => Promise<Answer>>
}

const post = (http: Http, { path }: Pick<Endpoint, 'path'>, body: unknown): Promise<Answer> =>
  http.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const Begun = z.object({ authToken: z.string() })
const tokenOf = ({ text }: Answer): string => Begun.parse(JSON.parse(text)).authToken

const passwordStep = {
  path: completeAuthentication.path.replace(':authenticator', 'PASSWORD'),
}

export const cases: readonly Case[] = [
  {
    name: 'sign-in: which authenticators',
    prepare: async (http, userId) => () => post(http, queryAuthenticators, { userId }),
  },
  {
    name: 'sign-in: wrong password',
    async prepare(http, userId) {
      const authToken = tokenOf(await post(http, queryAuthenticators, { userId }))
      return () => post(http, passwordStep, { authToken, response: 'not the password' })
    },
  },
  {
    name: 'reset: begin',
    prepare: async (http, userId) => () => post(http, queryPasswordReset, { userId }),
  },
  {
    name: 'reset: send a code',
    async prepare(http, userId) {
      const authToken = tokenOf(await post(http, queryPasswordReset, { userId }))
      const body = { authToken, authenticator: 'OTP', otpDeliveryType: 'EMAIL' }
      return () => post(http, challengePasswordReset, body)
    },
  },
]
