/** The fonts that come with the product. */
export type ShippedFont = 'regular' | 'bold' | 'arabic' | 'arabicBold' | 'thai' | 'eastAsian'

const scripts = {
  arabic: /[\p{Script=Arabic}\u060c\u061b\u061f\u0640\u200f]/u,
  thai: /\p{Script=Thai}/u,
  eastAsian:
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef\u30fc]/u,
} as const

/**
 * The shipped font of a letter. It goes by its script, not by what happens to be loaded: a browser
 * that fetched three fonts draws what a server with all of them draws.
 */
export const shippedFontOf = (letter: string, isBold: boolean): ShippedFont => {
  if (letter < '\u0600') return isBold ? 'bold' : 'regular'
  if (scripts.arabic.test(letter)) return isBold ? 'arabicBold' : 'arabic'
  if (scripts.thai.test(letter)) return 'thai'
  if (scripts.eastAsian.test(letter)) return 'eastAsian'
  return isBold ? 'bold' : 'regular'
}

/** The shipped fonts that a text needs. */
export const fontsFor = (text: string, isBold: boolean): ReadonlySet<ShippedFont> =>
  new Set([isBold ? 'bold' : 'regular', ...[...text].map((each) => shippedFontOf(each, isBold))])
