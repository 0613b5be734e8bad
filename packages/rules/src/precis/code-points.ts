/** RFC 8264, section 9.6: PVALID whatever their category says. */
const exceptionallyValid = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/u
/** RFC 8264, section 9.6: DISALLOWED whatever their category says. */
const exceptionallyRefused = /[\u0640\u07fa\u3031-\u3035\u303b]|[\u302e-\u302f]/u
const ascii = /[\x21-\x7e]/
/** Section 9.9: conjoining letters; syllables written with them compose under NFC. */
const oldHangulJamo = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7c6\ud7cb-\ud7fb]/u
/** Section 9.13: what cannot be seen, though some of it is a letter or a mark; joiners among it. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u
/** Section 9.1. */
const letterOrDigit = /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]/u

/** Code points that are valid in certain company only (RFC 5892, appendix A). */
const contextual = /[\u00b7\u0375\u05f3\u05f4\u30fb\u0660-\u0669\u06f0-\u06f9]/u

interface Place {
  readonly before: string
  readonly after: string
  readonly text: string
}

const isInContext = (character: string, { before, after, text }: Place): boolean => {
  switch (character) {
    case '\u00b7': // middle dot, A.3: Catalan l·l
      return before === 'l' && after === 'l'
    case '\u0375': // Greek keraia, A.4
      return /^\p{Script=Greek}$/u.test(after)
    case '\u05f3': // Hebrew geresh and gershayim, A.5 and A.6
    case '\u05f4':
      return /^\p{Script=Hebrew}$/u.test(before)
    case '\u30fb': // Katakana middle dot, A.7
      return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)
    default: // Arabic-Indic digits of the two kinds do not mix, A.8 and A.9
      return !(/[\u0660-\u0669]/.test(text) && /[\u06f0-\u06f9]/.test(text))
  }
}

/** The derived property of one code point outside context (RFC 8264, section 8, in its order). */
const isValidAlone = (character: string): boolean => {
  if (exceptionallyValid.test(character)) return true
  if (exceptionallyRefused.test(character)) return false
  if (ascii.test(character)) return true
  if (oldHangulJamo.test(character) || ignorable.test(character)) return false
  return character.normalize('NFKC') === character && letterOrDigit.test(character)
}

/** Whether every code point of lower-case text is valid in the IdentifierClass (section 4.2). */
export const isIdentifierText = (text: string): boolean => {
  const characters = Array.from(text)
  return characters.every((character, index) =>
    contextual.test(character)
      ? isInContext(character, {
          before: characters[index - 1] ?? '',
          after: characters[index + 1] ?? '',
          text,
        })
      : isValidAlone(character),
  )
}

const rightToLeftScripts =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mende_Kikakui}\p{Script=Yezidi}\p{Script=Imperial_Aramaic}\p{Script=Phoenician}\p{Script=Old_South_Arabian}\p{Script=Avestan}\p{Script=Sogdian}\p{Script=Cypriot}\p{Script=Kharoshthi}\p{Script=Lydian}\p{Script=Manichaean}\p{Script=Nabataean}\p{Script=Palmyrene}\p{Script=Hatran}\p{Script=Old_Turkic}\p{Script=Old_Hungarian}]/u

type Direction = 'left' | 'right' | 'european' | 'arabic' | 'mark' | 'neutral'

/** The Bidi_Class in the six groups that the rule distinguishes, told from script and category. */
const directionOf = (character: string): Direction => {
  if (/\p{Mn}/u.test(character)) return 'mark'
  if (/[0-9\u06f0-\u06f9]/.test(character)) return 'european'
  if (/[\u0660-\u0669]/.test(character)) return 'arabic'
  if (rightToLeftScripts.test(character)) return 'right'
  return /[\p{L}\p{Mc}\p{Nd}]/u.test(character) ? 'left' : 'neutral'
}

/**
 * The Bidi Rule (RFC 5893, section 2) for text with a right-to-left character: it starts with one,
 * holds nothing left-to-right, ends in a letter or digit, and does not mix the kinds of digits.
 */
export const hasLegalDirection = (text: string): boolean => {
  const directions = Array.from(text, directionOf)
  if (!directions.some((one) => one === 'right' || one === 'arabic')) return true
  const last = directions.findLast((one) => one !== 'mark')
  return (
    directions[0] === 'right' &&
    !directions.includes('left') &&
    last !== 'neutral' &&
    !(directions.includes('european') && directions.includes('arabic'))
  )
}
