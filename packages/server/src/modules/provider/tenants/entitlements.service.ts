import type { EntitlementChange } from '@signet/contract/provider/tenant-entitlements'
import type { EntitlementType } from '@signet/rules/entitlements'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { foundOr } from '../../../kit/rows.ts'
import {
  givenEntitlements,
  listEntitlements,
  listUsageMonths,
  presentEntitlement,
} from '../../tenancy/entitlements/index.ts'
import { inTenantBelow, noteBelow } from './below.ts'
import { noteContractMode } from './tenants.repository.ts'

const orNotFound = foundOr('not_found')

/** @throws not_found */
export const list = (ctx: Context, id: string) =>
  ctx.transaction((ctx) =>
    inTenantBelow(ctx, id, async (account) =>
      (await listEntitlements(account)).map(presentEntitlement),
    ),
  )

/** @throws not_found */
export const read = async (ctx: Context, id: string, wanted: EntitlementType) =>
  orNotFound((await list(ctx, id)).find(({ type }) => type === wanted))

/** What was used, month by month. @throws not_found */
export const months = (ctx: Context, id: string) =>
  ctx.transaction((ctx) => inTenantBelow(ctx, id, listUsageMonths))

type Wanted = z.output<typeof EntitlementChange>

const instant = (text: string): Date => new Date(text)

/** The fields that were sent, as columns. */
const columnsOf = (wanted: Wanted) => {
  const { bundle, allotment, quantity, contractMode, startDate, endDate, overageType } = wanted
  const { features, flags, smsVoiceAllotment } = wanted
  return {
    ...(bundle === undefined ? {} : { bundle }),
    ...(allotment === undefined ? {} : { allotment }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(contractMode === undefined ? {} : { contract_mode: contractMode }),
    ...(startDate === undefined ? {} : { start_date: instant(startDate) }),
    ...(endDate === undefined ? {} : { end_date: endDate === null ? null : instant(endDate) }),
    ...(overageType === undefined ? {} : { overage_type: overageType }),
    ...(smsVoiceAllotment === undefined ? {} : { sms_voice_allotment: smsVoiceAllotment }),
    ...(features === undefined
      ? {}
      : { features: features.map((name) => ({ name, enabled: true, quantity: null })) }),
    ...(flags === undefined
      ? {}
      : { flags: Object.fromEntries(flags.map((flag) => [flag, true])) }),
  }
}

/** Both logs tell of it. @throws not_found, bundle_move_refused */
export const set = (ctx: Context, id: string, wanted: Wanted) =>
  ctx.transaction(async (ctx) => {
    const { row, before, after } = await inTenantBelow(ctx, id, async (account, held) => {
      const told = await givenEntitlements.set(account, wanted.type, columnsOf(wanted))
      await noteContractMode(account)
      return { row: held, ...told }
    })
    noteBelow(ctx, 'ENTITLEMENT_CHANGED', { row, before, after, attributes: { type: wanted.type } })
    return read(ctx, id, wanted.type)
  })

/** Both logs tell of it. @throws not_found */
export const remove = (ctx: Context, id: string, type: EntitlementType): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const { row, before } = await inTenantBelow(ctx, id, async (account, held) => ({
      row: held,
      before: orNotFound(await givenEntitlements.remove(account, type)),
    }))
    noteBelow(ctx, 'ENTITLEMENT_REMOVED', { row, before, attributes: { type } })
    return undefined
  })
