import { countryCodes } from '@signet/rules/country-centres'
import { useController } from 'react-hook-form'
import { faultIn } from '../../../kit/form-errors.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import { type Named, NamedPicker } from '../../../pickers/NamedPicker.tsx'
import { ModeField } from './ModeField.tsx'
import type { TypedRule } from './rule-form.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** Countries by their names in the visitor's language. */
const useCountries = () => {
  const nameOf = useCountryName()
  const collator = new Intl.Collator(useLocale(), { sensitivity: 'base' })
  const of = (id: string): Named => ({ id, name: nameOf(id) })
  const find = async (search: string): Promise<readonly Named[]> =>
    countryCodes
      .map(of)
      .filter(({ name }) => name.toLocaleLowerCase().includes(search.toLocaleLowerCase()))
      .toSorted((one, other) => collator.compare(one.name, other.name))
  return { of, find }
}

/** Where somebody signs in from, by country. */
export const CountryFields = ({ at }: { readonly at: number }) => {
  const text = useText('resource')
  const locale = useLocale()
  const { of, find } = useCountries()
  const { field, fieldState } = useController<TypedRule, `factors.${number}.countries`>({
    name: `factors.${at}.countries`,
  })
  const held: unknown = field.value
  const label = text('resource:rules.countries')
  const chosen = (Array.isArray(held) ? held : []).filter(isText)
  return (
    <>
      <ModeField at={at} />
      <NamedPicker
        label={label}
        error={faultIn(fieldState, label)}
        subject={`countries-${locale}`}
        find={find}
        value={chosen.map(of)}
        onChange={(countries) => field.onChange(countries.map(({ id }) => id))}
      />
    </>
  )
}
