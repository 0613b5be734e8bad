import { type DurationUnit, durationFromMs, durationUnits } from '@signet/rules/durations'
import { useFormats } from '../lib/dates.ts'
import { useText } from '../lib/i18n.ts'

/** Units that stand at the end of a field's name. */
const units = [
  ['Millis', 'ms'],
  ['Seconds', 'sec'],
  ['Minutes', 'min'],
  ['Hours', 'hr'],
  ['Days', 'day'],
] as const satisfies readonly (readonly [string, DurationUnit])[]

/** The unit that a setting is stored in; undefined for one that is no duration. */
export const unitOf = (field: string): DurationUnit | undefined =>
  units.find(([ending]) => field.endsWith(ending))?.[1]

const useDuration = () => {
  const text = useText()
  const { number } = useFormats()
  return (field: string, value: number): string => {
    const unit = unitOf(field)
    if (unit === undefined) return number(value)
    const { value: amount, unit: shown } = durationFromMs(value * durationUnits[unit])
    return text(`common:duration.amount.${shown}`, { value: amount })
  }
}

/** A value of a setting as administrators read it. */
export const useSettingValue = () => {
  const text = useText('settings')
  const duration = useDuration()
  return (field: string, value: unknown): string => {
    if (typeof value === 'boolean') return text(value ? 'settings:weak.on' : 'settings:weak.off')
    if (typeof value === 'number') return duration(field, value)
    if (Array.isArray(value) && value.length > 0) return value.join(', ')
    return typeof value === 'string' && value !== '' ? value : '–'
  }
}
