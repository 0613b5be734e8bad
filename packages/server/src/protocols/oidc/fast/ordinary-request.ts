import type { Context } from '../../../kit/context.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import { findApplication, isUnprotected } from '../clients/clients.ts'
import { holdsOnly, words } from '../ordinary.ts'

/** An authorization request that asks for a code and nothing out of the ordinary. */
export interface OrdinaryRequest {
  readonly application: StoredApplication
  readonly params: Readonly<Record<string, string>>
  readonly redirectUri: string
  readonly scope: string
}

const required = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'code_challenge',
  'code_challenge_method',
] as const
const allowed = new Set([...required, 'state', 'nonce'])

/** `offline_access` asks for consent first. */
const scopesKnown = new Set(['openid', 'profile', 'email', 'phone', 'address', 'groups'])

const fitScopes = ({ scopes }: StoredApplication, scope: string): boolean => {
  const wanted = words(scope)
  return (
    wanted.includes('openid') &&
    new Set(wanted).size === wanted.length &&
    wanted.every((each) => scopesKnown.has(each)) &&
    (scopes.length === 0 || wanted.every((each) => scopes.includes(each)))
  )
}

const asks = (application: StoredApplication, params: Readonly<Record<string, string>>): boolean =>
  ['OIDC_WEB', 'OIDC_SPA'].includes(application.application_type) &&
  isUnprotected(application) &&
  application.grant_types.includes('authorization_code') &&
  application.redirect_uris.includes(params.redirect_uri ?? '') &&
  params.response_type === 'code' &&
  params.code_challenge_method === 'S256' &&
  /^[\w-]{43}$/.test(params.code_challenge ?? '') &&
  fitScopes(application, params.scope ?? '')

const texts = (params: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )

/** The request these parameters make, each given once; null for any that is not ordinary. */
export const ordinaryRequest = async (
  ctx: Context,
  given: object,
): Promise<OrdinaryRequest | null> => {
  const params = texts(given)
  const isWhole = Object.keys(params).length === Object.keys(given).length
  if (!isWhole || !holdsOnly(params, allowed)) return null
  const { client_id: clientId = '', redirect_uri: redirectUri = '', scope = '' } = params
  const application = clientId === '' ? undefined : await findApplication(ctx, clientId)
  if (application === undefined || !asks(application, params)) return null
  return { application, params, redirectUri, scope }
}
