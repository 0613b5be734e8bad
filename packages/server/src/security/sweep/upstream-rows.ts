import { OidcIdentityProviderChange } from '@signet/contract/applications/identity-providers'
import type { Context } from '../../kit/context.ts'
import {
  createIdentityProvider,
  linkedIdentities,
} from '../../modules/applications/identity-providers/index.ts'
import type { BuiltUser } from '../../testing/builders.ts'

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

interface Account {
  readonly providerId: string
  readonly issuer: string
  readonly subject: string
}

/** An account, linked to somebody. */
export const linkTo = (ctx: Context, { id, userId: name }: BuiltUser, account: Account) =>
  ctx.transaction((ctx) =>
    linkedIdentities.link(ctx, { id, name }, { ...account, claims: {}, secondFactor: false }),
  )

/** An account at a provider of its own, linked to somebody. */
export const buildLink = async (ctx: Context, person: BuiltUser) => {
  const providerId = await buildProvider(ctx)
  return linkTo(ctx, person, {
    providerId,
    issuer: 'https://login.example.test',
    subject: person.id,
  })
}
