import type { IdToken, Provider } from 'oidc-provider'
import { settingsOf } from '../clients/client-settings.ts'

/** Access tokens of this request by what the library has made of them. */
const values = new WeakMap<object, string>()

const rememberValues = ({ AccessToken }: Provider): void => {
  const { save } = AccessToken.prototype
  Object.defineProperty(AccessToken.prototype, 'save', {
    async value(this: InstanceType<typeof AccessToken>): Promise<string> {
      const value = await save.call(this)
      values.set(this, value)
      return value
    },
  })
}

/** The claims of the scopes that were granted with the access token. */
const scopedClaims = async (
  { Claims }: Provider,
  { available, ctx, client }: IdToken,
): Promise<object> => {
  const { AccessToken: access, Grant: grant } = ctx.oidc.entities
  if (!settingsOf(client).claimsInIdTokens || access?.scope === undefined) return {}
  const claims = new Claims(available, { ctx, client })
  claims.scope(access.scope)
  claims.rejected(grant?.getRejectedOIDCClaims())
  const { sub: _sub, ...told } = await claims.result()
  return told
}

/**
 * How and when the person signed in, and the access token beside it (OpenID Connect Core 1.0, sections
 * 2 and 3.1.3.6): many applications read nothing else.
 */
const complete = async (provider: Provider, token: IdToken): Promise<void> => {
  const { acr, amr, auth_time } = token.available
  const { AccessToken: access } = token.ctx.oidc.entities
  const told = await scopedClaims(provider, token)
  // The library takes the half of its hash.
  const at_hash = access === undefined ? undefined : values.get(access)
  for (const [name, value] of Object.entries({ ...told, acr, amr, auth_time, at_hash })) {
    if (value !== undefined) token.set(name, value)
  }
}

/** What ID tokens tell beyond the library's, and to every application. */
export const completeIdTokens = (provider: Provider): void => {
  rememberValues(provider)
  const { issue } = provider.IdToken.prototype
  Object.defineProperty(provider.IdToken.prototype, 'issue', {
    async value(this: IdToken, wanted: Parameters<typeof issue>[0]): Promise<string> {
      if (wanted.use === 'idtoken') await complete(provider, this)
      return issue.call(this, wanted)
    },
  })
  // `sid`: Front-Channel Logout 1.0, section 3; Back-Channel Logout 1.0, section 2.1.
  Object.defineProperty(provider.Client.prototype, 'includeSid', { value: () => true })
}
