/** A version by its order (Semantic Versioning 2.0.0, section 11). */
interface Version {
  readonly numbers: readonly number[]
  readonly prerelease: readonly string[]
}

/** `0` of the OSV schema stands before every version; build metadata counts for nothing. */
const versionOf = (text: string): Version => {
  const [plain = ''] = text.split('+')
  const [core = '', ...prerelease] = plain.split('-')
  const numbers = core.split('.').map(Number)
  return { numbers, prerelease: prerelease.length === 0 ? [] : prerelease.join('-').split('.') }
}

const isNumber = (part: string): boolean => /^\d+$/.test(part)

const comparePart = (one: string, other: string): number => {
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other)
  if (isNumber(one) !== isNumber(other)) return isNumber(one) ? -1 : 1
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** A prerelease comes before its release; of two, the longer one comes later where all else is equal. */
const comparePrerelease = (one: readonly string[], other: readonly string[]): number => {
  if (one.length === 0 || other.length === 0) return other.length - one.length
  for (const [at, part] of one.entries()) {
    const beside = other[at]
    if (beside === undefined) return 1
    const order = comparePart(part, beside)
    if (order !== 0) return order
  }
  return one.length - other.length
}

/** Below zero where `one` comes first. */
export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [versionOf(one), versionOf(other)]
  for (const at of [0, 1, 2]) {
    const order = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (order !== 0) return order
  }
  return comparePrerelease(a.prerelease, b.prerelease)
}
