import { countryCodes } from '@signet/rules/country-centres'
import { useLocale } from '../lib/i18n.ts'
import { useCountryName } from './country-name.ts'

/** The countries of a field, in the order of their names. */
export const useCountryOptions = () => {
  const nameOf = useCountryName()
  const collator = new Intl.Collator(useLocale(), { sensitivity: 'base' })
  const options = countryCodes.map((value) => ({ value, label: nameOf(value) }))
  return options.toSorted((one, other) => collator.compare(one.label, other.label))
}
