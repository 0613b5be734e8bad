import type { PassWallet } from '@signet/rules/flash-passes'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { insertClaim, newToken } from './claims.repository.ts'

const hour = 3_600_000
const door = '/api/web/v1/mobileFlashPass/downloads'

interface OfPass {
  readonly id: string
  readonly enrollmentId: string
}

export interface Link {
  readonly token: string
  readonly expiresAt: Date
  /** A page for people. */
  readonly pageUri: string
}

interface ShownLink {
  readonly enrollmentId: string
  readonly claimToken: string
}

/** The page of a link, where people put the pass into a wallet. */
export const pageOfLink = ({ tenant }: Context, { enrollmentId, claimToken }: ShownLink): string =>
  `${tenant.publicUrl}/pass/${enrollmentId}/${encodeURIComponent(claimToken)}`

/** A new link to a pass; in a transaction that holds the pass. */
export const makeLink = async (
  ctx: Context,
  { id, enrollmentId }: OfPass,
  wallet: PassWallet | null,
): Promise<Link> => {
  const { claimHours } = await settings.flashPass(ctx)
  const expiresAt = new Date(ctx.platform.clock.now().getTime() + claimHours * hour)
  const token = newToken(ctx)
  await insertClaim(ctx, { passId: id, token, wallet, expiresAt })
  return { token, expiresAt, pageUri: pageOfLink(ctx, { enrollmentId, claimToken: token }) }
}

/** Where a phone opens a link; it is led to the page. */
export const downloadUri = (
  { tenant }: Context,
  wallet: PassWallet,
  { enrollmentId, claimToken }: ShownLink,
): string => {
  if (wallet === 'GOOGLE') return `${tenant.publicUrl}${door}/google/${enrollmentId}/${claimToken}`
  const shown = new URLSearchParams({
    enrollmentTokenJson: JSON.stringify({ enrollmentId, claimToken }),
  })
  return `${tenant.publicUrl}${door}/apple?${shown}`
}
