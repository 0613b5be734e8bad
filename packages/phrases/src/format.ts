import { type Part, parseMessage } from './message.ts'
import { messageOf, type Texts } from './texts.ts'

export type Values = Readonly<Record<string, string | number>>

const parsed = new Map<string, readonly Part[]>()

const partsOf = (message: string): readonly Part[] => {
  const before = parsed.get(message)
  if (before !== undefined) return before
  const found = parseMessage(message)
  parsed.set(message, found)
  return found
}

const caseOf = (
  part: Extract<Part, { kind: 'choice' }>,
  value: string | number | undefined,
  locale: string,
): readonly Part[] => {
  const fallback = part.cases.get('other') ?? []
  if (part.type === 'select') return part.cases.get(String(value)) ?? fallback
  const exact = part.cases.get(`=${value}`)
  if (exact !== undefined) return exact
  const type = part.type === 'plural' ? 'cardinal' : 'ordinal'
  return part.cases.get(new Intl.PluralRules(locale, { type }).select(Number(value))) ?? fallback
}

const render = (
  parts: readonly Part[],
  values: Values,
  place: { readonly locale: string; readonly count: number },
): string => {
  const number = (value: number): string => new Intl.NumberFormat(place.locale).format(value)
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'count') return number(place.count)
      const value = values[part.name]
      if (part.kind === 'value') {
        return part.type === 'number' ? number(Number(value)) : String(value ?? `{${part.name}}`)
      }
      const count = part.type === 'select' ? place.count : Number(value)
      return render(caseOf(part, value, place.locale), values, { ...place, count })
    })
    .join('')
}

/** Fills an ICU message; `locale` decides plural forms and digits. */
export const formatMessage = (message: string, values: Values, locale: string): string =>
  message.includes('{') || message.includes("'")
    ? render(partsOf(message), values, { locale, count: 0 })
    : message

/** Shown for a key that not even English has (product: console, section 1). */
export const missingKey = (key: string): string => `KEY_NOT_FOUND: ${key}`

/** The text of a dotted key of a namespace, filled; the marker when there is none. */
export const textOf = (
  texts: Texts,
  key: string,
  { locale, values = {} }: { readonly locale: string; readonly values?: Values },
): string => {
  const message = messageOf(texts, key)
  return message === undefined ? missingKey(key) : formatMessage(message, values, locale)
}
