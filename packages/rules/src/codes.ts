const digit = /\p{Nd}/u

/** Decimal digits of a script follow one another, and so do whole sets of them: tens from the first. */
const valueOf = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  let first = point
  while (first > 0 && digit.test(String.fromCodePoint(first - 1))) first -= 1
  return String((point - first) % 10)
}

/**
 * A code as it was meant, however it was typed or pasted: full-width forms and the digits of every
 * script as ASCII (NFKC), without spaces, dashes and invisible marks. Every code that a person
 * types is compared in this form.
 */
export const foldCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, valueOf)
