import { Provider } from 'oidc-provider'

interface Redeeming {
  readonly oidc: { readonly client: { readonly redirectUris?: readonly string[] }; params: object }
}

/**
 * RFC 6749, section 4.1.3, wants the redirect URI once more with the code; OAuth 2.1, section 4.1.3,
 * has dropped it. Where only one is registered, the code can have gone nowhere else.
 */
const fillRedirectUri = ({ oidc: { client, params } }: Redeeming): void => {
  const [only, ...others] = client.redirectUris ?? []
  const isGiven = 'redirect_uri' in params && params.redirect_uri !== undefined
  if (isGiven || only === undefined || others.length > 0) return
  Object.assign(params, { redirect_uri: only })
}

type Registering<Params extends object> = Parameters<
  typeof Provider.prototype.registerGrantType<Params>
>

/** The library's service, with the exchange of codes as clients do it. */
export class TenantService extends Provider {
  override registerGrantType<Params extends object>(
    ...[name, handler, ...rest]: Registering<Params>
  ): void {
    const lenient: typeof handler = (koa) => {
      fillRedirectUri(koa)
      return handler(koa)
    }
    super.registerGrantType<Params>(
      name,
      name === 'authorization_code' ? lenient : handler,
      ...rest,
    )
  }
}
