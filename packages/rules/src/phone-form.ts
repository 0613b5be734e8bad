/** Digits of any script with what people write between them; which numbers exist is for `phones.ts`. */
export const phoneForm =
  /^[+\uff0b]?[\p{Nd}\s()\uff08\uff09./\uff0e\uff0f\u2010-\u2015\u2212\u30fc\uff0d-]{3,63}$/u

/** Marks of direction and width that are copied with a number and not seen. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A number as it is typed, of one that is copied: without marks around it, and `tel:` (RFC 3966). */
export const bareNumber = (text: string): string =>
  text
    .replaceAll(unseen, '')
    .trim()
    .replace(/^tel:\s*/i, '')

/** What stands before an extension: words of several languages, `;ext=` of RFC 3966, pauses. */
const extension =
  /^[^\p{L};,#]{3,63}(?:;ext=|[,;]?\s?(?:x|ext|extn|extension|extensión|poste|durchwahl|dw|anexo|interno|ramal|доб|内線)|#|,{1,3})[\s.:]*\p{Nd}{1,12}$/iu

export const extensionFault = 'has an extension, which cannot be stored: leave it out'

export const hasExtension = (text: string): boolean => extension.test(text.normalize('NFKC'))
