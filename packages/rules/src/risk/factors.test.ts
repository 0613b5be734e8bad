import { describe, expect, it } from 'vitest'
import type { EngineFailure } from './engines.ts'
import { judgeFactor, type RiskFactor, type RiskFacts } from './factors.ts'
import type { RiskLevel } from './score.ts'

const berlin = { country: 'DE', city: 'Berlin', latitude: 52.5, longitude: 13.4 }
const potsdam = { country: 'DE', city: 'Potsdam', latitude: 52.4, longitude: 13.1 }
const tokyo = { country: 'JP', city: 'Tokyo', latitude: 35.7, longitude: 139.7 }
/** A Monday, 10:00 in Berlin. */
const now = Date.UTC(2026, 10, 23, 9, 0)
const hour = 3_600_000
const seen = (place: typeof berlin, hoursAgo: number) => ({
  ...place,
  lastSeen: now - hoursAgo * hour,
  signIns: 1,
})

const facts: RiskFacts = {
  now,
  address: '192.0.2.7',
  place: berlin,
  history: [],
  expected: [],
  skipLocationHistory: false,
  skipTravelVelocity: false,
  deviceKnown: true,
  deviceVerified: false,
  samePlaceKm: 100,
  maximumSpeedKmPerHour: 900,
  historySignIns: 1,
  lists: { office: ['192.0.2.7'] },
}
const office = {
  type: 'DATE_TIME',
  points: 1,
  timeZone: 'Europe/Berlin',
  days: ['MON'],
  from: '09:00',
  to: '17:00',
} as const
const ip = { type: 'IP', points: 1, mode: 'ALLOWED', addresses: [], listIds: [] } as const
const land = { type: 'GEOLOCATION', points: 1, mode: 'ALLOWED', countries: ['DE'] } as const
const speed = { type: 'TRAVEL_VELOCITY', points: 1 } as const
const places = { type: 'LOCATION_HISTORY', points: 1 } as const
const atHome = { country: 'JP', latitude: null, longitude: null, radiusKm: null }
const circle = { country: 'DE', latitude: 52.4, longitude: 13.1, radiusKm: 30 }

const engine = { type: 'RISK_ENGINE', points: 1, engineId: 'e', failsFrom: 'HIGH' } as const
const fromMedium = { ...engine, failsFrom: 'MEDIUM' } as const
const said = (level: RiskLevel | null, failure: EngineFailure | null = null) => ({
  engines: { e: { name: 'Engine', level, failure, riskFactors: [] } },
})

const cases: readonly (readonly [string, RiskFactor, Partial<RiskFacts>, string, boolean])[] = [
  ['in office hours', office, {}, 'WITHIN', false],
  ['at their end', office, { now: now + 7 * hour }, 'OUTSIDE', true],
  ['on another day', { ...office, days: ['TUE'] }, {}, 'OUTSIDE', true],
  [
    'at night',
    { ...office, from: '22:00', to: '06:00' },
    { now: now + 13 * hour },
    'WITHIN',
    false,
  ],
  [
    'after the midnight of a night that began on a day',
    { ...office, from: '22:00', to: '06:00' },
    { now: now + 17 * hour },
    'WITHIN',
    false,
  ],
  [
    'before the night of the day',
    { ...office, from: '22:00', to: '06:00' },
    { now: now - 7 * hour },
    'OUTSIDE',
    true,
  ],
  ['elsewhere than allowed', ip, {}, 'OUTSIDE', true],
  ['where it is allowed', { ...ip, addresses: ['192.0.2.7'] }, {}, 'WITHIN', false],
  ['on a list', { ...ip, listIds: ['office'] }, {}, 'WITHIN', false],
  ['where it is denied', { ...ip, mode: 'DENIED', listIds: ['office'] }, {}, 'WITHIN', true],
  ['elsewhere than denied', { ...ip, mode: 'DENIED' }, {}, 'OUTSIDE', false],
  ['by a list that is gone', { ...ip, mode: 'DENIED', listIds: ['x'] }, {}, 'LIST_MISSING', true],
  ['by a name of Object', { ...ip, listIds: ['toString'] }, {}, 'LIST_MISSING', true],
  ['without an address', { ...ip, mode: 'DENIED' }, { address: null }, 'UNKNOWN_PLACE', true],
  ['in the country', land, {}, 'WITHIN', false],
  ['abroad', land, { place: tokyo }, 'OUTSIDE', true],
  ['in a denied country', { ...land, mode: 'DENIED' }, {}, 'WITHIN', true],
  [
    'nowhere, though nothing else is denied',
    { ...land, mode: 'DENIED' },
    { place: null },
    'UNKNOWN_PLACE',
    true,
  ],
  ['for the first time', speed, {}, 'NO_HISTORY', false],
  ['in time for the way', speed, { history: [seen(tokyo, 12)] }, 'WITHIN', false],
  ['too soon for the way', speed, { history: [seen(tokyo, 2)] }, 'TOO_FAST', true],
  ['next door a moment later', speed, { history: [seen(potsdam, 0)] }, 'WITHIN', false],
  [
    'nowhere after somewhere',
    speed,
    { history: [seen(tokyo, 2)], place: null },
    'UNKNOWN_PLACE',
    true,
  ],
  [
    'on a journey',
    speed,
    { history: [seen(tokyo, 2)], skipTravelVelocity: true },
    'SKIPPED',
    false,
  ],
  ['without a history', places, {}, 'NO_HISTORY', false],
  ['where they have been', places, { history: [seen(potsdam, 9)] }, 'KNOWN', false],
  ['where they have never been', places, { history: [seen(tokyo, 99)] }, 'NEW', true],
  ['where they are expected', places, { expected: [circle] }, 'KNOWN', false],
  ['elsewhere than expected', places, { expected: [atHome] }, 'NEW', true],
  ['in an expected country', places, { place: tokyo, expected: [atHome] }, 'KNOWN', false],
  ['with exceptions', places, { expected: [atHome], skipLocationHistory: true }, 'SKIPPED', false],
  [
    'with too little history',
    places,
    { history: [seen(tokyo, 9)], historySignIns: 2 },
    'NO_HISTORY',
    false,
  ],
  ['on a known device', { type: 'KNOWN_DEVICE', points: 1 }, {}, 'KNOWN', false],
  ['on a new device', { type: 'KNOWN_DEVICE', points: 1 }, { deviceKnown: false }, 'NEW', true],
  ['on one that is not remembered', { type: 'DEVICE_VERIFICATION', points: 1 }, {}, 'NEW', true],
  ['that an engine finds calm', fromMedium, said('LOW'), 'WITHIN', false],
  ['that an engine doubts', fromMedium, said('MEDIUM'), 'RISKY', true],
  ['that an engine only doubts', engine, said('MEDIUM'), 'WITHIN', false],
  ['that an engine refuses', engine, said('HIGH'), 'RISKY', true],
  ['that an engine refuses, from medium on', fromMedium, said('HIGH'), 'RISKY', true],
  ['of which an engine said nothing', engine, said(null, 'UNREACHABLE'), 'ENGINE_FAILED', true],
  ['that no engine was asked about', engine, {}, 'ENGINE_FAILED', true],
  [
    'by an engine of a name of Object',
    { ...engine, engineId: 'toString' },
    said('LOW'),
    'ENGINE_FAILED',
    true,
  ],
  ['by an engine that is switched off', engine, said(null, 'DISABLED'), 'SKIPPED', false],
]

describe('a factor', () => {
  it.each(cases)(
    'judges a sign-in %s',
    { meta: { covers: ['S20'] } },
    (_name, factor, given, reason, failed) => {
      const outcome = judgeFactor({ ...facts, ...given }, factor, (address, ranges) =>
        ranges.includes(address),
      )
      expect(outcome).toEqual({ type: factor.type, points: 1, reason, failed })
    },
  )
})
