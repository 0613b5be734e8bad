import type { Context } from '../../kit/context.ts'
import { samlService } from '../../modules/applications/identity-providers/index.ts'
import { samlKeys } from '../../modules/applications/saml-keys/index.ts'
import { isSignedBy, type Received } from '../../platform/saml/bindings.ts'
import { namedIn } from '../../platform/saml/logout-messages.ts'
import {
  expectDestination,
  headingFor,
  headingOf,
  statusElement,
  withoutXmlFaults,
} from '../../platform/saml/messages.ts'
import { SamlFault } from '../../platform/saml/saml-fault.ts'
import type { StatusName } from '../../platform/saml/statuses.ts'
import { element } from '../../platform/xml/build.ts'
import { signElement } from '../../platform/xml/sign.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { type Answer, envelopeOf, leadTo, soap } from './answers.ts'
import { signerFor } from './message-parts.ts'
import { endChain } from './sign-out.ts'
import { type SamlProvider, samlProviderOf } from './upstream-service.ts'
import { findUpstreamSessions } from './upstream-sessions.repository.ts'

const algorithms = { signatureAlgorithm: 'RSA_SHA256', digestAlgorithm: 'SHA256' } as const

/** @throws SamlFault for a message that the provider has not signed, or for somebody else */
const headingBy = (
  ctx: Context,
  { provider, received }: { readonly provider: SamlProvider; readonly received: Received },
  name: 'LogoutRequest' | 'LogoutResponse',
) => {
  const heading = headingOf(ctx, received.element, name)
  if (heading.issuer !== provider.issuer) {
    throw new SamlFault('another issuer', { code: 'UNKNOWN_ENTITY' })
  }
  if (!isSignedBy(received, provider)) {
    throw new SamlFault('a sign-out that is not signed', { code: 'SIGNATURE_MISSING' })
  }
  const { ownLogoutUrl } = samlService.of(ctx, provider.id)
  expectDestination(heading, ownLogoutUrl, { signed: received.binding !== 'SOAP' })
  return heading
}

const responseTo = (
  ctx: Context,
  provider: SamlProvider,
  { requestId, status }: { readonly requestId: string; readonly status: StatusName },
): XmlElement => {
  const location = provider.logoutResponseUrl ?? provider.logoutUrl ?? ''
  return element(
    'samlp:LogoutResponse',
    { ...headingFor(ctx, location), InResponseTo: requestId },
    [
      element('saml:Issuer', {}, [samlService.of(ctx, provider.id).ownEntityId]),
      statusElement(status),
    ],
  )
}

/** The sessions that the provider means end, with whatever they were used for. */
const signOutBy = async (ctx: Context, provider: SamlProvider, received: Received) => {
  const heading = headingBy(ctx, { provider, received }, 'LogoutRequest')
  const { privateKeys: keys } = await samlKeys(ctx)
  const { indexes, ...named } = withoutXmlFaults(() =>
    namedIn(ctx, received.element, { keys, isSealed: true }),
  )
  const subject = samlService.subjectOf(provider, named)
  const known = await findUpstreamSessions(ctx, { providerId: provider.id, subject })
  const sessionIds = known
    .filter(
      ({ session_index: index }) =>
        indexes.length === 0 || index === null || indexes.includes(index),
    )
    .map(({ session_id: id }) => id)
  const isComplete = await endChain(ctx, sessionIds, provider.name)
  const status = isComplete ? 'success' : 'partialLogout'
  return responseTo(ctx, provider, { requestId: heading.id, status })
}

/** A provider says that somebody has signed out there (SAML 2.0 profiles, section 4.4). */
export const signedOutUpstream = async (
  ctx: Context,
  id: string,
  received: Received,
): Promise<Answer> => {
  const provider = await samlProviderOf(ctx, id)
  if (received.kind === 'SAMLResponse') {
    headingBy(ctx, { provider, received }, 'LogoutResponse')
    return leadTo('/#/logout')
  }
  const message = await signOutBy(ctx, provider, received)
  const location = provider.logoutResponseUrl ?? provider.logoutUrl
  if (location === null) return leadTo('/#/logout')
  const { relayState } = received
  const sent = { kind: 'SAMLResponse', message, relayState } as const
  return leadTo(await samlService.redirect(ctx, location, sent))
}

/** The same from the provider's own server: no browser is there to lead on. */
export const signedOutUpstreamBySoap = async (
  ctx: Context,
  id: string,
  received: Received,
): Promise<Answer> => {
  const provider = await samlProviderOf(ctx, id)
  const message = await signOutBy(ctx, provider, received)
  const signer = await signerFor(ctx, algorithms)
  return soap(envelopeOf(await signElement(message, signer, 1)))
}
