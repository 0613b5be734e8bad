import { expect, it } from 'vitest'
import { foldName } from './text.ts'

it.each([
  ['Ada LOVELACE-7', 'ada lovelace-7'],
  ['  Ada   Lovelace ', 'ada lovelace'],
  ['Ada\t\n Lovelace\u00a0', 'ada lovelace'],
  ['A\u0308rzte', '\u00e4rzte'],
  ['\u00c4RZTE', '\u00e4rzte'],
  ['A\u007fB', 'a\u007fb'],
  [' ', ''],
  ['', ''],
])('folds %j to %j', (name, folded) => {
  expect(foldName(name)).toBe(folded)
  expect(foldName(folded)).toBe(folded)
})
