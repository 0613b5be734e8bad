import { forecastDays } from '@signet/rules/supplies'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PrinterCounterRow, PrinterSupplyRow } from '../../../platform/db/schema/printing.ts'

/** What a printer wears by: cards that came out, and how its supplies went down meanwhile. */

/** One more card, in the transaction that ends its job. */
export const countCard = async (ctx: Context, printerId: string): Promise<void> => {
  const { db, tenant, platform } = ctx
  const day = `${platform.clock.now().toISOString().slice(0, 10)}T00:00:00Z`
  await sql`
    insert into printer_counters as c (tenant_id, printer_id, cards)
    values (${tenant.id}, ${printerId}, 1)
    on conflict (tenant_id, printer_id) do update set cards = c.cards + 1`.execute(db)
  await sql`
    insert into printer_days as d (tenant_id, printer_id, day, cards)
    values (${tenant.id}, ${printerId}, ${day}::timestamptz, 1)
    on conflict (tenant_id, printer_id, day) do update set cards = d.cards + 1`.execute(db)
}

interface KnownLevel {
  readonly name: string
  readonly level: number
}

/**
 * Where a supply stands now. One that rose was filled up: its rate is kept, and it begins again. A
 * level that goes up by a per cent is the printer's rounding.
 */
export const recordLevel = async (
  { db, tenant, platform }: Context,
  printerId: string,
  { name, level }: KnownLevel,
): Promise<void> => {
  await sql`
    insert into printer_supplies as s
      (tenant_id, printer_id, name, level, cards, begun_level, begun_cards, begun_at)
    select ${tenant.id}::uuid, ${printerId}::uuid, ${name}, ${level}::integer, n.cards, ${level}::integer,
      n.cards, ${platform.clock.now()}::timestamptz
    from (select coalesce((select c.cards from printer_counters c
      where c.tenant_id = ${tenant.id} and c.printer_id = ${printerId}), 0) as cards) n
    on conflict (tenant_id, printer_id, name) do update set
      level = excluded.level, cards = excluded.cards,
      begun_level = case when excluded.level > s.level + 1 then excluded.level else s.begun_level end,
      begun_cards = case when excluded.level > s.level + 1 then excluded.cards else s.begun_cards end,
      begun_at = case when excluded.level > s.level + 1 then excluded.begun_at else s.begun_at end,
      former_per_card = case when excluded.level > s.level + 1
        and s.cards - s.begun_cards >= 10 and s.begun_level - s.level >= 2
        then (s.begun_level - s.level)::real / (s.cards - s.begun_cards) else s.former_per_card end
    where s.level <> excluded.level`.execute(db)
}

/** A printer tells 20 at a time; of others, of which it told before, so many are remembered. */
const mostSupplies = 40

/** Forgets supplies that a printer had longest ago: it may tell of others each time. */
export const forgetSupplies = async ({ db, tenant }: Context, printerId: string): Promise<void> => {
  await sql`
    delete from printer_supplies s using (
      select o.name from printer_supplies o
      where o.tenant_id = ${tenant.id} and o.printer_id = ${printerId}
      order by o.begun_at desc, o.name offset ${mostSupplies}) f
    where s.tenant_id = ${tenant.id} and s.printer_id = ${printerId} and s.name = f.name`.execute(
    db,
  )
}

const dayMillis = 86_400_000

interface Pace {
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
  const since = new Date(platform.clock.now().getTime() - forecastDays * dayMillis)
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
