import { describe, expect, it } from 'vitest'
import { type CounterFacts, verdictOf } from './verdict.ts'

const minute = 60_000
const facts = (change: {
  remainingMs?: number
  lengthMs?: number
  inactiveMs?: number
  isOnBulkPage?: boolean
}): CounterFacts => {
  const { remainingMs = 10 * minute, lengthMs = 15 * minute, inactiveMs = 0 } = change
  const timeoutMs = Math.max(lengthMs, 15 * minute)
  const isOnBulkPage = change.isOnBulkPage ?? false
  return { life: { remainingMs, lengthMs }, inactiveMs, timeoutMs, isOnBulkPage }
}

describe('a session that cannot be renewed', () => {
  it('waits until its end, at work or not', () => {
    const idle = { ...facts({ inactiveMs: 60 * minute }), life: null }
    const at = (remainingMs: number) =>
      verdictOf({ ...idle, life: { remainingMs, lengthMs: 60 * minute, isFixed: true } }).kind
    expect([at(1), at(0)]).toEqual(['wait', 'expire'])
  })
})

describe('a session of 15 minutes', () => {
  it('waits while somebody is at work', () => {
    expect(verdictOf(facts({}))).toEqual({ kind: 'wait' })
  })

  it('prompts 120 s before the idle time is over, not earlier', {
    meta: { covers: ['session.idle-prompt', 'constant:session.idle-prompt-lead'] },
  }, () => {
    expect(verdictOf(facts({ inactiveMs: 13 * minute - 1 }))).toEqual({ kind: 'wait' })
    expect(verdictOf(facts({ inactiveMs: 13 * minute }))).toEqual({
      kind: 'prompt',
      remainingSeconds: 120,
    })
  })

  it('ends when the idle time, as long as the session, is over', {
    meta: { covers: ['session.timeout-equals-length', 'constant:session.timeout-share'] },
  }, () => {
    expect(verdictOf(facts({ inactiveMs: 15 * minute - 1 })).kind).toBe('prompt')
    expect(verdictOf(facts({ inactiveMs: 15 * minute }))).toEqual({ kind: 'expire' })
  })

  it('counts down to whatever comes first, the idle time or the token’s end', () => {
    expect(verdictOf(facts({ inactiveMs: 14 * minute, remainingMs: 31_000 }))).toEqual({
      kind: 'prompt',
      remainingSeconds: 31,
    })
  })

  it('renews by itself under 15 s, without counting it as work', {
    meta: { covers: ['session.auto-renew', 'constant:session.auto-renew-below'] },
  }, () => {
    expect(verdictOf(facts({ remainingMs: 15_000 }))).toEqual({ kind: 'wait' })
    expect(verdictOf(facts({ remainingMs: 14_999 }))).toEqual({
      kind: 'renew',
      countsAsWork: false,
    })
  })

  it('does not renew by itself while the prompt shows', {
    meta: { covers: ['session.auto-renew'] },
  }, () => {
    expect(verdictOf(facts({ remainingMs: 10_000, inactiveMs: 13 * minute }))).toEqual({
      kind: 'prompt',
      remainingSeconds: 10,
    })
  })

  it('ends at zero, and without a token', { meta: { covers: ['session.zero-logout'] } }, () => {
    expect(verdictOf(facts({ remainingMs: 0 }))).toEqual({ kind: 'expire' })
    expect(verdictOf({ ...facts({}), life: null })).toEqual({ kind: 'expire' })
  })
})

it('a short session prompts a third of its length before the idle time is over', {
  meta: { covers: ['session.idle-prompt', 'constant:session.idle-prompt-lead-share'] },
}, () => {
  const short = { timeoutMs: 90_000, isOnBulkPage: false }
  const life = { remainingMs: 60_000, lengthMs: 90_000 }
  expect(verdictOf({ life, inactiveMs: 59_999, ...short })).toEqual({ kind: 'wait' })
  expect(verdictOf({ life, inactiveMs: 60_000, ...short }).kind).toBe('prompt')
})

it('the last token before the absolute end is not renewed over and over', () => {
  expect(verdictOf(facts({ remainingMs: 9000, lengthMs: 12_000 }))).toEqual({ kind: 'wait' })
})

describe('on the page that adds bulk operations', () => {
  it('idling renews instead of expiring', { meta: { covers: ['session.bulk-page-idle'] } }, () => {
    expect(verdictOf(facts({ inactiveMs: 15 * minute, isOnBulkPage: true }))).toEqual({
      kind: 'renew',
      countsAsWork: true,
    })
    expect(
      verdictOf(facts({ inactiveMs: 14.9 * minute, remainingMs: 6000, isOnBulkPage: true })),
    ).toEqual({ kind: 'renew', countsAsWork: true })
  })

  it('a token that has ended ends the session all the same', () => {
    expect(verdictOf(facts({ remainingMs: 0, isOnBulkPage: true }))).toEqual({ kind: 'expire' })
  })
})
