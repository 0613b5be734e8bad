import { hasLegalDirection, isIdentifierText } from './precis/code-points.ts'

/** Local part, `@` and domain of the longest mail address; no identifier may be longer. */
export const identifierMaximum = 320

/** The fault of text that cannot be an identifier. */
export const identifierFault = 'holds characters no identifier may hold'

/** RFC 8264, section 7: a string that has not settled by then is invalid. */
const maximumPasses = 4

/** Full- and half-width forms as the characters they stand for (the Hangul ones stay refused). */
const mapWidth = (text: string): string =>
  text.replace(/[\u3000\uff01-\uff9f]/g, (character) => character.normalize('NFKC'))

/** One enforcement of one userpart, its width mapped; null when it holds what identifiers may not. */
const enforce = (userpart: string): string | null => {
  const mapped = userpart.normalize('NFC').toLowerCase().normalize('NFC')
  return isIdentifierText(mapped) && hasLegalDirection(mapped) ? mapped : null
}

/** Every such character is legal as it stands, but for case (RFC 8264, section 9.11). */
const asciiText = /^[\u0021-\u007e]+$/

const normaliseUserpart = (userpart: string): string | null => {
  if (asciiText.test(userpart)) return userpart.toLowerCase()
  let before = userpart
  for (let pass = 0; pass < maximumPasses; pass += 1) {
    const after = enforce(before)
    if (after === null || after === before) return after
    before = after
  }
  return null
}

/**
 * The form in which user ids and aliases are stored and looked up: PRECIS UsernameCaseMapped
 * (RFC 8265, section 3.3), null for what that profile refuses. Userparts separated by spaces are
 * allowed (section 3.1) and end up one space apart; outer white space is dropped first, since people
 * paste it. Two choices: joiners (U+200C, U+200D) are never allowed, since they cannot be seen; and
 * characters are judged after mapping, so that decomposed Hangul does not fail before it composes.
 */
export const normaliseIdentifier = (text: string): string | null => {
  if (text.length > identifierMaximum * 2) return null
  const userparts = mapWidth(text).trim().split(/ +/).map(normaliseUserpart)
  if (userparts.some((part) => part === null || part === '')) return null
  const normalised = userparts.join(' ')
  return normalised.length <= identifierMaximum ? normalised : null
}

/**
 * A password as it is hashed: PRECIS OpaqueString (RFC 8265, section 4.2), so that every keyboard
 * gives the same bytes. Spaces become plain ones, the text NFC; case and width stay. Null for empty
 * text and for control characters; unassigned code points pass, a server may be older than an emoji.
 */
export const preparePassword = (text: string): string | null => {
  const prepared = text.replace(/\p{Zs}/gu, ' ').normalize('NFC')
  return prepared === '' || /[\p{Cc}\p{Cs}]/u.test(prepared) ? null : prepared
}
