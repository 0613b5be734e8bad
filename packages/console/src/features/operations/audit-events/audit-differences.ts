import type { Event } from './audit-events.queries.ts'

export interface Difference {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
  readonly isChanged: boolean
}

/** A value as people read it; null for none. */
export const shownValue = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map((one) => shownValue(one) ?? '–').join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Every field that either side holds, by name, and whether it changed. */
export const differencesOf = ({ before, after }: Pick<Event, 'before' | 'after'>) => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.toSorted().map((field): Difference => {
    const sides = { before: shownValue(before?.[field]), after: shownValue(after?.[field]) }
    return { field, ...sides, isChanged: sides.before !== sides.after }
  })
}
