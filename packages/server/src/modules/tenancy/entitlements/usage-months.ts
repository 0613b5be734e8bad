import type { EntitlementMonths } from '@signet/contract/tenancy/entitlements'
import { type EntitlementType, entitlementTypes } from '@signet/rules/entitlements'
import { monthsBetween } from '@signet/rules/usage'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { listEntitlements } from './entitlements.repository.ts'

interface Row {
  readonly type: EntitlementType
  /** As 2026-11. */
  readonly month: string
  readonly highest: number
  readonly latest: number
  readonly used: number
  readonly sms_voice: number
}

/** This month, and the twelve before it. */
const mostMonths = 13

/** Every month since the first, the oldest first; in one without changes, as much was in use as before. */
const filled = (rows: readonly Row[], until: string) => {
  const byMonth = new Map(rows.map((row) => [row.month, row]))
  let highest = 0
  return monthsBetween(rows[0]?.month ?? until, until).map((month) => {
    const row = byMonth.get(month)
    const shown = {
      month,
      highest: row?.highest ?? highest,
      used: row?.used ?? 0,
      smsVoice: row?.sms_voice ?? 0,
    }
    highest = row?.latest ?? highest
    return shown
  })
}

/** What was used of each entitlement, month by month; of one that was removed, until then. */
export const listUsageMonths = async (
  ctx: Context,
): Promise<z.input<typeof EntitlementMonths>[]> => {
  const { db, tenant, platform } = ctx
  const { rows } = await sql<Row>`
    select type, to_char(month, 'YYYY-MM') as month, highest, latest, used, sms_voice
    from entitlement_months where tenant_id = ${tenant.id}::uuid order by type, month`.execute(db)
  const present = new Set((await listEntitlements(ctx)).map(({ type }) => type))
  const now = platform.clock.now().toISOString().slice(0, 7)
  return entitlementTypes.flatMap((type) => {
    const own = rows.filter((row) => row.type === type)
    const until = present.has(type) ? now : own.at(-1)?.month
    if (own.length === 0 || until === undefined) return []
    return [{ type, months: filled(own, until).slice(-mostMonths) }]
  })
}
