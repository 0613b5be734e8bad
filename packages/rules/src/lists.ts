/** Case, composition and outer spaces do not make two entries different; inner spaces do. */
const entryKey = (entry: string): string => entry.trim().normalize('NFC').toLowerCase()

export const isUniqueIn = (value: string, list: readonly string[]): boolean => {
  const key = entryKey(value)
  return !list.some((entry) => entryKey(entry) === key)
}

/** Whether no entry of a delimited list occurs twice; empty entries are no entries. */
export const hasUniqueEntries = (value: string, delimiter: string): boolean => {
  const keys = value
    .split(delimiter)
    .map(entryKey)
    .filter((key) => key !== '')
  return new Set(keys).size === keys.length
}
