import { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { AuthenticatorScope } from '@signet/contract/access/authenticator-scopes'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { engine } from '../sign-in/index.ts'

type Scope = z.output<typeof AuthenticatorScope>
type Kinds = readonly SignInAuthenticator[]

/** What each kind may be used for, kinds that are good for nothing left out. */
export const readScopes = async (ctx: Context, applicationId: string | null) => {
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
