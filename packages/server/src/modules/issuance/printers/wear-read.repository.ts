import { forecastDays } from '@signet/rules/supplies'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PrinterCounterRow, PrinterSupplyRow } from '../../../platform/db/schema/printing.ts'

const day = 86_400_000

export interface Pace {
  readonly printer_id: string
  readonly cards: string
  readonly first: Date
}

/** What is known of the wear of printers. */
export interface Wear {
  readonly counters: readonly Selectable<PrinterCounterRow>[]
  readonly supplies: readonly Selectable<PrinterSupplyRow>[]
  /** Cards of the last days, and the first of these days. */
  readonly paces: readonly Pace[]
}

/** Of one printer, or of all of the tenant. */
export const findWear = async (ctx: Context, printerId: string | null): Promise<Wear> => {
  const { db, tenant, platform } = ctx
  const since = new Date(platform.clock.now().getTime() - forecastDays * day)
  const counters = await db
    .selectFrom('printer_counters')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .$if(printerId !== null, (q) => q.where('printer_id', '=', printerId ?? ''))
    .execute()
  const supplies = await db
    .selectFrom('printer_supplies')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .$if(printerId !== null, (q) => q.where('printer_id', '=', printerId ?? ''))
    .execute()
  const paces = await db
    .selectFrom('printer_days')
    .select(['printer_id', ({ fn }) => fn.sum<string>('cards').as('cards')])
    .select(({ fn }) => fn.min('day').as('first'))
    .where('tenant_id', '=', tenant.id)
    .where('day', '>', since)
    .$if(printerId !== null, (q) => q.where('printer_id', '=', printerId ?? ''))
    .groupBy('printer_id')
    .execute()
  return { counters, supplies, paces }
}

/** The cards until the next cleaning are counted from here. */
export const recordCleaning = async (ctx: Context, printerId: string): Promise<void> => {
  const { db, tenant, platform } = ctx
  const now = platform.clock.now()
  await sql`
    insert into printer_counters as c (tenant_id, printer_id, cleaned_at)
    values (${tenant.id}, ${printerId}, ${now})
    on conflict (tenant_id, printer_id) do update set
      cleaned_cards = c.cards, cleaned_at = excluded.cleaned_at`.execute(db)
}
