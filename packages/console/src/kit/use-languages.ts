import { locales } from '@signet/rules/locales'
import { useLocale } from '../lib/i18n.ts'

/** Languages by their names in the visitor's own. */
export const useLanguages = () => {
  const names = new Intl.DisplayNames(useLocale(), { type: 'language' })
  return locales.map((value) => ({ value, label: names.of(value) ?? value }))
}
