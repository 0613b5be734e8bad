import { type Weekday, weekdays } from '@signet/rules/risk/factors'
import { useLocale } from '../../../lib/i18n.ts'

/** Days of the week stand by their place after this one. */
const someMonday = Date.UTC(2026, 0, 5, 12)
const dayMillis = 86_400_000

/** Days of the week in the visitor's language, Monday first. */
export const useDayNames = () => {
  const locale = useLocale()
  const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (day: Weekday): string => names.format(someMonday + weekdays.indexOf(day) * dayMillis)
}
