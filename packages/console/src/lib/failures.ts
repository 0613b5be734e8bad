import type { CallError } from './call-error.ts'
import { createStore } from './store.ts'

/** An error as it is kept: status, code, message and parameters (product: console, section 8). */
interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly parameters: Readonly<Record<string, string | number>>
}

const kept = 20

/** The latest failures, newest first. */
export const failures = createStore<readonly Failure[]>([])

type Listener = (error: CallError) => void
const listeners = new Set<Listener>()

/** Hears of every failed call; the session and the shell act on some codes. */
export const onFailure = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Records a failed call and tells the listeners. The call is rethrown to its caller all the same. */
export const recordFailure = (error: CallError): void => {
  const failure: Failure = {
    status: error.status,
    code: error.storedCode,
    message: error.serverText ?? '',
    parameters: error.parameters,
  }
  failures.update((before) => [failure, ...before].slice(0, kept))
  for (const listener of listeners) listener(error)
}
