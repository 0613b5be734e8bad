import { SignInAuthenticator } from '@signet/contract/access/authentication'
import * as contract from '@signet/contract/access/authenticator-scopes'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { settings } from '../../settings/families/index.ts'
import { engine } from '../sign-in/index.ts'

type Scope = z.output<typeof contract.AuthenticatorScope>
type Kinds = readonly SignInAuthenticator[]

/** What each kind may be used for, kinds that are good for nothing left out. */
const readScopes = async (ctx: Context, applicationId: string | null) => {
  const transaction = engine.newTransaction(ctx, { purpose: 'SIGN_IN', applicationId })
  const rules = await engine.readRules(ctx, transaction)
  const { enabled: mayReset } = await settings.passwordReset(ctx)
  const { first, second, reset, verification } = engine.usableKinds(rules)
  const uses: readonly (readonly [Scope, Kinds])[] = [
    ['FIRST_FACTOR', first],
    ['SECOND_FACTOR', second],
    ['PASSWORD_RESET', mayReset ? reset : []],
    ['VERIFICATION', verification],
  ]
  const authenticators = SignInAuthenticator.options.map((authenticator) => ({
    authenticator,
    scopes: uses.flatMap(([scope, kinds]) => (kinds.includes(authenticator) ? [scope] : [])),
  }))
  return { authenticators: authenticators.filter(({ scopes }) => scopes.length > 0) }
}

export const authenticatorScopesModule: Module = {
  routes: [
    routes(contract, {
      readAuthenticatorScopes: (ctx, { body }) => readScopes(ctx, body.applicationId ?? null),
    }),
  ],
}
