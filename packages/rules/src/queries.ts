export type QueryValue = string | number | boolean | null | undefined

/** The query of a call. Null and undefined are omitted; empty text is a value and is sent. */
export const queryText = (parameters: Readonly<Record<string, QueryValue>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.append(name, String(value))
  }
  return query.toString()
}
