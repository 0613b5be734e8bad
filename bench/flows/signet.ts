import {
  type AuthenticationState,
  completeAuthentication,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import type { Context } from '@signet/server/kit/context'
import { startSession } from '@signet/server/modules/tenancy/sessions/index'
import type { z } from 'zod'
import { type Answer, expectStatus, type Http } from '../load/http.ts'
import { machineNonceOf } from '../seed/devices.ts'
import { password, userIdOf, userKeyOf } from '../seed/users.ts'
import type { Prove } from './openid-connect.ts'
import { createVisitor, pathOf, type Visitor } from './visitor.ts'

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

/** The cookie of a session without its proof. */
const sessionCookie = async (ctx: Context, user: number): Promise<string> => {
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
  return cookie.value ?? ''
}

/** A browser whose user is signed in. */
export const signedInVisitor = async (http: Http, ctx: Context, user: number): Promise<Visitor> => {
  const visitor = createVisitor(http)
  visitor.cookies.set('signet', await sessionCookie(ctx, user))
  return visitor
}

/** A session without its proof, for measurements that begin with tokens. */
export const givenSession =
  (ctx: Context): Prove =>
  async (visitor, page, user) => {
    visitor.cookies.set('signet', await sessionCookie(ctx, user))
    return `/api/oidc/authorize/${uidIn(page)}`
  }
