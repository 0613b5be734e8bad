import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

const maximumPhoneLength = 64

/** A number as typed, read with the rules of one country; null when it is not valid there. */
const parsePhone = (text: string, country: string) => {
  if (text.length > maximumPhoneLength || !isSupportedCountry(country)) return null
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  return number?.isValid() === true ? number : null
}

/**
 * The number in E.164 form, as it is stored and dialled; null when it is not valid as dialled from
 * `country` (ISO 3166 alpha-2). A number in international form is judged by its own country code:
 * people keep their number when they move.
 */
export const normalisePhone = (text: string, country: string): string | null =>
  parsePhone(text, country)?.number ?? null
