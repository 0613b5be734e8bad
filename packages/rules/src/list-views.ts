/** Saved views of one person, over all lists; and those that the administrators of a tenant share. */
export const mostListViews = 100
export const mostSharedListViews = 100
export const longestListViewQuery = 2048

const part = /^(?:q|sort|hide|f\.[A-Za-z][\w-]{0,40})$/

const byKey = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1

/**
 * What a saved view keeps of the address of its list: search, order, hidden columns and filters, in an
 * order of their own, so that equal views have equal texts. The page is none of it.
 */
export const listViewQuery = (address: URLSearchParams): string => {
  const parts = new Map([...address].filter(([key, value]) => part.test(key) && value !== ''))
  return String(new URLSearchParams([...parts].toSorted(byKey)))
}

/** Whether a text is one that `listViewQuery` writes: ASCII, each part once, nothing else. */
export const isListViewQuery = (text: string): boolean =>
  listViewQuery(new URLSearchParams(text)) === text
