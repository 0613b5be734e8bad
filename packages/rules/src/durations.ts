import { oneOf } from './membership.ts'
import { isNumberBetween, numberOf } from './numbers.ts'

/** Milliseconds of each unit that a duration is entered in. */
export const durationUnits = {
  ms: 1,
  sec: 1000,
  min: 60_000,
  hr: 3_600_000,
  day: 86_400_000,
} as const

export type DurationUnit = keyof typeof durationUnits
/** Smallest first. */
export const durationUnitNames = ['ms', 'sec', 'min', 'hr', 'day'] as const
export const isDurationUnit = oneOf(durationUnitNames)

export interface Duration {
  readonly value: number
  readonly unit: DurationUnit
}

/** Null when the value is no number, the unit none of ours, or the result no whole millisecond. */
export const durationToMs = (value: unknown, unit: unknown): number | null => {
  const number = numberOf(value)
  if (number === null || !isDurationUnit(unit)) return null
  const ms = number * durationUnits[unit]
  return Number.isSafeInteger(ms) ? ms : null
}

export interface DurationBounds {
  readonly minMs: number
  readonly maxMs: number
  /** A value outside the range with a meaning of its own (never, unlimited); null without one. */
  readonly specialMs?: number | null
}

/** Bounds are allowed; the special value is compared in milliseconds, whatever its unit. */
export const isDurationWithin = (
  value: unknown,
  unit: unknown,
  { minMs, maxMs, specialMs = null }: DurationBounds,
): boolean => {
  const ms = durationToMs(value, unit)
  if (ms === null) return false
  return ms === specialMs || isNumberBetween(ms, { min: minMs, max: maxMs })
}

/** The duration in the largest unit that divides it exactly: how a field shows it first. */
export const durationFromMs = (ms: number): Duration => {
  const unit = durationUnitNames.findLast((name) => ms % durationUnits[name] === 0) ?? 'ms'
  return { value: ms / durationUnits[unit], unit }
}
