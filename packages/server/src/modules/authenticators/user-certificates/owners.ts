import type { certificateOwners } from '@signet/contract/settings/usercertauthenticator'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { nameIn } from './certificate-names.ts'
import { isTrusted } from './trust.ts'

/** As they are typed, and as they are mostly kept. */
const spellings = (name: string): readonly string[] => [...new Set([name, name.toLowerCase()])]

const users = ({ db, tenant }: Context) =>
  db.selectFrom('users').select('id').where('tenant_id', '=', tenant.id).limit(2)

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] =>
  rows.map(({ id }) => id)

/** By what people type to sign in. */
const idsByIdentifier = async (
  { db, tenant }: Context,
  normalised: string,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('user_identifiers')
    .select('user_id as id')
    .where('tenant_id', '=', tenant.id)
    .where('normalised', '=', normalised)
    .execute()
  return idsOf(rows)
}

/** An address that was proven: one that anybody can claim is nobody's name. */
const idsByMail = async (ctx: Context, address: string): Promise<readonly string[]> =>
  idsOf(
    await users(ctx)
      .where('email', 'in', spellings(address))
      .where('email_verified', '=', true)
      .execute(),
  )

const idsByPrincipalName = async (ctx: Context, name: string): Promise<readonly string[]> =>
  idsOf(await users(ctx).where('user_principal_name', 'in', spellings(name)).execute())

type CertificateOwner = (typeof certificateOwners)[number]
type Finder = (ctx: Context, name: string) => Promise<readonly string[]>

const finders: Readonly<Record<CertificateOwner, Finder>> = {
  USER_ID: (ctx, name) => idsByIdentifier(ctx, normaliseIdentifier(name) ?? ''),
  EMAIL: idsByMail,
  USER_PRINCIPAL_NAME: idsByPrincipalName,
}

/**
 * Whose certificate this request came with, as the tenant's settings believe and read it; null for
 * none, one that is not believed, and one whose name is nobody's or several people's.
 */
export const ownerOfPresented = async (ctx: Context): Promise<string | null> => {
  const certificate = ctx.request.certificate?.() ?? null
  if (certificate === null) return null
  const { enabled, nameFrom, nameIs, trustAnchors, clientAuthRequired, refused } =
    await settings.userCert(ctx)
  const trust = { trustAnchors, clientAuthRequired, refused }
  const now = ctx.platform.clock.now()
  if (!enabled || !isTrusted(certificate, trust, now)) return null
  const name = nameIn(certificate, nameFrom)
  const [id, ...others] = name === null ? [] : await finders[nameIs](ctx, name)
  if (id === undefined || others.length > 0) return null
  // An administrator's takes what the default does, whatever the tenant lets others show.
  const own = {
    ...trust,
    clientAuthRequired: (await settings.userCert(ctx, id)).clientAuthRequired,
  }
  return isTrusted(certificate, own, now) ? id : null
}
