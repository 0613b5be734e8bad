import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { bareNumber } from './phone-form.ts'

const maximumPhoneLength = 64

/** A number as typed, read with the rules of one country; null when it is not valid there. */
const parsePhone = (text: string, country: string | null) => {
  if (text.length > maximumPhoneLength) return null
  const rules = country !== null && isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...rules, extract: false })
  return number?.isValid() === true && number.ext === undefined ? number : null
}

/** In international form, with `+` or `00` before the country code. */
const international = /^\s*(?:\+|00)/

/**
 * The number in E.164 form, as it is stored and dialled; null when it is not valid as dialled from
 * `country` (ISO 3166 alpha-2), or says no country code and `country` is null. A number in
 * international form is judged by its own country code: people keep their number when they move.
 * One with an extension is none: who dials it without reaches others.
 */
export const normalisePhone = (text: string, country: string | null): string | null => {
  const folded = bareNumber(text).normalize('NFKC')
  return parsePhone(folded.replace(international, '+'), country)?.number ?? null
}

/** Whether a number says its country code. */
export const isInternational = (text: string): boolean =>
  international.test(bareNumber(text).normalize('NFKC'))
