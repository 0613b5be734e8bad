import {
  formatDate,
  formatFileSize,
  formatRelativeTime,
  formatZonedDate,
} from '@signet/rules/display'
import { useMemo } from 'react'
import { useLocale } from './i18n.ts'

type Instant = string | number | null

interface Dates {
  /** IANA name of the zone that they are shown in. */
  readonly timeZone: string
  /** `05 Jun 2024 14:03:09 GMT+2`, for a date on its own; a dash for no instant. */
  readonly date: (instant: Instant) => string
  /** `05 Jun 2024 14:03:09`, in a column whose head names the zone; a dash for no instant. */
  readonly columnDate: (instant: Instant) => string
}

/** Dates in the visitor's language, in a zone; the visitor's own when left out. */
export const useDates = (zone?: string): Dates => {
  const locale = useLocale()
  return useMemo(() => {
    const timeZone = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
    const shownBy = (format: typeof formatDate) => (instant: Instant) =>
      instant === null ? '–' : format(new Date(instant), { timeZone, locale })
    return { timeZone, date: shownBy(formatZonedDate), columnDate: shownBy(formatDate) }
  }, [locale, zone])
}

interface Formats {
  /** `05 Jun 2024 14:03:09 GMT+2` in the viewer's zone; a dash for no instant. */
  readonly date: Dates['date']
  /** `3 minutes ago`. */
  readonly ago: (instant: string | number) => string
  readonly number: (value: number) => string
  readonly fileSize: (bytes: number) => string
}

/** Dates and numbers in the visitor's language and zone. */
export const useFormats = (): Formats => {
  const locale = useLocale()
  const { date } = useDates()
  return useMemo(() => {
    const numbers = new Intl.NumberFormat(locale)
    return {
      date,
      ago: (instant) => formatRelativeTime(new Date(instant), new Date(), locale),
      number: (value) => numbers.format(value),
      fileSize: (bytes) => formatFileSize(bytes, locale),
    }
  }, [locale, date])
}
