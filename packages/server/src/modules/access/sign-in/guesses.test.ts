import { queryAuthenticators } from '@signet/contract/access/authentication'
import { defaultPolicies } from '@signet/rules/request-limits'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../kit/errors.ts'
import { addressCaller, createLimits } from '../../../kit/limits.ts'
import { RequestBuckets } from '../../../platform/request-limits/buckets.ts'
import { countGuess } from './guesses.ts'

/* Guards: `expectLeft`, `charge` and `strangersOf` in countGuess. */

const office = '198.51.100.7'
const tenant = { id: 'tenant' }
const hour = 3_600_000

/** The service at one office's address; time passes only where the test says so. */
const service = () => {
  let now = 0
  const limits = createLimits(
    new RequestBuckets({ clock: { now: () => new Date(now) }, scale: () => 1 }),
  )
  const outcome = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return 'accepted'
    } catch (error) {
      if (error instanceof ApiError) return error.code
      throw error
    }
  }
  const request = (limit: 'read' | 'file' | 'authenticate', protocol = '') =>
    outcome(async () => limits.take(addressCaller(tenant, office, protocol), limit))
  return {
    passTo: (millis: number) => {
      now = Math.max(now, millis)
    },
    request,
    /** A query and an answer. */
    async answer({ isRight, isKnown }: { readonly isRight: boolean; readonly isKnown: boolean }) {
      const query = await request(queryAuthenticators.limit)
      if (query !== 'accepted') return query
      return outcome(async () => {
        limits.take(addressCaller(tenant, office), 'authenticate')
        const ctx = { tenant, request: { address: office, limits } }
        await countGuess(ctx, { isKnownDevice: async () => isKnown }, async () => {
          if (!isRight) throw new ApiError('invalid_user_response')
        })
      })
    },
  }
}

type Service = ReturnType<typeof service>

/** What a person's first visit of the day asks for, around the sign-in itself. */
const visit = async ({ request }: Service): Promise<readonly string[]> => {
  const outcomes = new Set<string>()
  for (let each = 0; each < 60; each += 1) outcomes.add(await request('file'))
  for (let each = 0; each < 6; each += 1) outcomes.add(await request('read'))
  for (let each = 0; each < 6; each += 1) outcomes.add(await request('read', 'oidc'))
  return [...outcomes]
}

interface Arriving {
  readonly isKnown: (person: number) => boolean
  /** Happens before each of them. */
  readonly meanwhile?: (millis: number) => Promise<void>
}

const people = 2000

/** 2,000 people sign in with two factors from `nine` on, within a minute; one in twenty mistypes first. */
const arrive = async (at: Service, nine: number, { isKnown, meanwhile }: Arriving) => {
  const outcomes = new Map<string, number>()
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  for (let person = 0; person < people; person += 1) {
    const now = nine + (person * 60_000) / people
    at.passTo(now)
    await meanwhile?.(now)
    for (const outcome of await visit(at)) if (outcome !== 'accepted') note(outcome)
    if (person % 20 === 0) note(await at.answer({ isRight: false, isKnown: isKnown(person) }))
    const first = await at.answer({ isRight: true, isKnown: isKnown(person) })
    const second = await at.answer({ isRight: true, isKnown: isKnown(person) })
    note(first === 'accepted' ? `in: ${second}` : first)
  }
  return Object.fromEntries(outcomes)
}

const allIn = { 'in: accepted': people, invalid_user_response: people / 20 }

describe('an office of 2,000 behind one address', () => {
  it('signs in at nine, all of them on devices that are not known', async () => {
    expect(await arrive(service(), 9 * hour, { isKnown: () => false })).toEqual(allIn)
  })

  it('signs in at nine on known devices while a stranger there has used up the guesses', async () => {
    const at = service()
    const { rate = 0, burst = 0 } = defaultPolicies.guess.ADDRESS ?? {}
    let judged = 0
    const guess = async (millis: number) => {
      at.passTo(millis)
      const outcome = await at.answer({ isRight: false, isKnown: false })
      if (outcome === 'invalid_user_response') judged += 1
      else expect(outcome).toBe('too_many_requests')
    }
    // A guess each second for an hour, then faster than people arrive.
    for (let millis = 8 * hour; millis < 9 * hour; millis += 1000) await guess(millis)
    expect(judged).toBeGreaterThan(60 * rate)
    expect(judged).toBeLessThanOrEqual(burst + 60 * rate)
    const before = judged
    const arrived = await arrive(at, 9 * hour, { isKnown: () => true, meanwhile: guess })
    expect(arrived).toEqual(allIn)
    expect(judged - before).toBeLessThanOrEqual(rate + 1)
  })
})

describe('one password that is tried over all accounts through a program', () => {
  /** How many of an hour's tries, ten a second, are judged. */
  const judgedInAnHour = async (address: string | null) => {
    let now = 0
    const buckets = new RequestBuckets({ clock: { now: () => new Date(now) }, scale: () => 1 })
    const ctx = { tenant, request: { address, limits: createLimits(buckets) } }
    let judged = 0
    for (; now < hour; now += 100) {
      try {
        await countGuess(ctx, { through: 'program' }, async () => {
          judged += 1
          throw new ApiError('invalid_user_response')
        })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    }
    return judged
  }

  it.each([
    ['ADDRESS', 'reports where people are', office],
    ['APPLICATION', 'does not', null],
  ] as const)('is bounded by %s where it %s', async (subject, _whether, address) => {
    const { rate = 0, burst = 0 } = defaultPolicies.guess[subject] ?? {}
    const judged = await judgedInAnHour(address)
    expect(judged).toBeGreaterThan(60 * rate)
    expect(judged).toBeLessThanOrEqual(burst + 60 * rate)
  })

  it('takes nothing from people whose answers are right', async () => {
    const buckets = new RequestBuckets({ clock: { now: () => new Date(0) }, scale: () => 1 })
    const ctx = { tenant, request: { address: null, limits: createLimits(buckets) } }
    let judged = 0
    for (let person = 0; person < 10 * people; person += 1) {
      await countGuess(ctx, { through: 'program' }, async () => {
        judged += 1
      })
    }
    expect(judged).toBe(10 * people)
  })
})

it('a stranger’s right answer is not judged once the guesses are used up', async () => {
  const at = service()
  const { burst = 0 } = defaultPolicies.guess.ADDRESS ?? {}
  for (let each = 0; each < burst; each += 1) await at.answer({ isRight: false, isKnown: false })
  expect(await at.answer({ isRight: true, isKnown: false })).toBe('too_many_requests')
  at.passTo(2000)
  expect(await at.answer({ isRight: true, isKnown: false })).toBe('accepted')
})
