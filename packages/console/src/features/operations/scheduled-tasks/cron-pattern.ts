/** What people mean by a schedule; CUSTOM is told by its cron expression alone. */
export type Pattern =
  | { readonly kind: 'DAILY'; readonly time: string }
  /** Weekdays as cron counts them: Sunday is 0. */
  | { readonly kind: 'WEEKLY'; readonly time: string; readonly weekdays: readonly number[] }
  /** The day from 1 to 31, or L for the last. */
  | { readonly kind: 'MONTHLY'; readonly time: string; readonly day: string }
  | { readonly kind: 'CUSTOM' }

export const patternKinds = ['DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM'] as const
export type PatternKind = (typeof patternKinds)[number]

/** Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const

/** Days that every month has, and its last. */
export const monthDays = [...Array.from({ length: 28 }, (_, at) => String(at + 1)), 'L']

const two = (number: number): string => String(number).padStart(2, '0')

const timeOf = (hour: number, minute: number): string | null =>
  hour <= 23 && minute <= 59 ? `${two(hour)}:${two(minute)}` : null

const rangeOf = (part: string): readonly number[] | null => {
  const [, from, until] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? []
  if (from === undefined) return null
  const [first, last] = [Number(from), Number(until ?? from)]
  return last < first ? null : Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** `1-5`, `1,3` as numbers in the order of the week; Sunday is 0 or 7. */
const weekdaysOf = (field: string): readonly number[] | null => {
  const parts = field.split(',').map(rangeOf)
  if (parts.includes(null)) return null
  const named = new Set(parts.flatMap((days) => (days ?? []).map((day) => day % 7)))
  return weekdays.filter((day) => named.has(day))
}

const fields = /^\s*(\d{1,2})\s+(\d{1,2})\s+(\*|L|\d{1,2})\s+\*\s+(\*|[0-7,-]+)\s*$/
const custom = { kind: 'CUSTOM' } as const

/** The pattern that a cron expression says, where people have a word for it. */
export const patternOf = (cron: string): Pattern => {
  const [, minute, hour, day = '', weekday = ''] = fields.exec(cron) ?? []
  const time = timeOf(Number(hour), Number(minute))
  if (time === null) return custom
  if (day === '*' && weekday === '*') return { kind: 'DAILY', time }
  if (weekday === '*') return monthDays.includes(day) ? { kind: 'MONTHLY', time, day } : custom
  const days = weekdaysOf(weekday)
  return day === '*' && days !== null ? { kind: 'WEEKLY', time, weekdays: days } : custom
}

/** The cron expression of a pattern that has one. */
export const cronOf = (pattern: Exclude<Pattern, { readonly kind: 'CUSTOM' }>): string => {
  const [hour, minute] = pattern.time.split(':').map(Number)
  const at = `${minute ?? 0} ${hour ?? 0}`
  if (pattern.kind === 'DAILY') return `${at} * * *`
  if (pattern.kind === 'MONTHLY') return `${at} ${pattern.day} * *`
  return `${at} * * ${pattern.weekdays.toSorted().join(',')}`
}
