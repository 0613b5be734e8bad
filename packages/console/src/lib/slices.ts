import { keptAtLogout } from '@signet/rules/sessions'
import type { z } from 'zod'
import { createStore, type Store } from './store.ts'

const prefix = 'signet.'
/** Slices of the browser's store; those of `keptAtLogout` outlive the session. */
type SliceName = (typeof keptAtLogout)[number] | 'lists'

/** Storage may be missing or full (private windows, policies): the console works without it. */
const quietly = <T>(action: () => T): T | null => {
  try {
    return action()
  } catch {
    return null
  }
}

export const readItem = (key: string): unknown =>
  quietly((): unknown => JSON.parse(localStorage.getItem(key) ?? 'null'))

export const writeItem = (key: string, value: unknown): void => {
  quietly(() => localStorage.setItem(key, JSON.stringify(value)))
}

/**
 * A store kept in local storage under `signet.<name>` and followed across tabs. What does not fit
 * the schema (an older release wrote it) gives way to the fallback.
 */
export const createSlice = <S extends z.ZodType>(
  name: SliceName,
  schema: S,
  fallback: z.output<S>,
): Store<z.output<S>> => {
  const key = prefix + name
  const read = (): z.output<S> => {
    const parsed = schema.safeParse(readItem(key))
    return parsed.success ? parsed.data : fallback
  }
  const store = createStore(read())
  addEventListener('storage', (event) => {
    if (event.key === key) store.set(read())
  })
  const set = (next: z.output<S>): void => {
    writeItem(key, next)
    store.set(next)
  }
  return { ...store, set, update: (change) => set(change(store.get())) }
}

/** Clears what sign-out clears: everything of ours but the kept slices. */
export const clearAtLogout = (): void => {
  const kept = new Set(keptAtLogout.map((name) => prefix + name))
  quietly(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !kept.has(key)) localStorage.removeItem(key)
    }
    sessionStorage.clear()
  })
}
