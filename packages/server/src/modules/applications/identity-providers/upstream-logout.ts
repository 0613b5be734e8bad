import type { Context } from '../../../kit/context.ts'
import type { OidcProvider } from './definition.ts'
import { clientOf, library } from './upstream-client.ts'

/**
 * Where the browser signs out at a provider (OpenID Connect RP-Initiated Logout 1.0, section 2); null
 * where the provider has no such place, or cannot be reached: signing out here waits for nobody.
 */
export const endSessionUrl = async (
  ctx: Context,
  provider: OidcProvider,
  { idToken, returnTo }: { readonly idToken: string | null; readonly returnTo: string },
): Promise<string | null> => {
  if (provider.kind !== 'OIDC' || idToken === null) return null
  try {
    const configuration = await clientOf(ctx, provider)
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null
    const { buildEndSessionUrl } = await library()
    return buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: returnTo,
    }).href
  } catch (error) {
    ctx.log.info({ err: error, provider: provider.id }, 'an identity provider was not told')
    return null
  }
}
