import { type TextKey, useText } from '../../../lib/i18n.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import type { Decision } from '../../../pickers/decisions/decisions.queries.ts'

type Factor = Decision['rules'][number]['factors'][number]
type Key = TextKey<'resource'>

const own: readonly (readonly [string, Key])[] = [
  ['DATE_TIME WITHIN', 'resource:decisions.why.timeWithin'],
  ['DATE_TIME OUTSIDE', 'resource:decisions.why.timeOutside'],
  ['IP WITHIN', 'resource:decisions.why.addressWithin'],
  ['IP OUTSIDE', 'resource:decisions.why.addressOutside'],
  ['GEOLOCATION WITHIN', 'resource:decisions.why.countryWithin'],
  ['GEOLOCATION OUTSIDE', 'resource:decisions.why.countryOutside'],
  ['TRAVEL_VELOCITY WITHIN', 'resource:decisions.why.speedWithin'],
  ['TRAVEL_VELOCITY TOO_FAST', 'resource:decisions.why.tooFast'],
  ['TRAVEL_VELOCITY NO_HISTORY', 'resource:decisions.why.noPlaceYet'],
  ['LOCATION_HISTORY KNOWN', 'resource:decisions.why.placeKnown'],
  ['LOCATION_HISTORY NEW', 'resource:decisions.why.placeNew'],
  ['LOCATION_HISTORY NO_HISTORY', 'resource:decisions.why.tooFew'],
  ['KNOWN_DEVICE KNOWN', 'resource:decisions.why.deviceKnown'],
  ['KNOWN_DEVICE NEW', 'resource:decisions.why.deviceNew'],
  ['DEVICE_VERIFICATION KNOWN', 'resource:decisions.why.browserKnown'],
  ['DEVICE_VERIFICATION NEW', 'resource:decisions.why.browserNew'],
  ['RISK_ENGINE WITHIN', 'resource:decisions.why.engineCalm'],
  ['RISK_ENGINE RISKY', 'resource:decisions.why.engineRisky'],
  ['RISK_ENGINE ENGINE_FAILED', 'resource:decisions.why.engineFailed'],
  ['RISK_ENGINE SKIPPED', 'resource:decisions.why.engineOff'],
]
const ownKeys: ReadonlyMap<string, Key> = new Map(own)

/** Said alike of every factor. */
const shared: readonly (readonly [string, Key])[] = [
  ['LIST_MISSING', 'resource:decisions.why.listMissing'],
  ['UNKNOWN_PLACE', 'resource:decisions.why.unknownPlace'],
  ['SKIPPED', 'resource:decisions.why.skipped'],
]
const sharedKeys: ReadonlyMap<string, Key> = new Map(shared)

/** Where somebody was, as people say it. */
export const usePlaceName = () => {
  const countryName = useCountryName()
  return ({ city, country }: { readonly city: string | null; readonly country: string }): string =>
    city === null ? countryName(country) : `${city}, ${countryName(country)}`
}

/** Why a factor came out as it did, as a sentence. */
export const useFactorWhy = ({ facts, address, country }: Decision) => {
  const text = useText('resource')
  const placeName = usePlaceName()
  const countryName = useCountryName()
  const last = facts?.lastPlace ?? null
  const values = {
    address: address ?? '–',
    country: country === null ? '–' : countryName(country),
    place: last === null ? '–' : placeName(last),
    distance: last?.distanceKm ?? 0,
  }
  return ({ type, reason }: Factor): string => {
    const key = ownKeys.get(`${type} ${reason}`) ?? sharedKeys.get(reason)
    return key === undefined ? reason : text(key, values)
  }
}
