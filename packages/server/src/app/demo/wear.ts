import type { Context } from '../../kit/context.ts'

const dayMillis = 86_400_000
/** Of the last days, the oldest first. */
const cardsByDay: readonly number[] = [18, 25, 0, 31, 22, 40, 14]
const ribbon = 250

const midnight = (at: number): Date => new Date(Math.floor(at / dayMillis) * dayMillis)

/** A week of cards, so that there is something to forecast from. */
export const insertWear = async (ctx: Context, printerId: string): Promise<void> => {
  const { db, tenant, platform } = ctx
  const now = platform.clock.now().getTime()
  const of = { tenant_id: tenant.id, printer_id: printerId }
  const cards = cardsByDay.reduce((sum, count) => sum + count, 0)
  const level = Math.round((100 * (ribbon - cards)) / ribbon)
  await db
    .insertInto('printer_counters')
    .values({ ...of, cards: String(cards + 930), cleaned_at: new Date(now - 40 * dayMillis) })
    .execute()
  await db
    .insertInto('printer_days')
    .values(
      cardsByDay.map((count, at) => ({
        ...of,
        day: midnight(now - (cardsByDay.length - at) * dayMillis),
        cards: count,
      })),
    )
    .execute()
  await db
    .insertInto('printer_supplies')
    .values({
      ...of,
      name: 'ribbon',
      level,
      cards: String(cards + 930),
      begun_level: 100,
      begun_cards: '930',
      begun_at: new Date(now - 7 * dayMillis),
    })
    .execute()
  await db
    .updateTable('simulated_printers')
    .set({ ribbon_left: ribbon - cards })
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', printerId)
    .execute()
}
