import type { KoaContextWithOIDC } from 'oidc-provider'
import { settingsOf } from './client-settings.ts'
import { findConsent } from './consents.repository.ts'
import { unitOfWork } from './unit-of-work.ts'

const words = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(' ').filter((word) => word !== '') : []

const asksPeople = ({ oidc: { client, params } }: KoaContextWithOIDC): boolean =>
  (client !== undefined && settingsOf(client).requireConsent) ||
  words(params?.prompt).includes('consent')

/** What the user has agreed to; everything for applications that ask for no consent. */
const agreedScopes = async (
  ctx: KoaContextWithOIDC,
  wanted: readonly string[],
): Promise<readonly string[]> => {
  const { client, account } = ctx.oidc
  if (client === undefined || account === undefined) return []
  if (!asksPeople(ctx)) return wanted
  const consent = await findConsent(unitOfWork().ctx, account.accountId, client.clientId)
  return consent?.scopes ?? []
}

/**
 * The grant of this user and client, made on the way (no request of its own). Missing scopes
 * lead to the consent page.
 */
export const loadExistingGrant = async (ctx: KoaContextWithOIDC) => {
  const { client, account, session, provider } = ctx.oidc
  if (client === undefined || account === undefined || session === undefined) return undefined
  const wanted = words(ctx.oidc.params?.scope)
  const agreed = await agreedScopes(ctx, wanted)
  const known = session.grantIdFor(client.clientId)
  const present = known === undefined ? undefined : await provider.Grant.find(known)
  const covered = new Set(words(present?.getOIDCScope()))
  const named = [...ctx.oidc.requestParamClaims]
  const decided = new Set(present?.getOIDCClaimsEncountered())
  if (
    present !== undefined &&
    wanted.every((scope) => covered.has(scope) && agreed.includes(scope)) &&
    named.every((claim) => decided.has(claim))
  )
    return present
  const granted = wanted.filter((scope) => agreed.includes(scope))
  if (granted.length === 0) return undefined
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(granted.join(' '))
  // People agree to scopes: where they are asked, claims by name are told of those alone.
  if (named.length > 0) {
    if (asksPeople(ctx)) grant.rejectOIDCClaims(named)
    else grant.addOIDCClaims(named)
  }
  await grant.save()
  return grant
}
