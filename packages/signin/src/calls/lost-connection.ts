import { createStore } from './store.ts'

/** Whether the service does not answer at present: what the browser says is only a hint. */
export const connectionLost = createStore(false)

type Ask = () => Promise<boolean>

const askService: Ask = async () => {
  try {
    const { ok } = await fetch('/health/live', { cache: 'no-store', credentials: 'omit' })
    return ok
  } catch {
    return false
  }
}

const pauseMs = 2000

/** What asks whether the service answers; null where nobody follows the connection. */
let ask: Ask | null = null

const isCurrent = (own: Ask): boolean => ask === own

const untilBack = async (own: Ask): Promise<void> => {
  while (isCurrent(own) && !(await own())) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  if (isCurrent(own)) connectionLost.set(false)
}

const lose = (own: Ask): void => {
  if (connectionLost.get()) return
  connectionLost.set(true)
  void untilBack(own)
}

/** Whether the service answers; where it does not, the page says so until it does. */
export const checkConnection = async (): Promise<boolean> => {
  const own = ask
  if (own === null || connectionLost.get()) return false
  if (await own()) return true
  if (ask === own) lose(own)
  return false
}

/** From now on a connection that is lost is noticed; ends with the function that is returned. */
export const followConnection = (own: Ask = askService): (() => void) => {
  const handleOffline = (): void => lose(own)
  ask = own
  addEventListener('offline', handleOffline)
  if (!navigator.onLine) lose(own)
  return () => {
    removeEventListener('offline', handleOffline)
    if (ask !== own) return
    ask = null
    connectionLost.set(false)
  }
}

const whenBack = (): Promise<void> =>
  new Promise((resolve) => {
    const leave = connectionLost.subscribe(() => {
      if (connectionLost.get()) return
      leave()
      resolve()
    })
  })

/**
 * Loads a part of the pages: once more where it does not come, and again when the connection is
 * back. The page is never loaded anew for it: a sign-in would begin again.
 */
export const loadPart = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch {
    try {
      return await load()
    } catch (error) {
      if (ask === null || (await checkConnection())) throw error
      if (connectionLost.get()) await whenBack()
      return load()
    }
  }
}
