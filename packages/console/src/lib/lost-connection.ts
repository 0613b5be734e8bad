import { createStore } from './store.ts'

/** No answer came: the network, or the service, is not there. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('no answer came', { cause })
    this.name = 'ConnectionLost'
  }
}

/** Whether the service does not answer at present. */
export const connectionLost = createStore(false)

type Ask = () => Promise<boolean>

/** Whether the service itself answers: not a proxy in its place, nor what this browser has kept. */
const askService: Ask = async () => {
  try {
    const response = await fetch('/health/live', { cache: 'no-store', credentials: 'omit' })
    const answer: unknown = await response.json()
    return response.ok && Reflect.get(Object(answer), 'status') === 'live'
  } catch {
    return false
  }
}

const firstPauseMs = 1000
const longestPauseMs = 15_000

interface Following {
  readonly ask: Ask
  /** Ends the present pause. */
  wake: () => void
}

let following: Following | null = null
const listeners = new Set<() => void>()

/** Hears of every time that the service answers again. */
export const onBack = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isCurrent = (own: Following): boolean => following === own

const pause = (own: Following, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    own.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

const askUntilBack = async (own: Following): Promise<void> => {
  let ms = firstPauseMs
  while (isCurrent(own) && !(await own.ask())) {
    await pause(own, ms)
    ms = Math.min(2 * ms, longestPauseMs)
  }
  if (!isCurrent(own)) return
  connectionLost.set(false)
  for (const listener of listeners) listener()
}

const lose = (own: Following): void => {
  if (connectionLost.get()) return
  connectionLost.set(true)
  void askUntilBack(own)
}

/** Asks whether the service answers; where it does not, it is asked until it does. */
export const checkConnection = async (): Promise<boolean> => {
  const own = following
  if (own === null || connectionLost.get()) return false
  const isThere = await own.ask()
  if (!isThere && following === own) lose(own)
  return isThere
}

/** Whether a lost connection is noticed and waited for. */
export const isFollowed = (): boolean => following !== null

/** When the service answers: at once, where it does. */
export const whenBack = (): Promise<void> =>
  new Promise((resolve) => {
    if (!connectionLost.get()) return resolve()
    const leave = connectionLost.subscribe(() => {
      if (connectionLost.get()) return
      leave()
      resolve()
    })
  })

/** From now on a connection that is lost is noticed; what the browser says is only a hint. */
export const followConnection = (ask: Ask = askService): (() => void) => {
  const own: Following = { ask, wake: () => undefined }
  const handleOffline = (): void => lose(own)
  const handleOnline = (): void => own.wake()
  following = own
  addEventListener('offline', handleOffline)
  addEventListener('online', handleOnline)
  if (!navigator.onLine) lose(own)
  return () => {
    removeEventListener('offline', handleOffline)
    removeEventListener('online', handleOnline)
    if (following !== own) return
    following = null
    own.wake()
    connectionLost.set(false)
  }
}
