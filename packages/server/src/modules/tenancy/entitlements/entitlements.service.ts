import type { EntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { remainingOf } from '@signet/rules/entitlements'
import { entitlementDefaults } from '@signet/rules/tenants'
import type { Insertable } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { insertRow } from '../../../platform/db/row-sets.ts'
import type { EntitlementRow } from '../../../platform/db/schema/entitlements.ts'
import { presentEntitlement } from './entitlements.present.ts'
import {
  countUsers,
  findUserAllotment,
  listEntitlements,
  type StoredEntitlement,
} from './entitlements.repository.ts'

export const readInfo = async (ctx: Context): Promise<z.input<typeof EntitlementInfo>> => {
  const entitlements = await listEntitlements(ctx)
  const counted = entitlements.find(({ usage_type }) => usage_type === 'USERS')
  const users = counted ?? { allotment: null, consumed: await countUsers(ctx) }
  const { allotment, consumed } = users
  return {
    unlimited: entitlements.length === 0,
    users: { allotment, consumed, remaining: remainingOf(users) },
    entitlements: entitlements.map(presentEntitlement),
  }
}

/**
 * How many more users there may be; `Infinity` where nothing limits them. Held, nobody else comes
 * before the transaction ends.
 */
export const roomForUsers = async (
  ctx: Context,
  how: { readonly held: boolean },
): Promise<number> => {
  const row = await findUserAllotment(ctx, how)
  if (row === undefined || row.overage_type !== 'NO') return Number.POSITIVE_INFINITY
  return remainingOf(row) ?? Number.POSITIVE_INFINITY
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** What is left to issue, and until when; null where nothing is limited. */
export const readIssuanceCredits = async (ctx: Context) => {
  const row = (await listEntitlements(ctx)).find(({ type }) => type === 'ISSUANCE')
  const isLimited = row !== undefined && row.overage_type === 'NO'
  return {
    credits: isLimited ? remainingOf(row) : null,
    expiry: row?.end_date ? dayOf(row.end_date) : null,
  }
}

type Columns = Omit<Insertable<EntitlementRow>, 'tenant_id' | 'id' | 'consumed'>
type Given = Pick<EntitlementRow, 'type'> &
  Partial<Omit<Columns, 'features' | 'flags'>> &
  Partial<Pick<StoredEntitlement, 'features' | 'flags'>>

/** Gives the tenant an entitlement; the users there are count at once. */
export const grantEntitlement = (
  ctx: Context,
  { features = [], flags = {}, ...given }: Given,
): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const id = ctx.platform.ids.uuid()
    const row = {
      allotment: null,
      bundle: null,
      contract_mode: 'TRIAL' as const,
      start_date: ctx.platform.clock.now(),
      end_date: null,
      overage_type: entitlementDefaults.overageType,
      usage_type: given.type === 'ISSUANCE' ? 'TRANSACTIONS' : entitlementDefaults.usageType,
      sms_voice_allotment: null,
      ...given,
      features,
      flags,
    } as const
    await insertRow(ctx, 'entitlements', { ...row, id })
    audit(ctx, 'ENTITLEMENT_GRANTED', {
      subject: { entity: 'ENTITLEMENTS', id, name: row.type },
      after: { bundle: row.bundle, allotment: row.allotment, contractMode: row.contract_mode },
    })
  })
