import { SupportGrant, TenantSupportGrant } from '@signet/contract/provider/support-grants'
import { type SupportState, supportState } from '@signet/rules/support'
import type { Context } from '../../../kit/context.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import type { StoredGrant } from './grants.repository.ts'

export const stateOf = ({ platform }: Context, row: StoredGrant): SupportState =>
  supportState(
    {
      createdAt: row.created_at,
      grantedAt: row.granted_at,
      endsAt: row.ends_at,
      endedAt: row.ended_at,
    },
    platform.clock.now(),
  )

const fields = fieldsOf(SupportGrant)
const fieldsBelow = fieldsOf(TenantSupportGrant)

/** As the provider sees it: the tenant's administrators stay its own. */
export const presentBelow = (ctx: Context, row: StoredGrant) =>
  fieldsBelow({ ...row, state: stateOf(ctx, row) })

export const present = (ctx: Context, row: StoredGrant) =>
  fields({ ...row, state: stateOf(ctx, row), provider: row.provider_name })

/** As the audit logs keep it. */
export const shown = (row: StoredGrant) => ({
  reason: row.reason,
  rights: row.rights,
  role: row.role_name,
  hours: row.hours,
  endsAt: row.ends_at,
  endedBy: row.ended_by,
})
