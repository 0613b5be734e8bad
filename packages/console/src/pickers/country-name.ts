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

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))
/** What CLDR names beside countries: unions, what is used in tests, and what is unknown. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const isCountry = (code: string): boolean =>
  !noCountries.has(code) &&
  // A code that another one has replaced.
  new Intl.Locale(`und-${code}`).region === code &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined

/** Codes of every country that has a name, as the browser knows them. */
export const countryCodes = (): readonly string[] => pairs.filter(isCountry)
