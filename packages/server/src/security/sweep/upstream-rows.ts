import { generateKeyPairSync } from 'node:crypto'
import { OidcIdentityProviderChange } from '@signet/contract/applications/identity-providers'
import { SamlIdentityProviderChange } from '@signet/contract/applications/saml-identity-providers'
import type { BuiltUser } from '../../../testing/builders.ts'
import type { Context } from '../../kit/context.ts'
import {
  createProvider,
  linkedIdentities,
  upstream,
} from '../../modules/applications/identity-providers/index.ts'
import { selfSigned } from '../../platform/self-signed.ts'

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
  return (await createProvider.oidc(ctx, wanted)).value.id
}

const certificate = selfSigned({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
  commonName: 'idp.example.test',
  serial: Buffer.from('0a0b0c0f', 'hex'),
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2056-01-01T00:00:00Z'),
}).toString('base64')

export const samlProviderNamed = (name: string) => ({
  name,
  entityId: 'https://idp.example.test/saml',
  signInUrl: 'https://idp.example.test/sso',
  signingCertificates: [certificate],
})

export const buildSamlProvider = async (ctx: Context): Promise<string> => {
  const name = `SAML provider ${ctx.platform.ids.random(6).toString('hex')}`
  const wanted = SamlIdentityProviderChange.parse(samlProviderNamed(name))
  return (await createProvider.saml(ctx, wanted)).value.id
}

interface Account {
  readonly providerId: string
  readonly issuer: string
  readonly subject: string
}

/** An account, linked to somebody. */
export const linkTo = (ctx: Context, { id, userId: name }: BuiltUser, account: Account) =>
  ctx.transaction((ctx) => linkedIdentities.link(ctx, { id, name }, { ...account, claims: {} }))

/** An account at a provider of its own, linked to somebody. */
export const buildLink = async (ctx: Context, person: BuiltUser) => {
  const providerId = await buildProvider(ctx)
  return linkTo(ctx, person, {
    providerId,
    issuer: 'https://login.example.test',
    subject: person.id,
  })
}

/** What signing out elsewhere takes, of a proof and of a session that began so. */
export const keepUpstream = async (ctx: Context, { id }: BuiltUser): Promise<void> => {
  const { db, tenant, platform } = ctx
  const provider_id = await buildProvider(ctx)
  const idToken = platform.ids.random(18).toString('base64url')
  const sealed_ticket = await upstream.sealTicket(ctx, { kind: 'oidc', idToken })
  const now = platform.clock.now()
  const own = { tenant_id: tenant.id, provider_id, subject: id, session_index: null, sealed_ticket }
  await db
    .insertInto('upstream_proofs')
    .values({
      ...own,
      id: platform.ids.uuid(),
      transaction_id: null,
      user_id: id,
      second_factor: false,
      proven_at: now,
      spent_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('upstream_sessions')
    .values({ ...own, session_id: session.id, signed_in_at: now })
    .execute()
}
