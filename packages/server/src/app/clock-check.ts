import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'

/** Codes and tokens bear some seconds; beyond this, a clock needs attention. */
const warnAboveMillis = 2000

const round = (millis: number): number => Math.round(millis / 100) / 10

/** How far this node's clock is ahead of the database's, at least: the way there may take any time. */
const offsetOf = async ({ database, clock }: Platform): Promise<number> => {
  const before = clock.now().getTime()
  const answer = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.system)
  const after = clock.now().getTime()
  const now = answer.rows[0]?.now.getTime() ?? before
  if (now < before) return before - now
  return now > after ? after - now : 0
}

/**
 * Compares this node's clock with the database's: nodes whose clocks differ disagree on what has
 * run out. Warns each time while they do, and once when they agree again.
 */
export const createClockCheck = (platform: Platform): (() => Promise<void>) => {
  let offsetMillis = 0
  platform.metrics.gauge(
    'signet_clock_offset_seconds',
    'How far the clock of this node is ahead of the database’s (negative: behind).',
    () => offsetMillis / 1000,
  )
  const isOff = (): boolean => Math.abs(offsetMillis) > warnAboveMillis
  return async () => {
    const wasOff = isOff()
    offsetMillis = await offsetOf(platform)
    const aheadSeconds = round(offsetMillis)
    if (isOff()) {
      const text = 'the clock of this node differs from the clock of the database: synchronize both'
      platform.log.warn({ aheadSeconds }, text)
    } else if (wasOff) {
      platform.log.info({ aheadSeconds }, 'the clock of this node agrees with the database again')
    }
  }
}
