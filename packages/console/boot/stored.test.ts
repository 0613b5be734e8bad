import { afterEach, describe, expect, it } from 'vitest'
import { hasStoredSession, hasTabSession } from './stored.ts'

const key = 'signet.authentication'
const store = (value: unknown): void => localStorage.setItem(key, JSON.stringify(value))
const session = { jwt: { time: 1_000_000, expires: 1_900_000 } }

afterEach(() => localStorage.clear())

describe('a stored session', () => {
  it('counts until its length has passed, whatever the visitor’s clock says', () => {
    store({ session, receivedAt: 50 })
    expect(hasStoredSession(key, 50 + 899_999)).toBe(true)
    expect(hasStoredSession(key, 50 + 900_000)).toBe(false)
  })

  it.each([null, 'x', { session: null, receivedAt: 1 }, { session: { jwt: {} }, receivedAt: 1 }])(
    'is none when the store holds %j',
    (value) => {
      store(value)
      expect(hasStoredSession(key, 2)).toBe(false)
    },
  )

  it('is none when the store holds no JSON', () => {
    localStorage.setItem(key, '{')
    expect(hasStoredSession(key, 2)).toBe(false)
  })
})

it('the session of a provider is one of its tab', () => {
  sessionStorage.setItem('signet.support', JSON.stringify({ session, receivedAt: 50 }))
  expect(hasTabSession('signet.support', 60)).toBe(true)
  expect(hasStoredSession('signet.support', 60)).toBe(false)
  sessionStorage.clear()
  expect(hasTabSession('signet.support', 60)).toBe(false)
})
