import { expect, it } from 'vitest'
import { codeCharacters } from './code-characters.ts'
import { hasNoDuplicateCharacters } from './text.ts'

it('codes have no character that is mistaken for another, and none twice', () => {
  expect(codeCharacters).toBe('0123456789ACDEFHJKMNPQRTVWXY')
  expect(hasNoDuplicateCharacters(codeCharacters)).toBe(true)
})
