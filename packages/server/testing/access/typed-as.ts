/**
 * The same digits in another script, whose nought is the code point `zero`, and between them what
 * copying brings along.
 */
export const typedAs = (code: string, zero: number): string =>
  [...code]
    .map((character) =>
      /\d/.test(character) ? String.fromCodePoint(zero + Number(character)) : character,
    )
    .join('\u200e')
