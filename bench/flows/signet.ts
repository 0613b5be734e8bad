import {
  type AuthenticationState,
  completeAuthentication,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import type { Context } from '@signet/server/kit/context'
import { startSession } from '@signet/server/modules/tenancy/sessions/index'
import type { z } from 'zod'
import { type Answer, expectStatus } from '../load/http.ts'
import { machineNonceOf } from '../seed/devices.ts'
import { password, userIdOf, userKeyOf } from '../seed/users.ts'
import type { Prove } from './openid-connect.ts'
import { pathOf } from './visitor.ts'

const stateOf = (answer: Answer): z.output<typeof AuthenticationState> =>
  queryAuthenticators.answer.parse(JSON.parse(expectStatus(answer, 200).text))

const uidIn = (page: string): string =>
  new URL(page, 'http://server.localhost').searchParams.get('uid') ?? ''

type Query = z.input<typeof queryAuthenticators.body>
type Response = z.input<typeof completeAuthentication.body>

const completePassword = completeAuthentication.path.replace(':authenticator', 'PASSWORD')

/** What the sign-in page asks: which authenticators, then the password. */
export const provePassword: Prove = async (visitor, page, user) => {
  const machineNonce = machineNonceOf(user)
  const query = { userId: userIdOf(user), authToken: uidIn(page), machineNonce }
  const begun = stateOf(await visitor.json(queryAuthenticators.path, query satisfies Query))
  const given = { authToken: begun.authToken ?? '', response: password, machineNonce }
  const proven = stateOf(await visitor.json(completePassword, given satisfies Response))
  if (proven.redirect === null) throw new Error(`the sign-in of ${userIdOf(user)} goes nowhere`)
  return pathOf(proven.redirect)
}

/** A session without its proof, for measurements that begin with tokens. */
export const givenSession =
  (ctx: Context): Prove =>
  async (visitor, page, user) => {
    const { cookie } = await ctx.transaction((ctx) =>
      startSession(ctx, {
        userId: userKeyOf(user),
        userName: userIdOf(user),
        kind: 'web',
        amr: ['pwd'],
        acr: null,
        deviceId: null,
        keyThumbprint: null,
      }),
    )
    visitor.cookies.set('signet', cookie.value ?? '')
    return `/api/oidc/authorize/${uidIn(page)}`
  }
