import { oneOf } from '@signet/rules/membership'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { patternOf, weekdays } from './cron-pattern.ts'

const isReason = oneOf(['ERROR', 'LENDER_GONE', 'LENDER_LOCKED', 'NO_RECIPIENT', 'RIGHTS_LOST'])

const dayMillis = 86_400_000
/** 4 January 1970 was a Sunday, weekday 0. */
const sunday = 3 * dayMillis

/** What weekdays and days of the month are called. */
export const useDayNames = () => {
  const locale = useLocale()
  const text = useText('dashboard')
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return {
    weekday: (day: number): string => format.format(sunday + day * dayMillis),
    monthDay: (day: string): string => (day === 'L' ? text('dashboard:tasks.lastDay') : day),
  }
}

const isWorkingWeek = (days: readonly number[]): boolean =>
  days.length === 5 && !days.includes(0) && !days.includes(6)

/** A schedule in words, where people have some: `Monday and Thursday at 07:00`. */
export const useScheduleWords = () => {
  const text = useText('dashboard')
  const locale = useLocale()
  const { weekday } = useDayNames()
  return (cron: string): string => {
    const pattern = patternOf(cron)
    if (pattern.kind === 'CUSTOM') return cron
    const { time } = pattern
    if (pattern.kind === 'MONTHLY') {
      return pattern.day === 'L'
        ? text('dashboard:tasks.patterns.monthlyLast', { time })
        : text('dashboard:tasks.patterns.monthly', { time, day: pattern.day })
    }
    const days = pattern.kind === 'DAILY' ? weekdays : pattern.weekdays
    if (days.length === weekdays.length) return text('dashboard:tasks.patterns.daily', { time })
    if (isWorkingWeek(days)) return text('dashboard:tasks.patterns.weekdays', { time })
    const list = new Intl.ListFormat(locale, { type: 'conjunction' })
    return text('dashboard:tasks.patterns.weekly', { time, days: list.format(days.map(weekday)) })
  }
}

/** Why a task or a run failed. */
export const useReasonWords = () => {
  const text = useText('dashboard')
  return (reason: string): string =>
    isReason(reason) ? text(`dashboard:tasks.reasons.${reason}`) : reason
}
