export interface NamedUser {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly userId: string
}

/** First plus last name, else the first name, else the user id; a last name alone does not name. */
export const userDisplayName = ({ firstName, lastName, userId }: NamedUser): string => {
  const first = firstName?.trim() ?? ''
  const last = lastName?.trim() ?? ''
  if (first === '') return userId
  return last === '' ? first : `${first} ${last}`
}

export interface DateView {
  /** IANA name of the viewer's zone. */
  readonly timeZone: string
  /** Language of the month; English when left out. */
  readonly locale?: string
}

/** Day, month and year; in the order and with the marks of a language that begins with the year. */
const dayOf = (parts: readonly Intl.DateTimeFormatPart[]): string => {
  const at = (type: Intl.DateTimeFormatPartTypes): number =>
    parts.findIndex((one) => one.type === type)
  const values = parts.map(({ value }) => value)
  if (at('year') < at('day')) {
    const mark = values[at('day') + 1]?.trim() ?? ''
    return `${values.slice(0, at('day')).join('')}${Number(values[at('day')])}${mark}`
  }
  return `${values[at('day')]?.padStart(2, '0')} ${values[at('month')]} ${values[at('year')]}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes longer than using it a hundred times; there are few of them. */
const formatOf = (timeZone: string, locale: string): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone,
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
  formats.set(key, format)
  return format
}

interface ShownDate {
  readonly dateTime: string
  /** What the zone is called at that time. */
  readonly zone: string
}

const shownDate = (instant: Date, { timeZone, locale = 'en' }: DateView): ShownDate => {
  const parts = formatOf(timeZone, locale).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? ''
  const two = (type: Intl.DateTimeFormatPartTypes): string => part(type).padStart(2, '0')
  return {
    dateTime: `${dayOf(parts)} ${two('hour')}:${two('minute')}:${two('second')}`,
    zone: part('timeZoneName'),
  }
}

/**
 * `05 Jun 2024 14:03:09`, `2024年6月5日 21:03:09`: where something else names the zone, such as the
 * head of a column. Gregorian, western digits.
 */
export const formatDate = (instant: Date, view: DateView): string =>
  shownDate(instant, view).dateTime

/** `05 Jun 2024 14:03:09 GMT+2`: a date on its own names its zone. */
export const formatZonedDate = (instant: Date, view: DateView): string => {
  const { dateTime, zone } = shownDate(instant, view)
  return `${dateTime} ${zone}`
}

export const fileSizeUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Steps of 1024, as file systems count; one decimal at most, whole bytes below. */
export const formatFileSize = (bytes: number, locale = 'en'): string => {
  let size = Math.max(0, bytes)
  let step = 0
  while (Math.round(size * 10) / 10 >= 1024 && step < fileSizeUnits.length - 1) {
    size /= 1024
    step += 1
  }
  const number = new Intl.NumberFormat(locale, {
    maximumFractionDigits: step === 0 ? 0 : 1,
    numberingSystem: 'latn',
  })
  return `${number.format(size)} ${fileSizeUnits[step]}`
}

/** How long ago or how far ahead, in the largest unit that fills: `3 hours ago`, `in 2 days`. */
export const formatRelativeTime = (instant: Date, now: Date, locale = 'en'): string => {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000)
  const [unit, length] = relativeSteps.find(([, each]) => Math.abs(seconds) >= each) ?? [
    'second',
    1,
  ]
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  return format.format(Math.trunc(seconds / length), unit)
}

const relativeSteps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export type SessionRemainder =
  | { readonly expired: true }
  | { readonly expired: false; readonly minutes: number; readonly seconds: number }

/** What the session's expiry text says: expired, or the minutes and seconds remaining. */
export const sessionRemainder = (remainingMs: number): SessionRemainder => {
  const seconds = Math.ceil(remainingMs / 1000)
  if (seconds <= 0) return { expired: true }
  return { expired: false, minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}
