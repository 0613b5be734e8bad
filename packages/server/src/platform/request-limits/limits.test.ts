import { readFile } from 'node:fs/promises'
import { defaultPolicies, limitSubjects } from '@signet/rules/request-limits'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../../testing/test-clock.ts'
import { ApiError } from '../../kit/errors.ts'
import { addressCaller, type Limits, createLimits as limitsOf } from '../../kit/limits.ts'
import { type Caller, RequestBuckets } from './buckets.ts'

const createLimits = (options: ConstructorParameters<typeof RequestBuckets>[0]): Limits =>
  limitsOf(new RequestBuckets(options))

const caller = (name: string, tenantId: string | null = 'tenant'): Caller => ({
  tenantId,
  subject: 'ADDRESS',
  name,
})

const allowed = (limits: Limits, by: Caller, tries: number): number => {
  let taken = 0
  for (let each = 0; each < tries; each += 1) {
    try {
      limits.take(by, 'heavy')
      taken += 1
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return taken
}

const plain = () => createLimits({ clock: createTestClock(), scale: () => 1 })

const refusal = (limits: Limits, by: Caller): unknown => {
  try {
    limits.take(by, 'heavy')
  } catch (error) {
    return error
  }
  return undefined
}

describe('request limits', () => {
  it('are by default what the documents say', async () => {
    const page = new URL('../../../../../docs/operations/request-limits.md', import.meta.url)
    const documented = (await readFile(page, 'utf8')).split('\n')
    for (const [name, policies] of Object.entries(defaultPolicies)) {
      const cells = limitSubjects.map((subject) => {
        const policy = policies[subject]
        return policy === undefined ? '–' : `${policy.rate} / ${policy.burst}`
      })
      const row = documented.find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row, name).toContain(`| ${cells.join(' | ')} |`)
    }
  })

  it('accept a burst, then the rate of the policy', () => {
    const clock = createTestClock()
    const limits = createLimits({ clock, scale: () => 1 })
    expect(allowed(limits, caller('a'), 50)).toBe(10)
    clock.advance(60_000)
    expect(allowed(limits, caller('a'), 50)).toBe(10)
    clock.advance(2000)
    expect(allowed(limits, caller('a'), 50)).toBe(1)
  })

  it('count each caller apart, in each tenant', () => {
    const limits = plain()
    expect(allowed(limits, caller('a'), 50)).toBe(10)
    expect(allowed(limits, caller('b'), 50)).toBe(10)
    expect(allowed(limits, caller('a', 'other'), 50)).toBe(10)
  })

  it('are multiplied by the scale, never below one', () => {
    const scaled = (scale: number) => createLimits({ clock: createTestClock(), scale: () => scale })
    expect(allowed(scaled(1 / 2), caller('a'), 50)).toBe(5)
    expect(allowed(scaled(1 / 90), caller('a'), 50)).toBe(1)
    expect(allowed(scaled(0), caller('a'), 50)).toBe(50)
  })

  it('of a tenant hold for all its callers together, and take nothing from who is refused', () => {
    const policy = (burst: number) => ({ rate: 1, periodSeconds: 3600, burst })
    const limits = createLimits({
      clock: createTestClock(),
      scale: () => 1,
      policyOf: (_limit, { subject }) => policy(subject === 'TENANT' ? 7 : 4),
    })
    const taken = ['a', 'b', 'c'].map((name) => allowed(limits, caller(name), 10))
    expect(taken).toEqual([4, 3, 0])
    expect(allowed(limits, caller('c', 'other'), 10)).toBe(4)
    // Strangers take nothing from those who have shown who they are.
    const user: Caller = { tenantId: 'tenant', subject: 'USER', name: 'ann' }
    expect(allowed(limits, user, 10)).toBe(4)
    expect(limits.take(caller('d', 'third'), 'heavy')).toMatchObject({ limit: 4, remaining: 3 })
  })

  it('say what is left and, when nothing is, when to try again', () => {
    const clock = createTestClock()
    const now = clock.now()
    const limits = createLimits({ clock: { now: () => now }, scale: () => 1 })
    const first = limits.take(caller('a'), 'heavy')
    expect(first).toEqual({ isExceeded: false, limit: 10, remaining: 9, resetSeconds: 0 })
    allowed(limits, caller('a'), 9)
    expect(refusal(limits, caller('a'))).toMatchObject({
      code: 'too_many_requests',
      details: {
        headers: {
          'X-Ratelimit-Limit': '10',
          'X-Ratelimit-Remaining': '0',
          'X-Ratelimit-Reset': '2',
          'Retry-After': '2',
        },
      },
    })
  })

  it('charge what turned out to cost something as a debt that is waited off', () => {
    const clock = createTestClock()
    const limits = createLimits({ clock, scale: () => 1 })
    for (let each = 0; each < 13; each += 1) limits.charge(caller('a'), 'heavy')
    expect(allowed(limits, caller('a'), 5)).toBe(0)
    clock.advance(6000)
    expect(allowed(limits, caller('a'), 5)).toBe(0)
    clock.advance(2000)
    expect(allowed(limits, caller('a'), 5)).toBe(1)
  })

  it('let no debt grow beyond twice the burst', () => {
    const clock = createTestClock()
    const limits = createLimits({ clock, scale: () => 1 })
    for (let each = 0; each < 1000; each += 1) limits.charge(caller('a'), 'heavy')
    clock.advance(20_000)
    expect(allowed(limits, caller('a'), 5)).toBe(0)
    clock.advance(2000)
    expect(allowed(limits, caller('a'), 5)).toBe(1)
  })
})

describe('guesses', () => {
  const tenant = { id: 'tenant' }
  const { burst = 0 } = defaultPolicies.guess.ADDRESS ?? {}
  const isLeft = (limits: Limits, by: Caller): boolean => {
    try {
      limits.expectLeft(by, 'guess')
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }
  /** At a clock that does not move. */
  const still = () => createLimits({ clock: { now: () => new Date(0) }, scale: () => 1 })
  const line = (network: number): Caller =>
    addressCaller(tenant, `2001:db8:7:${network.toString(16)}::1`)

  it('of an address are remembered, however many callers ask meanwhile', () => {
    const limits = still()
    const guesser = addressCaller(tenant, '198.51.100.7')
    for (let each = 0; each < burst; each += 1) limits.charge(guesser, 'guess')
    // More than a node remembers.
    for (let each = 0; each < 100_001; each += 1) {
      const stranger = caller(`stranger ${each}`)
      limits.take(stranger, 'read')
      limits.expectLeft(stranger, 'guess')
    }
    expect(isLeft(limits, guesser)).toBe(false)
  })

  it.each([
    ['/64', 1, 1],
    ['/56', 256, 4],
    ['/48', 65_536, 16],
  ])(
    'from an IPv6 %s, each from another of its lines, are those of few addresses',
    (_bits, lines, budgets) => {
      const limits = still()
      let judged = 0
      for (let each = 0; each < 6000; each += 1) {
        const stranger = line(each % lines)
        if (!isLeft(limits, stranger)) continue
        judged += 1
        limits.charge(stranger, 'guess')
      }
      expect(judged).toBe(burst * budgets)
      expect(isLeft(limits, addressCaller(tenant, '2001:db8:8::1'))).toBe(true)
    },
  )

  it('count for no network around an IPv4 address or a protocol’s own name', () => {
    const limits = still()
    for (const address of ['198.51.100.7', '198.51.100.8']) {
      const guesser = addressCaller(tenant, address)
      for (let each = 0; each < burst; each += 1) limits.charge(guesser, 'guess')
    }
    expect(isLeft(limits, addressCaller(tenant, '198.51.100.9'))).toBe(true)
  })
})

it('work that costs much is bounded for the networks around an IPv6 line, too', () => {
  const limits = createLimits({ clock: { now: () => new Date(0) }, scale: () => 1 })
  const from = (network: number): Caller =>
    addressCaller({ id: 'tenant' }, `2001:db8:7:${network.toString(16)}::1`, 'oidc')
  const taken = (lines: readonly number[]): number =>
    lines.reduce((sum, each) => sum + allowed(limits, from(each), 10), 0)
  expect(taken(Array.from({ length: 256 }, (_, each) => each))).toBe(40)
  expect(taken(Array.from({ length: 255 }, (_, each) => 256 * (each + 1)))).toBe(120)
})
