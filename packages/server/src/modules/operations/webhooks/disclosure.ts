import { may } from '@signet/rules/permissions'
import type { Context } from '../../../kit/context.ts'
import { rightsOf } from '../../identity/roles/index.ts'
import type { Disclosure } from './payload.ts'
import type { StoredWebhook } from './webhooks.repository.ts'

const isActive = async ({ db, tenant }: Context, userId: string): Promise<boolean> => {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', userId)
    .where('state', '=', 'ACTIVE')
    .where('locked', '=', false)
    .executeTakeFirst()
  return user !== undefined
}

/**
 * A webhook tells no more than the user who saved it may read now: details are for those who may
 * read the audit log of everybody. An application's webhooks tell the envelope.
 */
export const disclosureOf = async (
  ctx: Context,
  { owner_kind, owner_id }: StoredWebhook,
): Promise<Disclosure> => {
  if (owner_kind === 'system') return 'FULL'
  if (owner_kind !== 'user' || owner_id === null) return 'WITHHELD'
  if (!(await isActive(ctx, owner_id))) return 'WITHHELD'
  const { permissions, groupScope } = await rightsOf(ctx, owner_id)
  return groupScope === 'ALL' && may(permissions, ['REPORTS', 'VIEW']) ? 'FULL' : 'WITHHELD'
}
