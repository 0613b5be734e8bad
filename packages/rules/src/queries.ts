/**
 * The query of a call. Null and undefined are omitted; empty text is a value and is sent; a list
 * repeats its key.
 */
export const queryText = (parameters: object): string => {
  const query = new URLSearchParams()
  const entries: readonly (readonly [string, unknown])[] = Object.entries(parameters)
  for (const [name, value] of entries) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) query.append(name, String(one))
    }
  }
  return query.toString()
}
