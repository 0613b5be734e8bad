import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Provider, SamlProvider } from './definition.ts'
import { samlSignInUrl } from './saml-departure.ts'
import { readSamlResponse } from './saml-response.ts'
import { authorizationUrl, type Proven, proveByCode, type Returned, type Ties } from './upstream.ts'

export interface Leaving {
  readonly requestId: string
  readonly ties: Ties
  readonly loginHint?: string | undefined
}

/** Where the browser proves its account. @throws identity_provider_unreachable */
export const departureTo = (ctx: Context, provider: Provider, leaving: Leaving): Promise<string> =>
  provider.protocol === 'saml'
    ? samlSignInUrl(ctx, provider, leaving.requestId)
    : authorizationUrl(ctx, provider, leaving)

/** Whether the provider gives the request's state back; where not, the browser keeps it. */
export const carriesState = ({ protocol }: Provider): boolean => protocol === 'oidc'

const proveBySaml = async (
  ctx: Context,
  provider: SamlProvider,
  given: { readonly requestId: string; readonly samlResponse: string },
): Promise<Proven> => {
  const asserted = await readSamlResponse(ctx, provider, given)
  const { nameId, nameIdFormat, sessionIndex, contextClass, claims } = asserted
  return {
    providerId: provider.id,
    issuer: provider.issuer,
    subject: nameId,
    claims,
    secondFactor: contextClass !== null && provider.trustedContexts.includes(contextClass),
    ticket: { kind: 'saml', nameId, nameIdFormat, sessionIndex },
  }
}

interface Arriving {
  readonly requestId: string
  readonly ties: Ties
  readonly returned: Returned & { readonly samlResponse?: string | undefined }
}

/**
 * What the provider has proven by what the browser brought back: in answer to this request, and to
 * nothing else. @throws identity_provider_failed, identity_provider_refused,
 *   identity_provider_unreachable
 */
export const proveAccount = (
  ctx: Context,
  provider: Provider,
  { requestId, ties, returned }: Arriving,
): Promise<Proven> => {
  if (provider.protocol === 'oidc') return proveByCode(ctx, provider, { ties, returned })
  const { samlResponse } = returned
  if (samlResponse === undefined) throw new ApiError('identity_provider_failed')
  return proveBySaml(ctx, provider, { requestId, samlResponse })
}
