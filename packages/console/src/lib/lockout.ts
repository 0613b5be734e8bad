import { lockouts } from '@signet/contract/kit/lockouts'
import type { CallError } from './call-error.ts'
import { createStore } from './store.ts'

interface Question {
  readonly error: CallError
  /** What was typed to do it all the same; null for no. */
  readonly answer: (typed: string | null) => void
}

/** A change by which administrators could sign in no longer waits for a word. */
export const lockoutQuestion = createStore<Question | null>(null)

/** Who asks: without anybody the change is refused. */
export const lockoutAskers = createStore(0)

const codes: ReadonlySet<string> = new Set(lockouts)

/** The headers that the change is made with all the same; null where it is not. */
export const askAboutLockout = async (
  error: CallError,
): Promise<Readonly<Record<string, string>> | null> => {
  if (!codes.has(error.code) || lockoutAskers.get() === 0) return null
  const typed = await new Promise<string | null>((resolve) => {
    lockoutQuestion.get()?.answer(null)
    lockoutQuestion.set({ error, answer: resolve })
  })
  return typed === null ? null : { 'Signet-Accept-Lockout': encodeURIComponent(typed) }
}
