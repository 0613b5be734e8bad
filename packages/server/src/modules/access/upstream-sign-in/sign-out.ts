import { type Context, signedInUser } from '../../../kit/context.ts'
import { headingFor } from '../../../platform/saml/messages.ts'
import { element } from '../../../platform/xml/build.ts'
import {
  enabledProvider,
  type Provider,
  samlService,
  upstream,
} from '../../applications/identity-providers/index.ts'

/** The accounts elsewhere that a session began by; the latest first. */
const listUpstreamsOf = ({ db, tenant }: Context, sessionId: string) =>
  db
    .selectFrom('upstream_sessions')
    .select(['provider_id', 'sealed_ticket'])
    .where('tenant_id', '=', tenant.id)
    .where('session_id', '=', sessionId)
    .orderBy('signed_in_at', 'desc')
    .execute()

type Ticket = Awaited<ReturnType<typeof upstream.openTicket>>

/** A `LogoutRequest` of ours, by the name that the provider has given (SAML 2.0 core, section 3.7.1). */
const samlSignOutUrl = async (
  ctx: Context,
  provider: Extract<Provider, { readonly protocol: 'saml' }>,
  ticket: Ticket,
): Promise<string | null> => {
  if (ticket.kind !== 'saml' || provider.logoutUrl === null) return null
  const { nameId, nameIdFormat: Format, sessionIndex: index } = ticket
  const message = element('samlp:LogoutRequest', headingFor(ctx, provider.logoutUrl), [
    element('saml:Issuer', {}, [samlService.of(ctx, provider.id).ownEntityId]),
    element('saml:NameID', { Format }, [nameId]),
    ...(index === null ? [] : [element('samlp:SessionIndex', {}, [index])]),
  ])
  return samlService.redirect(ctx, provider.logoutUrl, { kind: 'SAMLRequest', message })
}

const signOutUrl = (ctx: Context, provider: Provider, ticket: Ticket): Promise<string | null> => {
  if (provider.protocol === 'saml') return samlSignOutUrl(ctx, provider, ticket)
  const idToken = ticket.kind === 'oidc' ? ticket.idToken : null
  const returnTo = `${new URL(ctx.tenant.publicUrl).origin}/`
  return upstream.endSessionUrl(ctx, provider, { idToken, returnTo })
}

/** Where the browser signs out at the provider that this session began by; null for nowhere. */
export const readSignOut = async (ctx: Context): Promise<{ readonly redirect: string | null }> => {
  const [began] = await listUpstreamsOf(ctx, signedInUser(ctx).sessionId)
  if (began === undefined) return { redirect: null }
  try {
    const provider = await enabledProvider(ctx, began.provider_id)
    const ticket = await upstream.openTicket(ctx, began.sealed_ticket)
    return { redirect: await signOutUrl(ctx, provider, ticket) }
  } catch (error) {
    // Switched off meanwhile, or out of reach: signing out here waits for nobody.
    ctx.log.info({ err: error, provider: began.provider_id }, 'no sign-out at a provider')
    return { redirect: null }
  }
}
