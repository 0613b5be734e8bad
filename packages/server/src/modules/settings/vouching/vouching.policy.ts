import type { EntityType } from '@signet/rules/permissions'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'

/*
 * Who vouches for users: identity providers, authorities of certificates, services that judge
 * passwords, codes and faces, and what codes and links are delivered by. An administrator who can put
 * another in their place can sign in as every user they vouch for.
 */

export const isSuperAdministrator = ({ actor }: Context): boolean =>
  actor.kind === 'system' ||
  ((actor.kind === 'user' || actor.kind === 'application') && actor.superAdministrator)

/** @throws rights_not_held */
export const expectSuperAdministrator = (ctx: Context): void => {
  if (!isSuperAdministrator(ctx)) throw new ApiError('rights_not_held')
}

export interface VoucherChange {
  readonly subject: { readonly entity: EntityType; readonly id: string; readonly name: string }
  /** The fields by which another could vouch from now on, or for more; empty for none. */
  readonly changed: readonly string[]
  /** Users that it vouches for; null where that is not counted. */
  readonly users: number | null
}

/** The values that one list has and the other had not. */
export const gained = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((value) => !before.includes(value))

/**
 * Notes in the open transaction that another may vouch for users; super administrators are mailed.
 * Nothing where nobody is vouched for. The endpoint asks for a fresh proof (`sensitive`).
 * @throws rights_not_held for everybody but super administrators
 */
export const changeVoucher = (ctx: Context, { subject, changed, users }: VoucherChange): void => {
  if (changed.length === 0 || users === 0) return
  expectSuperAdministrator(ctx)
  const counted = users === null ? {} : { users }
  audit(ctx, 'VOUCHING_CHANGED', { subject, attributes: { changed, ...counted } })
}
