import { describe, expect, test } from 'vitest'
import {
  type EntitlementFacts,
  entitlementNotices,
  isContractOver,
  overageOf,
  remainingOf,
  remainingPercent,
  roomOf,
  usageLevelOf,
} from './entitlements.ts'
import { contractExpiryLevel, monthsBetween } from './usage.ts'

const now = new Date('2026-06-01T00:00:00Z')
const inDays = (days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString()

const paid: EntitlementFacts = {
  type: 'AUTHENTICATION',
  contractMode: 'PRODUCTION',
  allotment: 1000,
  consumed: 0,
  endDate: null,
  smsVoice: null,
}

describe('what is left of an allotment', () => {
  test.each([
    [1000, 0, 1000, 0, 100],
    [1000, 701, 299, 0, 29.9],
    [1000, 1000, 0, 0, 0],
    [1000, 1001, 0, 1, 0],
    [0, 0, 0, 0, 0],
    [null, 5000, null, 0, 100],
  ])('of %s with %s used is %s, %s beyond it, %s per cent', (allotment, consumed, ...expected) => {
    const allotted = { allotment, consumed }
    expect([remainingOf(allotted), overageOf(allotted), remainingPercent(allotted)]).toEqual(
      expected,
    )
  })
})

describe('what may still be used', () => {
  test.each([
    [null, '2026-06-01T00:00:00Z', false],
    ['2026-06-01T00:00:00Z', '2026-05-31T23:59:59Z', false],
    ['2026-06-01T00:00:00Z', '2026-06-01T23:59:59.999Z', false],
    ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z', true],
    ['2026-06-01T23:00:00+02:00', '2026-06-02T00:00:00Z', true],
    ['2026-06-01T23:00:00-02:00', '2026-06-02T00:00:00Z', false],
  ])('a contract until %s is over at %s: %s', (end, at, expected) => {
    expect(isContractOver(end === null ? null : new Date(end), new Date(at))).toBe(expected)
  })

  test.each([
    ['NO', 10, 4, false, 6],
    ['NO', 10, 12, false, 0],
    ['NO', null, 4, false, Number.POSITIVE_INFINITY],
    ['ALLOWED', 10, 12, false, Number.POSITIVE_INFINITY],
    ['ALLOWED', 10, 4, true, 0],
    ['NO', null, 4, true, 0],
  ] as const)(
    'of overage %s, %s allotted and %i used, over: %s, is %s',
    (overageType, allotment, consumed, isOver, room) => {
      const endDate = new Date(now.getTime() - (isOver ? 86_400_000 : 0))
      expect(roomOf({ overageType, allotment, consumed, endDate }, now)).toBe(room)
    },
  )
})

describe('the level of the use', () => {
  test.each([
    ['AUTHENTICATION', 'PRODUCTION', 700, 'OK'],
    ['AUTHENTICATION', 'PRODUCTION', 701, 'WARNING'],
    ['AUTHENTICATION', 'TRIAL', 900, 'WARNING'],
    ['AUTHENTICATION', 'TRIAL', 901, 'ERROR'],
    ['ISSUANCE', 'TRIAL', 50, 'OK'],
    ['ISSUANCE', 'TRIAL', 51, 'WARNING'],
    ['ISSUANCE', 'TRIAL', 90, 'WARNING'],
    ['ISSUANCE', 'TRIAL', 91, 'ERROR'],
    ['ISSUANCE', 'PRODUCTION', 91, 'OK'],
  ] as const)('of %s in %s with %i used of 1,000 is %s', (type, contractMode, consumed, level) => {
    expect(usageLevelOf({ ...paid, type, contractMode, consumed })).toBe(level)
  })
})

test.each([
  ['paid', 60, null],
  ['paid', 59, 'WARNING'],
  ['paid', 15, 'WARNING'],
  ['paid', 14, 'ERROR'],
  ['trial', 8, null],
  ['trial', 7, 'WARNING'],
  ['trial', 5, 'WARNING'],
  ['trial', 4, 'ERROR'],
  ['smsVoice', 8, null],
  ['smsVoice', 7, 'WARNING'],
  ['smsVoice', 4, 'ERROR'],
] as const)('a %s contract with %i days left shows %s', (kind, days, level) => {
  expect(contractExpiryLevel(kind, days)).toBe(level)
})

describe('what administrators are told', () => {
  const told = (...entitlements: Partial<EntitlementFacts>[]) =>
    entitlementNotices(
      entitlements.map((each) => ({ ...paid, ...each })),
      now,
    )

  test('is nothing while there is enough of everything', () => {
    expect(told({ consumed: 700, endDate: inDays(60) }, { allotment: null })).toEqual([])
  })

  test('is the use and the end of the contract, the worst first', () => {
    expect(told({ consumed: 800, endDate: inDays(14) })).toEqual([
      { kind: 'expiry', type: 'AUTHENTICATION', level: 'ERROR', caption: 'daysLeft', count: 14 },
      { kind: 'usage', type: 'AUTHENTICATION', level: 'WARNING', consumed: 800, allotment: 1000 },
    ])
  })

  test('comes in the order of the entitlements where it is equally bad', () => {
    const contracts = [59, 14, 58, 13].map((days) => ({ endDate: inDays(days) }))
    expect(told(...contracts)).toMatchObject([14, 13, 59, 58].map((count) => ({ count })))
  })

  test.each([
    ['PRODUCTION', 30, ['WARNING']],
    ['TRIAL', 30, []],
    ['TRIAL', 7, ['WARNING']],
    ['TRIAL', 4, ['ERROR']],
  ] as const)('of the end of a contract in %s in %i days is %s', (contractMode, days, levels) => {
    const notices = told({ contractMode, endDate: inDays(days) })
    expect(notices.map(({ level }) => level)).toEqual(levels)
  })

  test('holds SMS and voice to the limits of a trial', () => {
    const smsVoice = { allotment: 100, consumed: 95 }
    expect(told({ smsVoice, endDate: inDays(30) }).map(({ kind, level }) => [kind, level])).toEqual(
      [
        ['smsVoiceUsage', 'ERROR'],
        ['expiry', 'WARNING'],
      ],
    )
    const kinds = told({ smsVoice, endDate: inDays(7) }).map(({ kind }) => kind)
    expect(kinds).toContain('smsVoiceExpiry')
  })

  test('goes on when the contract is over', () => {
    expect(told({ endDate: inDays(-1) })).toMatchObject([{ caption: 'contractExpired' }])
  })
})

test.each([
  ['2026-11', '2027-02', ['2026-11', '2026-12', '2027-01', '2027-02']],
  ['2026-05', '2026-05', ['2026-05']],
  ['2026-06', '2026-05', []],
])('the months from %s to %s are %j', (first, last, months) => {
  expect(monthsBetween(first, last)).toEqual(months)
})
