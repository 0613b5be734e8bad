import { emailServerFamily } from '@signet/contract/settings/emailserver'
import type { Context } from '../../../kit/context.ts'

const { name: family } = emailServerFamily

/**
 * Takes the tenant's own mail server away, with its secrets: mail goes through the operator's again.
 * What it was, as the audit log keeps it. In a transaction.
 */
export const resetEmailServer = async ({ db, tenant, platform }: Context) => {
  const before = await db
    .selectFrom('settings')
    .select('value')
    .where('tenant_id', '=', tenant.id)
    .where('family', '=', family)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return {}
  await db
    .updateTable('settings')
    .set((eb) => ({
      value: '{}',
      sealed: null,
      version: eb('version', '+', 1),
      updated_at: platform.clock.now(),
      changed_by: null,
    }))
    .where('tenant_id', '=', tenant.id)
    .where('family', '=', family)
    .execute()
  const { enabled, host, port, user } = before.value
  return { enabled, host, port, user }
}
