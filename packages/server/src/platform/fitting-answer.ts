import { hiddenCharacters, withoutHidden } from '@signet/rules/text'
import type { z } from 'zod'

/** A copy in which the text at the end of this path is shown whole. */
const shownAt = (value: unknown, [key, ...path]: readonly PropertyKey[]): unknown => {
  if (key === undefined) return typeof value === 'string' ? withoutHidden(value) : value
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === key ? shownAt(item, path) : item))
  }
  if (typeof value !== 'object' || value === null) return value
  const item: unknown = Reflect.get(value, key)
  return { ...value, [key]: shownAt(item, path) }
}

/**
 * An answer as its schema lets it out. A name that was saved before names were asked for characters
 * that hide something is answered without them.
 * @throws Error for one that does not fit
 */
export const fittingAnswer = (name: string, schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const isHidden = issues.every(({ message }) => message === hiddenCharacters)
  const shown = isHidden ? issues.reduce((all, { path }) => shownAt(all, path), value) : value
  const again = schema.safeParse(shown)
  if (again.success) return again.data
  throw new Error(`the answer of ${name} does not fit its schema`, { cause: again.error })
}
