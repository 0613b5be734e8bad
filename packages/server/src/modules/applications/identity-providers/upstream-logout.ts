import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { OidcProvider } from './definition.ts'
import type { UpstreamTicket } from './upstream.ts'
import { clientOf, library } from './upstream-client.ts'

/* What signing out at a provider takes: of the person, so it is stored sealed. */

const Ticket = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('oidc'), idToken: z.string().nullable() }),
  z.object({
    kind: z.literal('saml'),
    nameId: z.string(),
    nameIdFormat: z.string(),
    sessionIndex: z.string().nullable(),
  }),
]) satisfies z.ZodType<UpstreamTicket>

const purpose = 'upstream-ticket'

export const sealTicket = ({ platform, tenant }: Context, ticket: UpstreamTicket) =>
  platform.secrets.seal(tenant.id, purpose, Buffer.from(JSON.stringify(ticket)))

export const openTicket = async (
  { platform, tenant }: Context,
  sealed: Buffer,
): Promise<UpstreamTicket> => {
  const text = await platform.secrets.open(tenant.id, purpose, sealed)
  return Ticket.parse(JSON.parse(text.toString('utf8')))
}

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
