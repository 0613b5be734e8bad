import { type Coordinates, centreOf } from '../country-centres.ts'
import { distanceKm } from '../distances.ts'
import type { EngineAnswer } from './engines.ts'

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof weekdays)[number]

interface OfPoints {
  /** What failing it counts. */
  readonly points: number
}

export type RiskFactor =
  | (OfPoints & {
      readonly type: 'DATE_TIME'
      /** IANA name. */
      readonly timeZone: string
      readonly days: readonly Weekday[]
      /** `HH:MM`; the end is not within. One before the beginning is on the next day. */
      readonly from: string
      readonly to: string
    })
  | (OfPoints & {
      readonly type: 'IP'
      /** ALLOWED: fails elsewhere; DENIED: fails there. */
      readonly mode: 'ALLOWED' | 'DENIED'
      readonly addresses: readonly string[]
      readonly listIds: readonly string[]
    })
  | (OfPoints & {
      readonly type: 'GEOLOCATION'
      readonly mode: 'ALLOWED' | 'DENIED'
      readonly countries: readonly string[]
    })
  | (OfPoints & {
      readonly type: 'TRAVEL_VELOCITY' | 'LOCATION_HISTORY' | 'KNOWN_DEVICE' | 'DEVICE_VERIFICATION'
    })
  | (OfPoints & {
      readonly type: 'RISK_ENGINE'
      readonly engineId: string
      /** Fails from this risk on. */
      readonly failsFrom: 'MEDIUM' | 'HIGH'
    })
export const factorTypes = [
  'DATE_TIME',
  'IP',
  'GEOLOCATION',
  'TRAVEL_VELOCITY',
  'LOCATION_HISTORY',
  'KNOWN_DEVICE',
  'DEVICE_VERIFICATION',
  'RISK_ENGINE',
] as const satisfies readonly FactorType[]
export type FactorType = RiskFactor['type']

export interface SeenPlace extends Coordinates {
  readonly country: string
  readonly city: string | null
}

export interface ExpectedPlace {
  readonly country: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly radiusKm: number | null
}

/** Everything that factors judge from: the same facts give the same outcome, whenever. */
export interface RiskFacts {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly address: string | null
  /** Null where the address is nowhere that is known. */
  readonly place: SeenPlace | null
  /** Newest first. */
  readonly history: readonly (SeenPlace & { readonly lastSeen: number; readonly signIns: number })[]
  readonly expected: readonly ExpectedPlace[]
  readonly skipLocationHistory: boolean
  readonly skipTravelVelocity: boolean
  readonly deviceKnown: boolean
  readonly deviceVerified: boolean
  readonly samePlaceKm: number
  readonly maximumSpeedKmPerHour: number
  readonly historySignIns: number
  /** By the ids of lists that there are. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** What engines said, by their ids; facts kept before there were engines have none. */
  readonly engines?: Readonly<Record<string, EngineAnswer>>
}

/** Why a factor came out as it did. */
export const factorReasons = [
  'WITHIN',
  'OUTSIDE',
  'LIST_MISSING',
  'UNKNOWN_PLACE',
  'NO_HISTORY',
  'SKIPPED',
  'NEW',
  'KNOWN',
  'TOO_FAST',
  'RISKY',
  'ENGINE_FAILED',
] as const
export type FactorReason = (typeof factorReasons)[number]

export interface FactorOutcome extends OfPoints {
  readonly type: FactorType
  readonly failed: boolean
  readonly reason: FactorReason
}

type Verdict = Pick<FactorOutcome, 'failed' | 'reason'>
type Of<T extends FactorType> = Extract<RiskFactor, { readonly type: T }>

const passed = (reason: FactorReason): Verdict => ({ failed: false, reason })
const failed = (reason: FactorReason): Verdict => ({ failed: true, reason })

const byMode = (mode: 'ALLOWED' | 'DENIED', isWithin: boolean): Verdict =>
  (mode === 'ALLOWED') === isWithin
    ? passed(isWithin ? 'WITHIN' : 'OUTSIDE')
    : failed(isWithin ? 'WITHIN' : 'OUTSIDE')

const mostClocks = 1000
const clocks = new Map<string, Intl.DateTimeFormat>()

/** To make one takes fifty times as long as to ask it. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  if (clocks.size >= mostClocks) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

/** Day and time of a place, as people there say it. */
const clockAt = (
  now: number,
  timeZone: string,
): { readonly day: number; readonly time: string } => {
  const parts = clockOf(timeZone).formatToParts(now)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const day = weekdays.findIndex((name) => name === of('weekday').toUpperCase())
  return { day, time: `${of('hour')}:${of('minute')}` }
}

const judgeTime = ({ now }: RiskFacts, { timeZone, days, from, to }: Of<'DATE_TIME'>): Verdict => {
  const { day, time } = clockAt(now, timeZone)
  const has = (at: number): boolean => days.some((name) => name === weekdays.at(at))
  const isWithin =
    from < to
      ? has(day) && time >= from && time < to
      : (has(day) && time >= from) || (has(day - 1) && time < to)
  return isWithin ? passed('WITHIN') : failed('OUTSIDE')
}

/** Whether an address is one of these or within one of these ranges. */
export type IsOneOf = (address: string, ranges: readonly string[]) => boolean

const judgeIp = (
  { address, lists }: RiskFacts,
  { mode, addresses, listIds }: Of<'IP'>,
  isOneOf: IsOneOf,
): Verdict => {
  if (listIds.some((id) => !Object.hasOwn(lists, id))) return failed('LIST_MISSING')
  if (address === null) return failed('UNKNOWN_PLACE')
  const isWithin =
    isOneOf(address, addresses) || listIds.some((id) => isOneOf(address, lists[id] ?? []))
  return byMode(mode, isWithin)
}

const judgeCountry = ({ place }: RiskFacts, { mode, countries }: Of<'GEOLOCATION'>): Verdict =>
  place === null ? failed('UNKNOWN_PLACE') : byMode(mode, countries.includes(place.country))

const hourMillis = 3_600_000

const judgeSpeed = (facts: RiskFacts): Verdict => {
  const { place, now, maximumSpeedKmPerHour, samePlaceKm } = facts
  if (facts.skipTravelVelocity) return passed('SKIPPED')
  const [last] = facts.history
  if (last === undefined) return passed('NO_HISTORY')
  if (place === null) return failed('UNKNOWN_PLACE')
  const km = distanceKm(last, place)
  // Nearer than that it is the same place: files of places are no finer.
  const isReachable =
    km <= samePlaceKm || km <= (maximumSpeedKmPerHour * (now - last.lastSeen)) / hourMillis
  return isReachable ? passed('WITHIN') : failed('TOO_FAST')
}

const isExpectedAt = (place: SeenPlace, expected: ExpectedPlace): boolean => {
  const { latitude, longitude, radiusKm } = expected
  if (latitude === null || longitude === null || radiusKm === null) {
    return place.country === expected.country
  }
  return distanceKm(place, { latitude, longitude }) <= radiusKm
}

const judgeHistory = (facts: RiskFacts): Verdict => {
  const { place, history, expected, samePlaceKm, historySignIns } = facts
  if (facts.skipLocationHistory) return passed('SKIPPED')
  const signIns = history.reduce((sum, seen) => sum + seen.signIns, 0)
  if (expected.length === 0 && signIns < historySignIns) return passed('NO_HISTORY')
  if (place === null) return failed('UNKNOWN_PLACE')
  const isKnown =
    history.some((seen) => distanceKm(seen, place) <= samePlaceKm) ||
    expected.some((one) => isExpectedAt(place, one))
  return isKnown ? passed('KNOWN') : failed('NEW')
}

const judgeEngine = (
  { engines = {} }: RiskFacts,
  { engineId, failsFrom }: Of<'RISK_ENGINE'>,
): Verdict => {
  const answer = Object.hasOwn(engines, engineId) ? engines[engineId] : undefined
  if (answer?.failure === 'DISABLED') return passed('SKIPPED')
  if (answer === undefined || answer.level === null) return failed('ENGINE_FAILED')
  const isRisky = answer.level === 'HIGH' || answer.level === failsFrom
  return isRisky ? failed('RISKY') : passed('WITHIN')
}

const known = (is: boolean): Verdict => (is ? passed('KNOWN') : failed('NEW'))

const verdictOf = (facts: RiskFacts, factor: RiskFactor, isOneOf: IsOneOf): Verdict => {
  switch (factor.type) {
    case 'DATE_TIME':
      return judgeTime(facts, factor)
    case 'IP':
      return judgeIp(facts, factor, isOneOf)
    case 'GEOLOCATION':
      return judgeCountry(facts, factor)
    case 'TRAVEL_VELOCITY':
      return judgeSpeed(facts)
    case 'LOCATION_HISTORY':
      return judgeHistory(facts)
    case 'KNOWN_DEVICE':
      return known(facts.deviceKnown)
    case 'DEVICE_VERIFICATION':
      return known(facts.deviceVerified)
    case 'RISK_ENGINE':
      return judgeEngine(facts, factor)
  }
}

/** Holds facts against a factor. What cannot be judged has failed. */
export const judgeFactor = (
  facts: RiskFacts,
  factor: RiskFactor,
  isOneOf: IsOneOf,
): FactorOutcome => ({
  type: factor.type,
  points: factor.points,
  ...verdictOf(facts, factor, isOneOf),
})

export const isCountry = (code: string): boolean => centreOf(code) !== null
