/** Units of a relative date. Case matters: `M` is a month, `m` a minute. */
export const relativeDateUnits = {
  Y: 'year',
  M: 'month',
  D: 'day',
  h: 'hour',
  m: 'minute',
  s: 'second',
  w: 'week',
} as const

export type RelativeDateUnit = (typeof relativeDateUnits)[keyof typeof relativeDateUnits]

export interface RelativeDate {
  /** Negative for the past. */
  readonly amount: number
  readonly unit: RelativeDateUnit
}

const units: ReadonlyMap<string, RelativeDateUnit> = new Map(Object.entries(relativeDateUnits))

/** Sign, number (six digits at most), unit: `+1D`, `-30m`; null for anything else. */
export const parseRelativeDate = (text: string): RelativeDate | null => {
  const [, sign, digits, letter] = /^([+-])(\d{1,6})([YMDhmsw])$/.exec(text) ?? []
  const unit = units.get(letter ?? '')
  if (unit === undefined || digits === undefined) return null
  const amount = Number(digits)
  return { amount: sign === '-' && amount !== 0 ? -amount : amount, unit }
}

const letters = new Map([...units].map(([letter, unit]) => [unit, letter]))

/** Sign, number and unit, as they are typed: `+1D`. */
export const formatRelativeDate = ({ amount, unit }: RelativeDate): string =>
  `${amount < 0 ? '-' : '+'}${Math.abs(amount)}${letters.get(unit) ?? ''}`

export const isRelativeDate = (text: string): boolean => parseRelativeDate(text) !== null

const fixedMs = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
} as const

/** Months later in UTC; a day that the month does not have becomes its last (31 January + 1M). */
const addMonths = (from: Date, months: number): Date => {
  const result = new Date(from)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(result)
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0)
  result.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()))
  return result
}

/** The instant that lies `amount` units from `from`, counted in UTC; null beyond what dates hold. */
export const addRelativeDate = (from: Date, { amount, unit }: RelativeDate): Date | null => {
  const result =
    unit === 'year' || unit === 'month'
      ? addMonths(from, unit === 'year' ? amount * 12 : amount)
      : new Date(from.getTime() + amount * fixedMs[unit])
  return Number.isNaN(result.getTime()) ? null : result
}
