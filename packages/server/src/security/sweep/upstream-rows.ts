import { OidcIdentityProviderChange } from '@signet/contract/applications/identity-providers'
import type { Context } from '../../kit/context.ts'
import {
  createIdentityProvider,
  linkedIdentities,
} from '../../modules/applications/identity-providers/index.ts'
import type { Owner } from '../../modules/authenticators/owners/index.ts'

/** A provider whose calls go to this address, which knows people by what it answers to anybody. */
export const providerNamed = (name: string, base = 'https://login.example.test') => ({
  name,
  kind: 'OAUTH2' as const,
  issuer: base,
  authorizationEndpoint: `${base}/idp/authorize`,
  tokenEndpoint: `${base}/idp/token`,
  userinfoEndpoint: `${base}/idp/me`,
  subjectClaim: 'id',
  userIdClaim: 'id',
  clientId: 'signet',
})

export const buildProvider = async (
  ctx: Context,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const name = `Provider ${ctx.platform.ids.random(6).toString('hex')}`
  const wanted = OidcIdentityProviderChange.parse({ ...providerNamed(name), ...more })
  return (await createIdentityProvider(ctx, wanted)).value.id
}

/** An account at a provider, linked to somebody. */
export const buildLink = async (
  ctx: Context,
  { id, userId: name }: { id: string; userId: string },
) => {
  const providerId = await buildProvider(ctx)
  const owner: Owner = { id, name }
  const identity = { providerId, issuer: 'https://login.example.test', subject: id }
  return ctx.transaction((ctx) =>
    linkedIdentities.link(ctx, owner, { ...identity, claims: {}, secondFactor: false }),
  )
}
