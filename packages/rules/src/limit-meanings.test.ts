import { describe, expect, it } from 'vitest'
import { officeMeaning } from './limit-meanings.ts'

const limit = { rate: 6000, periodSeconds: 60, burst: 12_000 } as const

describe('what a policy means for an office of 2,000', () => {
  it.each([
    ['signs in at once', { ...limit }, { sentence: 'signInsAtOnce', figures: {} }],
    [
      'waits for the rate where the burst is short',
      { ...limit, rate: 600, burst: 1200 },
      { sentence: 'signInsTake', figures: { minutes: 8 } },
    ],
    [
      'waits as long at the same rate in another period',
      { ...limit, rate: 5, periodSeconds: 1, burst: 1200 },
      { sentence: 'signInsTake', figures: { minutes: 16 } },
    ],
  ])('%s', (_what, policy, meaning) => {
    const signIns = { limitClass: 'authenticate', subject: 'ADDRESS' } as const
    expect(officeMeaning({ ...signIns, ...policy })).toEqual(meaning)
  })

  it.each([
    [300, 'guesses'],
    [99, 'guessesShort'],
  ])('a burst of %d wrong answers says how many an attacker has', (burst, sentence) => {
    const guesses = {
      limitClass: 'guess',
      subject: 'ADDRESS',
      rate: 30,
      periodSeconds: 60,
    } as const
    expect(officeMeaning({ ...guesses, burst })).toEqual({
      sentence,
      figures: { mistakes: 100, perDay: burst + 43_200 },
    })
  })

  it('of wrong answers through an application says how many an attacker has there', () => {
    const through = { limitClass: 'guess', subject: 'APPLICATION', ...limit } as const
    expect(officeMeaning(through)).toMatchObject({ sentence: 'guessesThrough' })
  })

  it('is each person’s own budget, or a share of it', () => {
    const reads = { limitClass: 'read', ...limit } as const
    expect(officeMeaning({ ...reads, subject: 'USER' })).toEqual({
      sentence: 'each',
      figures: { perMinute: 6000 },
    })
    expect(officeMeaning({ ...reads, subject: 'TENANT' })).toEqual({
      sentence: 'shared',
      figures: { perMinute: 3 },
    })
  })
})
