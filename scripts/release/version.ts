/** Numbers of a version without marks for drafts (Semantic Versioning 2.0.0, section 2); null for anything else. */
const numbersOf = (text: string): readonly number[] | null =>
  /^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/.test(text) ? text.split('.').map(Number) : null

/** Why `wanted` cannot follow `present`; null when it can. */
export const faultOfVersion = (wanted: string, present: string): string | null => {
  const [next, former] = [numbersOf(wanted), numbersOf(present)]
  if (next === null) return `"${wanted}" is not a version like 1.2.3.`
  if (former === null) return `The present version "${present}" is not like 1.2.3.`
  const at = next.findIndex((number, place) => number !== former[place])
  const isHigher = at >= 0 && (next[at] ?? 0) > (former[at] ?? 0)
  return isHigher ? null : `${wanted} does not follow ${present}.`
}
