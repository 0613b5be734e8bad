import type { DrawnFormat } from '../shapes/barcode.ts'

/** Why a value cannot stand in a barcode; the words are the reader’s language’s. */
export type Reason =
  | { readonly code: 'EMPTY' }
  | { readonly code: 'CHARACTER'; readonly letter: string; readonly at: number }
  | { readonly code: 'LENGTH'; readonly found: number; readonly expected: string }
  | { readonly code: 'CHECK_DIGIT'; readonly found: string; readonly expected: string }
  | { readonly code: 'TOO_LONG'; readonly found: number; readonly most: number }
  | { readonly code: 'TOO_SMALL'; readonly neededMm: number; readonly found: number }
  | { readonly code: 'REFUSED'; readonly message: string }

/** Letters that each format has; any of them for a format that is not named. */
const alphabets: Readonly<Partial<Record<DrawnFormat, RegExp>>> = {
  CODE128: /^[\u0020-\u007e]$/,
  'CODE 39': /^[0-9A-Z\-. $/+%]$/,
  'EAN 13': /^\d$/,
}

/** More than these no symbol of a card can hold; what one holds less is found by drawing it. */
const most: Readonly<Record<DrawnFormat, number>> = {
  CODE128: 60,
  'CODE 39': 40,
  'EAN 13': 13,
  PDF417: 800,
  'QR Code': 1200,
}

/** Modulo 10 with the weights 1 and 3 (GS1 General Specifications, 7.9). */
const checkDigitOf = (twelve: string): string => {
  const sum = [...twelve].reduce(
    (soFar, digit, at) => soFar + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

const reasonOfEan = (value: string): Reason | null => {
  if (value.length !== 12 && value.length !== 13) {
    return { code: 'LENGTH', found: value.length, expected: '12, 13' }
  }
  const expected = checkDigitOf(value.slice(0, 12))
  const found = value.slice(12)
  return found === '' || found === expected ? null : { code: 'CHECK_DIGIT', found, expected }
}

/** Why this value is none for this format; null where it is one. */
export const reasonAgainst = (format: DrawnFormat, value: string): Reason | null => {
  if (value === '') return { code: 'EMPTY' }
  const letters = [...value]
  const alphabet = alphabets[format]
  const at = alphabet === undefined ? -1 : letters.findIndex((letter) => !alphabet.test(letter))
  if (at >= 0) return { code: 'CHARACTER', letter: letters[at] ?? '', at: at + 1 }
  if (format === 'EAN 13') return reasonOfEan(value)
  return letters.length > most[format]
    ? { code: 'TOO_LONG', found: letters.length, most: most[format] }
    : null
}
