import type { certificateOwners } from '@signet/contract/settings/usercertauthenticator'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { nameIn } from './certificate-names.ts'
import { idsByIdentifier, idsByMail, idsByPrincipalName } from './owners.repository.ts'
import { isTrusted } from './trust.ts'

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
  if (!enabled || !isTrusted(certificate, trust, ctx.platform.clock.now())) return null
  const name = nameIn(certificate, nameFrom)
  const [id, ...others] = name === null ? [] : await finders[nameIs](ctx, name)
  return id === undefined || others.length > 0 ? null : id
}
