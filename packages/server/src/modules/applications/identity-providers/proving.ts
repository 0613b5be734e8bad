import { createHash } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Provider, SamlProvider } from './definition.ts'
import { type Asserted, samlSubjectOf } from './saml-assertion.ts'
import { samlSignInUrl } from './saml-departure.ts'
import { readSamlResponse } from './saml-response.ts'
import { authorizationUrl, type Proven, proveByCode, type Returned, type Ties } from './upstream.ts'

interface Leaving {
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
  given: { readonly requestId: string | null; readonly samlResponse: string },
): Promise<{ readonly proven: Proven; readonly asserted: Asserted }> => {
  const asserted = await readSamlResponse(ctx, provider, given)
  const { nameId, nameIdFormat, sessionIndex, contextClass, claims } = asserted
  const proven: Proven = {
    providerId: provider.id,
    issuer: provider.issuer,
    subject: samlSubjectOf(provider, { nameId, format: nameIdFormat }),
    claims,
    secondFactor: contextClass !== null && provider.trustedContexts.includes(contextClass),
    ticket: { kind: 'saml', nameId, nameIdFormat, sessionIndex },
  }
  return { proven, asserted }
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
export const proveAccount = async (
  ctx: Context,
  provider: Provider,
  { requestId, ties, returned }: Arriving,
): Promise<Proven> => {
  if (provider.protocol === 'oidc') return proveByCode(ctx, provider, { ties, returned })
  const { samlResponse } = returned
  if (samlResponse === undefined) throw new ApiError('identity_provider_failed')
  return (await proveBySaml(ctx, provider, { requestId, samlResponse })).proven
}

/** Seconds that an assertion may be taken in which nobody has asked for: it is remembered as long. */
const longestUnasked = 24 * 3600

/** What stands for an assertion, of which each counts once: a UUID of provider and id. */
const turnOf = (provider: SamlProvider, assertionId: string): string => {
  const digest = createHash('sha256').update(`${provider.id} ${assertionId}`).digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/**
 * What a provider says by itself (SAML 2.0 profiles, section 4.1.5), where it may: with the name of its
 * assertion, which is used up, and the time until which that has to be remembered.
 * @throws identity_provider_failed, identity_provider_clock, identity_provider_refused, no_transaction
 */
export const proveUnasked = async (ctx: Context, provider: Provider, samlResponse: string) => {
  if (provider.protocol !== 'saml' || !provider.allowsUnsolicited) {
    throw new ApiError('no_transaction')
  }
  const { proven, asserted } = await proveBySaml(ctx, provider, { requestId: null, samlResponse })
  const latest = ctx.platform.clock.now().getTime() + longestUnasked * 1000
  if (asserted.id === '' || asserted.endsAt.getTime() > latest) {
    throw new ApiError('identity_provider_failed')
  }
  return { proven, turn: turnOf(provider, asserted.id), until: asserted.endsAt.getTime() }
}
