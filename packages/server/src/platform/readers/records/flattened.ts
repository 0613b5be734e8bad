/** How deep members are named: `address.country.code`. */
const mostNames = 4
const longestName = 200

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Of SCIM: the primary one of several, else the first, and the first of each type. */
const typedValues = (
  list: readonly unknown[],
): readonly (readonly [type: string, text: string])[] => {
  const all = list.filter(isMembers).flatMap((each) => {
    const text = textOf(each.value)
    return text === null
      ? []
      : [{ text, type: textOf(each.type), isPrimary: each.primary === true }]
  })
  const main = all.find(({ isPrimary }) => isPrimary) ?? all[0]
  const typed = all.flatMap(({ type, text }) => (type === null ? [] : [[type, text] as const]))
  return [...(main === undefined ? [] : [['', main.text] as const]), ...typed]
}

/** The texts of an object's members by their names, those of objects within as `outer.inner`. */
export const flattened = (record: object): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>()
  const put = (name: string, texts: readonly string[]): void => {
    if (texts.length > 0 && name.length <= longestName && !found.has(name)) found.set(name, texts)
  }
  const add = (name: string, value: unknown, levels: number): void => {
    if (Array.isArray(value)) {
      put(
        name,
        value.flatMap((each) => textOf(each) ?? []),
      )
      for (const [type, text] of typedValues(value))
        put(type === '' ? name : `${name}.${type}`, [text])
    } else if (isMembers(value)) {
      if (levels < mostNames) addAll(value, `${name}.`, levels + 1)
    } else {
      const text = textOf(value)
      if (text !== null) put(name, [text])
    }
  }
  const addAll = (members: object, before: string, levels: number): void => {
    for (const [name, value] of Object.entries(members)) add(`${before}${name}`, value, levels)
  }
  addAll(record, '', 1)
  return found
}
