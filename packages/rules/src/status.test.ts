import { describe, expect, it } from 'vitest'
import { endingCardStatus } from './status.ts'

const now = '2026-11-22T00:00:00Z'
const card = { enrollState: 'ENROLLED', encodeState: 'ENCODE_DONE' }

describe('a card with an end', () => {
  it.each([
    ['ACTIVE', null, 'ACTIVE'],
    ['PENDING', '2026-11-23T00:00:00Z', 'PENDING'],
    ['ACTIVE', '2026-11-21T00:00:00Z', 'EXPIRED'],
    ['CANCELED', '2026-11-21T00:00:00Z', 'CANCELED'],
  ])('in the state %s that ends %s is %s', (state, expireDate, status) => {
    expect(endingCardStatus({ ...card, state, expireDate }, now)).toBe(status)
  })
})
