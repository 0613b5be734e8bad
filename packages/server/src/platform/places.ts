import { unknownCountry } from '@signet/rules/countries'
import type { Coordinates } from '@signet/rules/country-centres'

/** Where an address is said to be. */
export interface Place extends Coordinates {
  /** ISO 3166-1 alpha-2; XK for Kosovo. */
  readonly country: string
  /** The subdivision's code within the country (ISO 3166-2); null where the file tells none. */
  readonly region: string | null
  /** In English; null where the file tells none. */
  readonly city: string | null
}

/** Places of addresses, from the file that the operator brings. */
export interface Places {
  /** Whether there is a file: without one every address is unknown, and nothing is noted of it. */
  readonly areKnown: boolean
  /** Null for private addresses and all others that the file does not know. */
  placeOf(address: string | null): Place | null
  /** ISO 3166-1 alpha-2, ZZ for what `placeOf` does not know; null without a file or an address. */
  countryOf(address: string | null): string | null
}

/** Without a file. */
export const noPlaces: Places = { areKnown: false, placeOf: () => null, countryOf: () => null }

/** With one. */
export const placesBy = (placeOf: Places['placeOf']): Places => ({
  areKnown: true,
  placeOf,
  countryOf: (address) => (address === null ? null : (placeOf(address)?.country ?? unknownCountry)),
})
