/** The largest integer that a numeric field of the product takes. */
export const maximumInteger = 2_147_483_647

const decimal = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/

/** A number, or its plain decimal text; null for anything else (`1,5`, `1x`, `1e3`, empty). */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > 40) return null
  const text = value.trim()
  return decimal.test(text) ? Number(text) : null
}

export interface NumberRange {
  readonly min: number
  readonly max: number
}

/** Both bounds are allowed. */
export const isNumberBetween = (value: unknown, { min, max }: NumberRange): boolean => {
  const number = numberOf(value)
  return number !== null && number >= min && number <= max
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Nothing to compare on either side passes (`isFilled` asks for values); no number fails. */
const compare = (
  value: unknown,
  other: unknown,
  holds: (left: number, right: number) => boolean,
): boolean => {
  if (isEmpty(value)) return true
  const left = numberOf(value)
  if (left === null) return false
  if (isEmpty(other)) return true
  const right = numberOf(other)
  return right !== null && holds(left, right)
}

export const isLessThanField = (value: unknown, other: unknown): boolean =>
  compare(value, other, (left, right) => left < right)

export const isAtMostField = (value: unknown, other: unknown): boolean =>
  compare(value, other, (left, right) => left <= right)

export const isAtLeastField = (value: unknown, other: unknown): boolean =>
  compare(value, other, (left, right) => left >= right)
