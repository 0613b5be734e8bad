export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Change = (key: string, value: unknown) => unknown

const mappedValue = (value: unknown, change: Change): unknown => {
  if (Array.isArray(value)) return value.map((item) => mappedValue(item, change))
  return isJson(value) ? mapped(value, change) : value
}

/** The same tree with every member's value changed; what `change` returns unchanged is entered. */
export const mapped = (tree: Json, change: Change): Json =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const changed = change(key, value)
      return [key, changed === value ? mappedValue(value, change) : changed]
    }),
  )
