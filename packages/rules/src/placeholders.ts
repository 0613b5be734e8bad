/** ENV knows this name only: the environment of the service is nobody's business. */
export const environmentPlaceholders = ['clientIp'] as const

export interface Placeholder {
  readonly source: string
  readonly name: string
}

const parsePlaceholder = (inner: string): Placeholder | null => {
  if (inner.length > 200) return null
  const [, source, name] = /^(USER|REQ|AUTH|ENV|SECRET)\.([A-Za-z0-9_.-]+)$/.exec(inner) ?? []
  if (source === undefined || name === undefined) return null
  if (source === 'ENV' && !environmentPlaceholders.some((known) => known === name)) return null
  return { source, name }
}

/**
 * The placeholders `{{SOURCE.name}}` of a text in order; null when one is malformed or not closed.
 * The innermost opening counts: in `{"a":{{{USER.x}}}` the first brace belongs to the JSON.
 */
export const placeholdersOf = (text: string): readonly Placeholder[] | null => {
  const found: Placeholder[] = []
  let from = text.indexOf('{{')
  while (from >= 0) {
    while (text[from + 2] === '{') from += 1
    const end = text.indexOf('}}', from + 2)
    const placeholder = end < 0 ? null : parsePlaceholder(text.slice(from + 2, end))
    if (placeholder === null) return null
    found.push(placeholder)
    from = text.indexOf('{{', end + 2)
  }
  return found
}
