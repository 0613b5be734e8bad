import { hasNoDisallowedCharacters } from './text.ts'

/**
 * Characters of codes that people read and type: digits and capital letters, without letters that are
 * mistaken for digits or for each other.
 */
export const codeCharacters = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  .filter((character) => hasNoDisallowedCharacters(character))
  .join('')
