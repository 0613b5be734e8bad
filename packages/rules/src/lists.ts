/** Case, composition and outer spaces do not make two entries different; inner spaces do. */
const entryKey = (entry: string): string => entry.trim().normalize('NFC').toLowerCase()

/** Whether no entry of a list occurs twice; empty entries are no entries. */
export const areUnique = (entries: readonly string[]): boolean => {
  const keys = entries.map(entryKey).filter((key) => key !== '')
  return new Set(keys).size === keys.length
}
