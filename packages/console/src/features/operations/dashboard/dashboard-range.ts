const hourMillis = 3_600_000

export const rangeNames = ['h24', 'd7', 'd30'] as const
export type RangeName = (typeof rangeNames)[number]
export const firstRange: RangeName = 'd7'

const days: Readonly<Record<Exclude<RangeName, 'h24'>, number>> = { d7: 7, d30: 30 }
const hoursOfDay = 24

/** A stretch of time cut into buckets, as the reports take it. */
export interface ReportRange {
  readonly from: string
  readonly until: string
  readonly interval: 'HOUR' | 'DAY'
}

export const bucketMillis = { HOUR: hourMillis, DAY: hoursOfDay * hourMillis } as const

/**
 * Ends with the hour or the day that runs now, and begins on the viewer's own hour or midnight: the
 * same range all through that hour or day.
 */
export const rangeAt = (name: RangeName, now: Date): ReportRange => {
  const end = new Date(now)
  if (name === 'h24') end.setHours(end.getHours() + 1, 0, 0, 0)
  else end.setHours(hoursOfDay, 0, 0, 0)
  const interval = name === 'h24' ? 'HOUR' : 'DAY'
  const buckets = name === 'h24' ? hoursOfDay : days[name]
  return {
    from: new Date(end.getTime() - buckets * bucketMillis[interval]).toISOString(),
    until: end.toISOString(),
    interval,
  }
}
