const parsed = (key: string, storage: () => Storage = () => localStorage): unknown => {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const isOpen = (stored: unknown, now: number): boolean => {
  const jwt = at(at(stored, 'session'), 'jwt')
  const [time, expires, receivedAt] = [
    at(jwt, 'time'),
    at(jwt, 'expires'),
    at(stored, 'receivedAt'),
  ]
  if (typeof time !== 'number' || typeof expires !== 'number') return false
  if (typeof receivedAt !== 'number') return false
  return now - receivedAt < expires - time
}

/**
 * Whether a session is stored that has not ended, judged by the time since it came: the visitor's
 * clock may be wrong. Only a hint of which face to load; the server decides what it is worth.
 */
export const hasStoredSession = (key: string, now: number): boolean => isOpen(parsed(key), now)

/** Whether this tab keeps a session of its own, under a support grant. */
export const hasTabSession = (key: string, now: number): boolean =>
  isOpen(
    parsed(key, () => sessionStorage),
    now,
  )

/** The colour scheme to paint first: the visitor's choice, else what their system prefers. */
export const firstScheme = (): 'light' | 'dark' => {
  const chosen = at(parsed('signet.theme'), 'scheme')
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
