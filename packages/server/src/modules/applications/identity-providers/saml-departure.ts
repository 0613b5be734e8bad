import { samlNameIdFormats } from '@signet/rules/applications'
import type { Context } from '../../../kit/context.ts'
import { redirectTo } from '../../../platform/saml/bindings.ts'
import { headingFor } from '../../../platform/saml/messages.ts'
import { element } from '../../../platform/xml/build.ts'
import { canonical } from '../../../platform/xml/canonical.ts'
import { signElement } from '../../../platform/xml/sign.ts'
import type { XmlElement } from '../../../platform/xml/tree.ts'
import { samlKeys } from '../saml-keys/index.ts'
import type { SamlProvider } from './definition.ts'
import { samlServiceOf } from './saml-addresses.ts'

/** By what the message is called that begins a request of ours; a response has to name it. */
export const samlRequestId = (requestId: string): string => `_${requestId.replaceAll('-', '')}`

const contextsOf = ({ requestedContexts }: SamlProvider): readonly XmlElement[] =>
  requestedContexts.length === 0
    ? []
    : [
        element(
          'samlp:RequestedAuthnContext',
          { Comparison: 'exact' },
          requestedContexts.map((each) => element('saml:AuthnContextClassRef', {}, [each])),
        ),
      ]

const authnRequest = (ctx: Context, provider: SamlProvider, requestId: string): XmlElement => {
  const { ownEntityId, consumerUrl } = samlServiceOf(ctx, provider.id)
  const { nameIdFormat } = provider
  const format = nameIdFormat === 'any' ? undefined : samlNameIdFormats[nameIdFormat]
  return element(
    'samlp:AuthnRequest',
    {
      ...headingFor(ctx, provider.signInUrl),
      ID: samlRequestId(requestId),
      AssertionConsumerServiceURL: consumerUrl,
      ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      ForceAuthn: provider.forcesSignIn ? 'true' : undefined,
    },
    [
      element('saml:Issuer', {}, [ownEntityId]),
      element('samlp:NameIDPolicy', { Format: format, AllowCreate: 'true' }),
      ...contextsOf(provider),
    ],
  )
}

/** Where a message of ours goes by redirect, signed where the provider reads that. */
export const samlRedirect = async (
  ctx: Context,
  location: string,
  sent: {
    readonly kind: 'SAMLRequest' | 'SAMLResponse'
    readonly message: XmlElement
    readonly relayState?: string | null
    readonly signed?: boolean
  },
): Promise<string> => {
  const { kind, message, relayState = null, signed = true } = sent
  const { active } = await samlKeys(ctx)
  const signer = signed
    ? ({ privateKey: active.privateKey, signatureAlgorithm: 'RSA_SHA256' } as const)
    : null
  return redirectTo(location, { kind, text: canonical(message), relayState }, signer)
}

/** The text of a request that is posted, signed where the provider reads that. */
export const postedRequest = async (
  ctx: Context,
  provider: SamlProvider,
  requestId: string,
): Promise<string> => {
  const message = authnRequest(ctx, provider, requestId)
  if (!provider.signsRequests) return canonical(message)
  const { active } = await samlKeys(ctx)
  const signer = { ...active, signatureAlgorithm: 'RSA_SHA256', digestAlgorithm: 'SHA256' } as const
  return canonical(await signElement(message, signer, 1))
}

/**
 * Where the browser proves its account at a SAML provider (SAML 2.0 profiles, section 4.1.3), by a page
 * of ours where the provider listens to POST alone.
 */
export const samlSignInUrl = async (
  ctx: Context,
  provider: SamlProvider,
  requestId: string,
): Promise<string> =>
  provider.signInBinding === 'POST'
    ? `${samlServiceOf(ctx, provider.id).ownEntityId}/SSO?request=${requestId}`
    : samlRedirect(ctx, provider.signInUrl, {
        kind: 'SAMLRequest',
        message: authnRequest(ctx, provider, requestId),
        signed: provider.signsRequests,
      })
