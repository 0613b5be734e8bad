import { setImmediate as nextTurn } from 'node:timers/promises'

/** Others wait no longer than this, and what one step takes beyond it. */
const turnMillis = 10

/** Between two steps of long work: gives the thread away once it was held for a turn. */
export const inTurns = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMillis) return
    await nextTurn()
    since = performance.now()
  }
}

/** Work that comes to a halt again and again, to its end. */
export const taken = async <T>(
  work: Generator<undefined, T>,
  pause: () => Promise<void>,
): Promise<T> => {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await pause()
  }
}
