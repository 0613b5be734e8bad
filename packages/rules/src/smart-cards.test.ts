import { describe, expect, it } from 'vitest'
import { chipNumber } from './smart-cards.ts'

describe('the number of a chip', () => {
  it.each([
    ['04a2b3c4', '04A2B3C4'],
    ['04:A2:B3:C4:D5:E6:80', '04A2B3C4D5E680'],
    [' 04 a2-b3 c4 ', '04A2B3C4'],
    ['01020304050607080910', '01020304050607080910'],
  ])('%s is kept as %s', (said, kept) => {
    expect(chipNumber(said)).toBe(kept)
  })

  it.each(['', '04a2b3', '04a2b3c', '04a2b3cg', '0102030405060708091011'])(
    'is never %j',
    (said) => {
      expect(chipNumber(said)).toBeNull()
    },
  )
})
