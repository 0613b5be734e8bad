const offered = 24
/** The service waits as long for what is still on its way into the log. */
const graceMillis = 3_600_000

/** The months that can be archived at this time, the newest first, by UTC: `2026-10`. */
export const endedMonths = (now: Date): readonly string[] => {
  const latest = new Date(now.getTime() - graceMillis)
  return Array.from({ length: offered }, (_, back) =>
    new Date(Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() - 1 - back, 1))
      .toISOString()
      .slice(0, 7),
  )
}
