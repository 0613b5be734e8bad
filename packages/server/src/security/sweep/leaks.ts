/** Shorter secrets count only where they are a word: six digits are found in any long number. */
const windowLength = 12

const isWord = (text: string): boolean => /^[\w-]+$/.test(text)

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Sums of weighted characters of a window, kept as it moves on: one step a character. */
const factor = 0x01000193
const leaving = (() => {
  let power = 1
  for (let at = 1; at < windowLength; at += 1) power = Math.imul(power, factor)
  return power
})()

const enter = (hash: number, code: number): number => (Math.imul(hash, factor) + code) | 0

const hashAt = (text: string, start: number): number => {
  let hash = 0
  for (let at = start; at < start + windowLength; at += 1) hash = enter(hash, text.charCodeAt(at))
  return hash
}

/** A bit of each hash, which most windows of a text do not hit. */
const mask = 0xfffff
const bitsOf = (secrets: readonly string[]): Uint8Array => {
  const bits = new Uint8Array(mask + 1)
  for (const secret of secrets) bits[hashAt(secret, secret.length - windowLength) & mask] = 1
  return bits
}

export interface LeakSearch {
  /** Which of the secrets a text shows. */
  in(text: string): string[]
}

const longSearch = (secrets: readonly string[]): LeakSearch => {
  // By their last characters: tokens and sealed values begin alike.
  const found = Map.groupBy(secrets, (secret) => secret.slice(-windowLength))
  const bits = bitsOf(secrets)
  const endingAt = (text: string, end: number): string[] =>
    (found.get(text.slice(end - windowLength, end)) ?? []).filter((secret) =>
      text.endsWith(secret, end),
    )
  return {
    in: (text) => {
      if (text.length < windowLength) return []
      const shown: string[] = []
      let hash = hashAt(text, 0)
      for (let end = windowLength; ; end += 1) {
        if (bits[hash & mask] === 1) shown.push(...endingAt(text, end))
        if (end === text.length) return shown
        const left = Math.imul(text.charCodeAt(end - windowLength), leaving)
        hash = enter((hash - left) | 0, text.charCodeAt(end))
      }
    },
  }
}

const shortSearch = (secrets: readonly string[]): LeakSearch => {
  const words = new Set(secrets.filter(isWord))
  const others = secrets.filter((secret) => !isWord(secret))
  const shows = (text: string, secret: string): boolean =>
    text.includes(secret) && new RegExp(`(?<![\\w-])${escaped(secret)}(?![\\w-])`).test(text)
  return {
    in: (text) => {
      const shown = words.size === 0 ? [] : (text.match(/[\w-]+/g) ?? [])
      return [
        ...shown.filter((word) => words.has(word)),
        ...others.filter((secret) => shows(text, secret)),
      ]
    },
  }
}

/** Searches texts for any of these secrets, in time that grows with the texts alone. */
export const leakSearch = (secrets: Iterable<string>): LeakSearch => {
  const all = [...new Set(secrets)].filter((secret) => secret !== '')
  const long = longSearch(all.filter(({ length }) => length >= windowLength))
  const short = shortSearch(all.filter(({ length }) => length < windowLength))
  return { in: (text) => [...new Set([...long.in(text), ...short.in(text)])] }
}

/** Secrets in clear and as PostgreSQL writes bytes. */
export const withHex = (secrets: Iterable<string>): string[] =>
  [...secrets].flatMap((secret) => [secret, Buffer.from(secret).toString('hex')])
