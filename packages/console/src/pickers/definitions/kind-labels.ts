import { type TextKey, useText } from '../../lib/i18n.ts'

/** The names of fields in the visitor's language. */
export const useKindLabels = (
  labels: Readonly<Record<string, TextKey<'resource'>>>,
): Readonly<Record<string, string>> => {
  const text = useText('resource')
  return Object.fromEntries(Object.entries(labels).map(([field, key]) => [field, text(key)]))
}
