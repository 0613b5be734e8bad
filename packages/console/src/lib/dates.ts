import { formatDate, formatFileSize, formatRelativeTime } from '@signet/rules/display'
import { useMemo } from 'react'
import { useLocale } from './i18n.ts'

interface Formats {
  /** `05 Jun 2024 14:03:09 GMT+2` in the viewer's zone; a dash for no instant. */
  readonly date: (instant: string | number | null) => string
  /** `3 minutes ago`. */
  readonly ago: (instant: string | number) => string
  readonly number: (value: number) => string
  readonly fileSize: (bytes: number) => string
}

/** Dates and numbers in the visitor's language and zone. */
export const useFormats = (): Formats => {
  const locale = useLocale()
  return useMemo(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const numbers = new Intl.NumberFormat(locale)
    return {
      date: (instant) =>
        instant === null ? '–' : formatDate(new Date(instant), { timeZone, locale }),
      ago: (instant) => formatRelativeTime(new Date(instant), new Date(), locale),
      number: (value) => numbers.format(value),
      fileSize: (bytes) => formatFileSize(bytes, locale),
    }
  }, [locale])
}
