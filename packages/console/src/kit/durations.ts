import {
  type DurationUnit,
  durationFromMs,
  durationUnits,
  isDurationWithin,
} from '@signet/rules/durations'
import { z } from 'zod'
import { textNow } from '../lib/i18n.ts'
import { saidFault } from '../lib/validation-texts.ts'

/** `2 hours`: the duration in the largest unit that divides it. */
export const durationText = (stored: number, storedIn: DurationUnit): string => {
  const { value, unit } = durationFromMs(stored * durationUnits[storedIn])
  return textNow(`common:duration.amount.${unit}`, { value })
}

interface BoundsOptions {
  /** What the stored number counts. */
  readonly storedIn: DurationUnit
  /** A value outside of the bounds with a meaning of its own. */
  readonly special?: number
}

/** A duration within the bounds of the contract's number; its fault names them as durations. */
export const withinBounds = (
  { minValue, maxValue }: z.ZodNumber,
  { storedIn, special }: BoundsOptions,
) => {
  const ms = (stored: number | null | undefined): number | null =>
    typeof stored === 'number' ? stored * durationUnits[storedIn] : null
  const bounds = {
    minMs: ms(minValue) ?? 0,
    maxMs: ms(maxValue) ?? Number.MAX_SAFE_INTEGER,
    specialMs: ms(special),
  }
  const error = (): string => {
    const minimum = durationText(bounds.minMs, 'ms')
    const maximum = durationText(bounds.maxMs, 'ms')
    return saidFault(
      special === undefined
        ? textNow('common:duration.between', { minimum, maximum })
        : textNow('common:duration.betweenOr', {
            minimum,
            maximum,
            special: durationText(special, storedIn),
          }),
    )
  }
  const isWithin = (stored: number): boolean =>
    Number.isInteger(stored) && isDurationWithin(stored, storedIn, bounds)
  return z.number({ error }).refine(isWithin, { error })
}
