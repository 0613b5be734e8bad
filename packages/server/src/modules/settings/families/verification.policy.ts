import type { SettingFault } from '@signet/contract/kit/settings-family'
import type { Context } from '../../../kit/context.ts'

/**
 * Who has everybody prove their address has proven their own: where mails do not come through,
 * nobody would be left to take it back.
 */
export const ownProof = async (
  { db, tenant, actor }: Context,
  { verificationEnabled }: { readonly verificationEnabled: boolean },
): Promise<readonly SettingFault[]> => {
  if (!verificationEnabled || actor.kind !== 'user') return []
  const unproven = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', actor.id)
    .where('email', 'is not', null)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  return unproven === undefined
    ? []
    : [{ path: 'verificationEnabled', message: 'prove_yours_first' }]
}
