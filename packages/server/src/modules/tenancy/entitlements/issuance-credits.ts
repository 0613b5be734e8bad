import { remainingOf, roomOf } from '@signet/rules/entitlements'
import type { Context } from '../../../kit/context.ts'
import { readFlags } from './bundles.service.ts'
import { countIssued, findLimit } from './entitlements.repository.ts'

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** What is left to issue, and until when; null where nothing is limited. */
const read = async (ctx: Context) => {
  const row = await findLimit(ctx, { type: 'ISSUANCE', held: false })
  if (row === undefined) return { credits: null, expiry: null }
  if (row === null) return { credits: 0, expiry: null }
  return {
    credits: row.overage_type === 'NO' ? remainingOf(row) : null,
    expiry: row.end_date === null ? null : dayOf(row.end_date),
  }
}

/** How many more credentials may be issued; `Infinity` where nothing limits them. */
const roomForCredentials = async (ctx: Context, held: boolean): Promise<number> => {
  const row = await findLimit(ctx, { type: 'ISSUANCE', held })
  if (row === undefined) return Number.POSITIVE_INFINITY
  if (row === null) return 0
  const { overage_type: overageType, end_date: endDate } = row
  return roomOf({ ...row, overageType, endDate }, ctx.platform.clock.now())
}

/**
 * Uses up credentials that were bought, at most as many as there are: no other takes any before the
 * transaction ends.
 * @returns how many were taken; all of them where nothing is limited
 */
const take = (outer: Context, wanted: number): Promise<number> =>
  outer.transaction(async (ctx) => {
    const taken = Math.min(wanted, await roomForCredentials(ctx, true))
    if (taken > 0) await countIssued(ctx, taken)
    return taken
  })

/** Cards count where the bundle has the counter of printers; passes always do. */
const areCardsCounted = async (ctx: Context): Promise<boolean> =>
  (await readFlags(ctx)).hasPrinterCounter

/** As `take`, for cards that are printed; null where those are not counted. */
const takeForCards = async (ctx: Context, wanted: number): Promise<number | null> =>
  wanted > 0 && (await areCardsCounted(ctx)) ? take(ctx, wanted) : null

/** How many cards could be printed now. */
const roomForCards = async (ctx: Context): Promise<number> =>
  (await areCardsCounted(ctx)) ? roomForCredentials(ctx, false) : Number.POSITIVE_INFINITY

const giveBack = async (ctx: Context, count: number): Promise<void> => {
  if (count > 0) await countIssued(ctx, -count)
}

/** The credentials of an issuance entitlement, one for each pass that is claimed and card that is printed. */
export const issuanceCredits = { read, take, takeForCards, roomForCards, giveBack } as const
