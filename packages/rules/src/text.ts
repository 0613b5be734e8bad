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

export const isUserCodeAtLeast = (code: string, minimum: number): boolean =>
  userCodeLength(code) >= minimum

export const isUserCodeAtMost = (code: string, maximum: number): boolean =>
  userCodeLength(code) <= maximum

/** No white space of any kind: a tab or a no-break space misleads as a space does. */
export const hasNoSpaces = (text: string): boolean => !/\s/u.test(text)

/** Names may not hold what a careless page would read as markup. */
export const withoutAngleBrackets = /^[^<>]*$/

/** Letters, digits, hyphen and underscore of ASCII: safe in file names, headers and shells. */
export const isExportName = (text: string): boolean => /^[A-Za-z0-9_-]+$/.test(text)

/** Exact comparison: `a` and `A` are two characters. */
export const hasNoDuplicateCharacters = (text: string): boolean =>
  new Set(text).size === characterCount(text)

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

/** Turn the order in which letters stand (UAX #9, 2.1 to 2.4): text made with them says another thing than it holds. */
const orderMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are taken out
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff\ufff9-\uffff]/g

/**
 * What no reader sees: controls, and what Unicode leaves out of a line by default
 * (Default_Ignorable_Code_Point, the Hangul fillers among them), the blank of Braille, anchors of notes.
 * A name that holds one shows as another, or as nothing. Joiners and selectors of a letter's form are
 * judged by the letters beside them.
 */
const unseen = /(?![\p{Join_C}\p{VS}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\ufff9-\ufffb]/gu
/** Joiners change nothing but where letters of such a script, or parts of an emoji, stand on both sides. */
const joiner =
  /(?<![\p{sc=Adlam}\p{sc=Arabic}\p{sc=Bengali}\p{sc=Devanagari}\p{sc=Gujarati}\p{sc=Gurmukhi}\p{sc=Kannada}\p{sc=Khmer}\p{sc=Malayalam}\p{sc=Mandaic}\p{sc=Mongolian}\p{sc=Myanmar}\p{sc=Nko}\p{sc=Oriya}\p{sc=Sinhala}\p{sc=Syriac}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Tibetan}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\p{Extended_Pictographic}\ufe0f)\p{Join_C}|\p{Join_C}(?![\p{sc=Adlam}\p{sc=Arabic}\p{sc=Bengali}\p{sc=Devanagari}\p{sc=Gujarati}\p{sc=Gurmukhi}\p{sc=Kannada}\p{sc=Khmer}\p{sc=Malayalam}\p{sc=Mandaic}\p{sc=Mongolian}\p{sc=Myanmar}\p{sc=Nko}\p{sc=Oriya}\p{sc=Sinhala}\p{sc=Syriac}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Tibetan}\p{Extended_Pictographic}])/gu
/** A selector belongs to one of the characters that have several forms, or to the digit of a keycap. */
const selector =
  /(?<![\p{Extended_Pictographic}\p{sc=Han}\p{sc=Mongolian}])(?!(?<=[#*\d])\ufe0f\u20e3)\p{VS}/gu
const hidden = [unseen, joiner, selector]

/** Why a name is rejected that hides characters. */
export const hiddenCharacters = 'hidden characters'

export const isPlainLine = (text: string): boolean => hidden.every((each) => text.search(each) < 0)

export const withoutHidden = (text: string): string =>
  hidden.reduce((kept, each) => kept.replace(each, ''), text)

/**
 * Text of several lines as people read it: nothing in it that no reader sees, no more than one empty
 * line in a row. Markup stays the text that it is.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/\p{Surrogate}/gu, '')
    .replace(controls, '')
    .replace(orderMarks, '')
    .replace(/(?<! ) +\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Folded but for case: nothing to trim, to join or to compose. */
const alreadyPlain = /^[!-~]+(?: [!-~]+)*$/

/** The form in which names are compared: NFC, lower case, no outer and no repeated spaces. */
export const foldName = (name: string): string =>
  alreadyPlain.test(name)
    ? name.toLowerCase()
    : name.trim().replace(/\s+/gu, ' ').normalize('NFC').toLowerCase()
