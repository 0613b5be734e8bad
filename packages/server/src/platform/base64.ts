/**
 * Base64 without the blanks and line breaks in it; null for other text, or for one longer than
 * `longest` characters. Blanks go first: a pattern that also has to skip them takes time that grows
 * with the square of their number.
 */
export const plainBase64 = (text: string, longest: number): string | null => {
  if (text.length > longest) return null
  const plain = text.replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(plain) ? plain : null
}
