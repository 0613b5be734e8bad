/** What is noted at the very end of a month is committed, or has failed, by then. */
const graceMillis = 3_600_000

interface MonthRange {
  readonly from: Date
  readonly until: Date
}

/** From the first instant of a month to the first of the next, by UTC as the log's partitions are. */
export const rangeOf = (month: string): MonthRange => {
  const from = new Date(`${month}-01T00:00:00Z`)
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  return { from, until }
}

export const hasEnded = (month: string, now: Date): boolean =>
  rangeOf(month).until.getTime() + graceMillis <= now.getTime()

/** The latest month that can be archived. */
export const lastEnded = (now: Date): string => {
  const latest = new Date(now.getTime() - graceMillis)
  return new Date(Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 7)
}
