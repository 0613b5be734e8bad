import { Cron } from 'croner'
import { ApiError } from '../../../kit/errors.ts'

interface Schedule {
  readonly cron: string
  readonly timeZone: string
}

/** Reports are mail: nobody wants them more often. */
const leastGapMillis = 3_600_000
/** Gaps looked at: a day of the most frequent schedule there may be. */
const looked = 25
const fiveFields = /^\s*(?:[^\s@]+\s+){4}[^\s@]+\s*$/

const refused = (path: string, message: string, cause?: unknown): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path, message }], cause })

/**
 * The next times, the earliest first: at local times of the zone. A time that daylight saving skips
 * is the first one after it, one that comes twice the first of the two.
 */
export const nextRuns = (
  { cron, timeZone }: Schedule,
  after: Date,
  count: number,
): readonly Date[] =>
  new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true }).nextRuns(count, after)

export const nextRun = (schedule: Schedule, after: Date): Date | null =>
  nextRuns(schedule, after, 1)[0] ?? null

const expectZone = (timeZone: string): void => {
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch (error) {
    throw refused('timeZone', 'is no time zone', error)
  }
}

/** @throws invalid_parameters naming the field at fault */
export const expectSchedule = (schedule: Schedule, now: Date): void => {
  expectZone(schedule.timeZone)
  if (!fiveFields.test(schedule.cron)) throw refused('cron', 'is not five fields')
  let runs: readonly Date[]
  try {
    runs = nextRuns(schedule, now, looked)
  } catch (error) {
    throw refused('cron', 'is no schedule', error)
  }
  if (runs.length === 0) throw refused('cron', 'never comes')
  const isTooOften = runs.some((run, at) => {
    const before = runs[at - 1]
    return before !== undefined && run.getTime() - before.getTime() < leastGapMillis
  })
  if (isTooOften) throw refused('cron', 'runs more than once an hour')
}
