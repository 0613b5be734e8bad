import { useMemo } from 'react'
import { useLocale } from '../lib/i18n.ts'

/** `2026-10` as people say it: October 2026. */
export const useMonthName = (): ((month: string) => string) => {
  const locale = useLocale()
  return useMemo(() => {
    const names = new Intl.DateTimeFormat(locale, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
    })
    return (month) => names.format(new Date(`${month}-01T00:00:00Z`))
  }, [locale])
}
