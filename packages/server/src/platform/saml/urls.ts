/** What a parser of URLs would drop or turn into something else is not compared at all. */
const isPlain = (text: string): boolean => /^[^\s\\\p{C}]+$/u.test(text)

/** As a browser goes there; null for what is no URL. */
export const urlOf = (text: string): string | null =>
  isPlain(text) && URL.canParse(text) ? new URL(text).href : null

/**
 * Whether two URLs lead to the same place: letters of scheme and host, a default port and an empty
 * path do not matter (RFC 3986, section 6.2.3), everything behind the host does.
 */
export const isSameUrl = (one: string, other: string): boolean =>
  one === other || (urlOf(one) ?? 1) === (urlOf(other) ?? 2)
