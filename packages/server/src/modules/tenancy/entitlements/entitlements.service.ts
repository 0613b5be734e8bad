import type { EntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { bundleFlags, featureNames, mayMoveBundle } from '@signet/rules/bundles'
import {
  type EntitlementType,
  isContractOver,
  remainingOf,
  roomOf,
} from '@signet/rules/entitlements'
import { entitlementDefaults } from '@signet/rules/tenants'
import type { Insertable } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { insertRow } from '../../../platform/db/row-sets.ts'
import type { EntitlementRow } from '../../../platform/db/schema/entitlements.ts'
import { presentEntitlement } from './entitlements.present.ts'
import {
  countUsers,
  deleteEntitlement,
  findLimit,
  listEntitlements,
  listRemoved,
  type StoredEntitlement,
  updateEntitlement,
} from './entitlements.repository.ts'

export const readInfo = async (ctx: Context): Promise<z.input<typeof EntitlementInfo>> => {
  const entitlements = await listEntitlements(ctx)
  const removed = await listRemoved(ctx)
  const counted = entitlements.find(({ usage_type }) => usage_type === 'USERS')
  const allotment = removed.includes('AUTHENTICATION') ? 0 : null
  const users = counted ?? { allotment, consumed: await countUsers(ctx) }
  return {
    unlimited: entitlements.length === 0 && removed.length === 0,
    users: {
      allotment: users.allotment,
      consumed: users.consumed,
      remaining: remainingOf(users),
    },
    entitlements: entitlements.map(presentEntitlement),
  }
}

interface Room {
  /** `Infinity` where nothing limits them. */
  readonly left: number
  /** Of those beyond it. */
  readonly refusal: 'entitlement_used_up' | 'entitlement_ended'
}

/** How many more users there may be. Held, no other comes before the transaction ends. */
export const roomForUsers = async (
  ctx: Context,
  { held }: { readonly held: boolean },
): Promise<Room> => {
  const row = await findLimit(ctx, { type: 'AUTHENTICATION', held })
  if (row === undefined) return { left: Number.POSITIVE_INFINITY, refusal: 'entitlement_used_up' }
  if (row === null) return { left: 0, refusal: 'entitlement_ended' }
  const now = ctx.platform.clock.now()
  const left = roomOf({ ...row, overageType: row.overage_type, endDate: row.end_date }, now)
  const isOver = isContractOver(row.end_date, now)
  return { left, refusal: isOver ? 'entitlement_ended' : 'entitlement_used_up' }
}

type Columns = Omit<Insertable<EntitlementRow>, 'tenant_id' | 'id' | 'consumed' | 'used_at'>
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
    const now = ctx.platform.clock.now()
    const row = {
      allotment: null,
      bundle: null,
      contract_mode: 'TRIAL' as const,
      start_date: now,
      used_at: now,
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

const shown = (row: StoredEntitlement) => ({
  bundle: row.bundle,
  allotment: row.allotment,
  quantity: row.quantity,
  contractMode: row.contract_mode,
  startDate: row.start_date,
  endDate: row.end_date,
  overageType: row.overage_type,
  smsVoiceAllotment: row.sms_voice_allotment,
  features: row.features.flatMap(({ name, enabled }) => (enabled ? [name] : [])),
  flags: bundleFlags.filter((flag) => row.flags[flag] === true),
})

const findByType = async (ctx: Context, wanted: EntitlementType) =>
  (await listEntitlements(ctx)).find(({ type }) => type === wanted)

/** @throws bundle_move_refused */
const expectMove = (before: StoredEntitlement, bundle: StoredEntitlement['bundle']): void => {
  if (mayMoveBundle(before.bundle, bundle)) return
  const parameters = { from: before.bundle ?? '', to: bundle ?? '' }
  throw new ApiError('bundle_move_refused', { parameters })
}

const everyFeature = featureNames.map((name) => ({ name, enabled: true, quantity: null }))

/**
 * Grants the entitlement of a type, with every feature unless it says, or changes what is given; before and after, as logs keep them.
 * @throws bundle_move_refused
 */
const setEntitlement = (ctx: Context, type: EntitlementType, change: Omit<Given, 'type'>) =>
  ctx.transaction(async (ctx) => {
    const before = await findByType(ctx, type)
    if (before === undefined) {
      await grantEntitlement(ctx, { features: everyFeature, ...change, type })
    } else {
      if (change.bundle !== undefined) expectMove(before, change.bundle)
      await updateEntitlement(ctx, type, change)
    }
    const after = await findByType(ctx, type)
    const told = {
      ...(before === undefined ? {} : { before: shown(before) }),
      ...(after === undefined ? {} : { after: shown(after) }),
    }
    if (before !== undefined) {
      const subject = { entity: 'ENTITLEMENTS', id: before.id, name: type }
      audit(ctx, 'ENTITLEMENT_CHANGED', { subject, ...told })
    }
    return told
  })

/** What it was; undefined where there was none. */
const removeEntitlement = (ctx: Context, type: EntitlementType) =>
  ctx.transaction(async (ctx) => {
    const row = await deleteEntitlement(ctx, type)
    if (row === undefined) return undefined
    const before = shown(row)
    const subject = { entity: 'ENTITLEMENTS', id: row.id, name: type }
    audit(ctx, 'ENTITLEMENT_REMOVED', { subject, before })
    return before
  })

/** What a provider does with entitlements, in the tenant that has them. */
export const givenEntitlements = { set: setEntitlement, remove: removeEntitlement }
