import { describe, expect, it } from 'vitest'
import { secretOf, standingOf } from './answers.ts'

const at = '2026-11-29T09:00:00Z'
const details = (more: object = {}): string =>
  JSON.stringify({
    issuer: 'Blue',
    purpose: 'SIGN_IN',
    at,
    application: null,
    number: null,
    address: null,
    browser: null,
    ...more,
  })
const push = (id: string, text: string) => ({ id, numberAsked: false, details: text })
const answer = (more: object = {}): string =>
  JSON.stringify({ state: 'ACTIVE', time: at, pushes: [push('one', details())], ...more })

describe('what a service asks of the app', () => {
  it('is taken as it is told', () => {
    expect(standingOf(answer())?.pushes.map(({ id }) => id)).toEqual(['one'])
  })

  it.each([
    ['no JSON', '{'],
    ['no state that is known', answer({ state: 'GONE' })],
    ['no time', answer({ time: 'soon' })],
    ['a million requests', answer({ pushes: Array(1_000_000).fill(0) })],
    ['requests that are no list', answer({ pushes: {} })],
  ])('is not taken with %s', (_what, text) => {
    expect(standingOf(text)).toBeNull()
  })

  it.each([
    ['details that are no JSON', '{'],
    ['an object in the place of a text', details({ issuer: { a: 1 } })],
    ['a purpose that is none', details({ purpose: '__proto__' })],
    ['an object in the place of a name', details({ application: { a: 1 } })],
    ['details that go on and on', details({ browser: 'b'.repeat(5000) })],
  ])('leaves out a request with %s, and no other', (_what, text) => {
    const pushes = [push('odd', text), push('one', details())]
    const kept = () => standingOf(answer({ pushes }))?.pushes.map(({ id }) => id)
    expect(kept).not.toThrow()
    expect(kept()).toEqual(['one'])
  })
})

const claim = (more: object = {}): string =>
  JSON.stringify({
    id: 'token',
    issuer: 'Blue',
    account: 'anna',
    secret: 'MFRGGZDFMZTWQ2LK',
    algorithm: 'SHA1',
    digits: 6,
    periodSeconds: 30,
    time: at,
    ...more,
  })

describe('what codes are made from', () => {
  it('is taken as it is told', () => {
    expect(secretOf(claim())?.issuer).toBe('Blue')
  })

  it.each([
    ['a period of nothing', { periodSeconds: 0 }],
    ['a name that is an object', { issuer: { a: 1 } }],
    ['a billion digits', { digits: 1_000_000_000 }],
    ['no time', { time: 'soon' }],
    ['an algorithm that is none', { algorithm: '__proto__' }],
  ])('is not taken with %s', (_what, more) => {
    expect(secretOf(claim(more))).toBeNull()
  })
})
