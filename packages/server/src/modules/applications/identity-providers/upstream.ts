import { claimAt, textAt } from '@signet/rules/identity-providers'
import type * as openid from 'openid-client'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { OidcProvider } from './definition.ts'
import { redirectUriOf } from './identity-providers.service.ts'
import type { UpstreamIdentity } from './linked-identities.repository.ts'
import { clientOf, library } from './upstream-client.ts'
import { failureOf, refusalOf } from './upstream-failures.ts'

/** What ties an answer to the request that asked for it; the browser holds no more than the state. */
export interface Ties {
  readonly state: string
  readonly nonce: string
  /** RFC 7636. */
  readonly verifier: string
}

/** Where the browser proves its account. @throws identity_provider_unreachable */
export const authorizationUrl = async (
  ctx: Context,
  provider: OidcProvider,
  { ties, loginHint }: { readonly ties: Ties; readonly loginHint?: string | undefined },
): Promise<string> => {
  const client = await library()
  const url = client.buildAuthorizationUrl(await clientOf(ctx, provider), {
    redirect_uri: redirectUriOf(ctx, provider.id),
    scope: provider.scopes.join(' '),
    state: ties.state,
    code_challenge: await client.calculatePKCECodeChallenge(ties.verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'OIDC' ? { nonce: ties.nonce } : {}),
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  })
  return url.href
}

/** What the browser brought back. */
export interface Returned {
  readonly code?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

type Claims = Readonly<Record<string, unknown>>

/** What signing out at the provider takes. */
export type UpstreamTicket =
  | { readonly kind: 'oidc'; readonly idToken: string | null }
  | {
      readonly kind: 'saml'
      readonly nameId: string
      readonly nameIdFormat: string
      readonly sessionIndex: string | null
    }

/** An account that a provider has proven, and what it says of its owner. */
export interface Proven extends UpstreamIdentity {
  readonly claims: Claims
  /** The provider vouches for a second factor by a value that it is trusted in. */
  readonly secondFactor: boolean
  readonly ticket: UpstreamTicket
}

/** The address that the browser came back to. */
const addressOf = (redirectUri: string, given: Returned & Pick<Ties, 'state'>): URL => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url
}

/** Of an ID token's own claims alone: what the user info endpoint says is not signed. */
const vouches = ({ trustedAcrs, trustedAmrs }: OidcProvider, { acr, amr }: Claims): boolean =>
  (typeof acr === 'string' && trustedAcrs.includes(acr)) ||
  (Array.isArray(amr) && amr.some((value) => trustedAmrs.includes(String(value))))

type Answer = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

const openIdIdentity = async (
  ctx: Context,
  provider: OidcProvider,
  answer: Answer,
): Promise<Proven> => {
  const client = await library()
  const token = answer.claims()
  if (token === undefined) throw new Error('no ID token')
  const configuration = await clientOf(ctx, provider)
  // The library refuses an answer about another subject (OpenID Connect Core, section 5.3.2).
  const more = provider.userinfo
    ? await client.fetchUserInfo(configuration, answer.access_token, token.sub)
    : {}
  return {
    providerId: provider.id,
    issuer: token.iss,
    subject: token.sub,
    claims: { ...more, ...token },
    secondFactor: vouches(provider, token),
    ticket: { kind: 'oidc', idToken: answer.id_token ?? null },
  }
}

const isRecord = (value: unknown): value is Claims => typeof value === 'object' && value !== null

const oauthIdentity = async (
  ctx: Context,
  provider: OidcProvider,
  answer: Answer,
): Promise<Proven> => {
  const client = await library()
  const configuration = await clientOf(ctx, provider)
  const url = new URL(provider.userinfoEndpoint ?? '')
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'Signet' })
  const { access_token: token } = answer
  const got = await client.fetchProtectedResource(configuration, token, url, 'GET', null, headers)
  const claims: unknown = got.ok ? await got.json() : null
  const subject = isRecord(claims) ? textAt(claims, provider.subjectClaim) : null
  if (!isRecord(claims) || subject === null) {
    throw new Error(got.ok ? 'user info without a subject' : `user info answered ${got.status}`)
  }
  const { id: providerId, issuer } = provider
  const ticket = { kind: 'oidc', idToken: null } as const
  return { providerId, issuer, subject, claims, secondFactor: false, ticket }
}

/**
 * Takes a code to the provider, and what it proves: state, issuer, nonce, audience, times and
 * signature are checked (OpenID Connect Core, section 3.1.3.7; RFC 9207; RFC 7636).
 * @throws identity_provider_failed, identity_provider_refused, identity_provider_unreachable
 */
export const proveByCode = async (
  ctx: Context,
  provider: OidcProvider,
  { ties, returned }: { readonly ties: Ties; readonly returned: Returned },
): Promise<Proven> => {
  if (returned.error !== undefined) throw await refusalOf(ctx, provider, returned.error)
  const client = await library()
  const configuration = await clientOf(ctx, provider)
  const isOidc = provider.kind === 'OIDC'
  const checks = {
    expectedState: ties.state,
    pkceCodeVerifier: ties.verifier,
    ...(isOidc ? { expectedNonce: ties.nonce, idTokenExpected: true } : {}),
  }
  try {
    const redirectUri = redirectUriOf(ctx, provider.id)
    const address = addressOf(redirectUri, { ...returned, state: ties.state })
    const answer = await client.authorizationCodeGrant(configuration, address, checks)
    return await (isOidc ? openIdIdentity : oauthIdentity)(ctx, provider, answer)
  } catch (error) {
    throw error instanceof ApiError ? error : await failureOf(ctx, provider, error)
  }
}

/** Whether a claim holds a value: itself, or among several. */
export const holdsValue = (claims: Claims, path: string, value: string): boolean => {
  const held = claimAt(claims, path)
  return (Array.isArray(held) ? held : [held]).some((each) => each === value)
}

/** How the provider calls the account, for people to recognise it. */
export const labelOf = ({ claims, subject }: Pick<Proven, 'claims' | 'subject'>): string =>
  (
    textAt(claims, 'email') ??
    textAt(claims, 'preferred_username') ??
    textAt(claims, 'login') ??
    textAt(claims, 'data.username') ??
    textAt(claims, 'name') ??
    subject
  ).slice(0, 320)
