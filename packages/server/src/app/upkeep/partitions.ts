import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'

/** Tables with a partition for each month. */
export const monthly = ['audit_events', 'audit_details'] as const

/** Rows of a month without a partition fall into the default one, which is moved later at a cost. */
const monthsAhead = 2

/** The first days of this month and of those that follow, in UTC as the partitions' bounds are. */
export const monthsFrom = (now: Date): readonly string[] =>
  Array.from({ length: monthsAhead + 1 }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
      .toISOString()
      .slice(0, 10),
  )

/** Makes the partitions of this month and the next two where they are missing; any node may. */
export const ensurePartitions = async ({ database, clock }: Platform): Promise<void> => {
  for (const month of monthsFrom(clock.now())) {
    for (const table of monthly) {
      await sql`select ensure_month_partition(${table}, ${month}::date)`.execute(database.system)
    }
  }
}
