import { useLocale } from '../../../lib/i18n.ts'

/** A part of a whole in per cent, as the visitor's language writes it; `0 %` of nothing. */
export const useShare = () => {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return (part: number, whole: number): string => format.format(whole === 0 ? 0 : part / whole)
}
