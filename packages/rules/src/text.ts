/** The key of the message shown when `isFilled` fails. */
export const requiredErrorKey = 'errors.isRequired'

/** Characters as people count them: code points, the measure of PostgreSQL's `char_length` too. */
export const characterCount = (text: string): number => Array.from(text).length

/**
 * Null, empty text and empty lists are not filled. Text of white space only counts as empty:
 * nobody who sees the field would call it filled. Zero and false are values.
 */
export const isFilled = (value: unknown): boolean => {
  if (value === null || value === undefined) return false
  if (typeof value === 'string') return value.trim() !== ''
  return !(Array.isArray(value) && value.length === 0)
}

export const isNotNull = (value: unknown): boolean => value !== null && value !== undefined

export const isOneFilled = (values: readonly unknown[]): boolean => values.some(isFilled)

/** Outer white space does not count. Without a bound everything passes. */
export const isTrimmedLengthAtMost = (text: string, maximum: number | null): boolean =>
  maximum === null || characterCount(text.trim()) <= maximum

/** Outer white space does not count. Without a bound everything passes. */
export const isTrimmedLengthAtLeast = (text: string, minimum: number | null): boolean =>
  minimum === null || characterCount(text.trim()) >= minimum

/** Counts every character, outer spaces too: it measures secrets, where a space is a character. */
export const isLengthAtLeast = (text: string, minimum: number): boolean =>
  characterCount(text) >= minimum

/** Dashes only group a user code for the eye (RFC 8628, section 6.1). */
const userCodeLength = (code: string): number => characterCount(code.replaceAll('-', ''))

export const isUserCodeAtMost = (code: string, maximum: number): boolean =>
  userCodeLength(code) <= maximum

export const isUserCodeAtLeast = (code: string, minimum: number): boolean =>
  userCodeLength(code) >= minimum

/** No white space of any kind: a tab or a no-break space misleads as a space does. */
export const hasNoSpaces = (text: string): boolean => !/\s/u.test(text)

export const hasNoAngleBrackets = (text: string): boolean => !/[<>]/.test(text)

/** Letters, digits, hyphen and underscore of ASCII: safe in file names, headers and shells. */
export const isExportName = (text: string): boolean => /^[A-Za-z0-9_-]+$/.test(text)

/** Exact comparison: `a` and `A` are two characters. */
export const hasNoDuplicateCharacters = (text: string): boolean =>
  new Set(text).size === characterCount(text)

/** Letters easily taken for digits. */
export const disallowedCharacters = ['B', 'G', 'I', 'L', 'O', 'S', 'U', 'Z'] as const

/** Either case is refused: codes are read aloud and typed without regard to case. */
export const hasNoDisallowedCharacters = (text: string): boolean => !/[BGILOSUZ]/i.test(text)

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The first `maximum` characters; never half of one. */
export const cutText = (text: string, maximum: number): string =>
  text.length <= maximum ? text : Array.from(text).slice(0, maximum).join('')

/** The form in which names are compared: NFC, lower case, no outer and no repeated spaces. */
export const foldName = (name: string): string =>
  name.trim().replace(/\s+/gu, ' ').normalize('NFC').toLowerCase()
