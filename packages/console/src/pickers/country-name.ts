import { unknownCountry } from '@signet/rules/countries'
import { useLocale, useText } from '../lib/i18n.ts'

/** What a country is called in the visitor's language, by its ISO 3166-1 alpha-2 code. */
export const useCountryName = () => {
  const text = useText('dashboard')
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' })
  return (country: string): string => {
    if (country === unknownCountry) return text('dashboard:overview.countryUnknown')
    return /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country
  }
}
