import { QueueFull } from './bounded-queue.ts'

export interface FairQueue {
  /** Work of the same key is done in its order. @throws QueueFull at once when as many wait as may */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Limits {
  readonly waitingOfKey: number
  readonly waitingInAll: number
}

/** One at a time; of the keys that wait each has its turn, however much waits under another. */
export const fairQueue = ({ waitingOfKey, waitingInAll }: Limits): FairQueue => {
  const waiting = new Map<string, (() => void)[]>()
  let [isAtWork, count] = [false, 0]
  const turn = async (key: string): Promise<void> => {
    if (!isAtWork) {
      isAtWork = true
      return
    }
    const own = waiting.get(key) ?? []
    if (own.length >= waitingOfKey || count >= waitingInAll) throw new QueueFull()
    count += 1
    await new Promise<void>((resolve) => {
      waiting.set(key, [...own, resolve])
    })
  }
  const done = (): void => {
    const [next] = waiting
    if (next === undefined) {
      isAtWork = false
      return
    }
    const [key, [begin, ...rest]] = next
    // Behind those of the other keys.
    waiting.delete(key)
    if (rest.length > 0) waiting.set(key, rest)
    count -= 1
    begin?.()
  }
  return {
    async run(key, work) {
      await turn(key)
      try {
        return await work()
      } finally {
        done()
      }
    },
  }
}
