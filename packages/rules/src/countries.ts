/** Host suffixes that name a country, with its ISO 3166 alpha-2 code. */
export const countryOfSuffixes = {
  US: 'US',
  IE: 'IE',
  DE: 'DE',
  AF: 'AF',
  AU: 'AU',
  BR: 'BR',
  CA: 'CA',
  CN: 'CN',
  DK: 'DK',
  ES: 'ES',
  FR: 'FR',
  IN: 'IN',
  JP: 'JP',
  KR: 'KR',
  MX: 'MX',
  SE: 'SE',
  SG: 'SG',
  UK: 'GB',
} as const

/** Of what no country is known: ISO 3166 leaves it to its users, and CLDR means just this by it. */
export const unknownCountry = 'ZZ'

export type CountryCode = (typeof countryOfSuffixes)[keyof typeof countryOfSuffixes]

const countries: ReadonlyMap<string, CountryCode> = new Map(Object.entries(countryOfSuffixes))

/** Null for a suffix that names no country: nothing is guessed. */
export const countryOfSuffix = (suffix: string): CountryCode | null =>
  countries.get(suffix.toUpperCase()) ?? null

/** The suffix of a host is its last label. */
export const countryOfHost = (host: string): CountryCode | null =>
  countryOfSuffix(host.slice(host.lastIndexOf('.') + 1))
