import { QueueFull } from './queue-full.ts'

interface FairQueue {
  /** Work of the same key is done in its order. @throws QueueFull at once when as many wait as may */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  readonly atWork: number
  readonly waiting: number
  /** @throws QueueFull when more than this share of those who may wait do wait, of the key or in all */
  expectRoom(key: string, share: number): void
}

interface Limits {
  readonly waitingOfKey: number
  readonly waitingInAll: number
  /** How many are done at a time. */
  readonly atWork?: number
  /**
   * Of these, how many one key may have. Left out: all but one, for work that takes long. Short work
   * may have them all, since one ends soon.
   */
  readonly atWorkOfKey?: number
  /** Milliseconds, from whenever. */
  readonly now?: () => number
}

/** Who is at work, who waits, and how long the work of each key has taken. */
class Turns {
  readonly #limits: Limits
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #atWork = new Map<string, number>()
  readonly #spent = new Map<string, number>()
  /** What the key that began last had spent: who comes new begins there, without savings. */
  #level = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get #places(): number {
    return this.#limits.atWork ?? 1
  }

  #count(of: ReadonlyMap<string, number>): number {
    return [...of.values()].reduce((sum, each) => sum + each, 0)
  }

  #mayBegin(key: string): boolean {
    const own = this.#atWork.get(key) ?? 0
    const most = this.#limits.atWorkOfKey ?? Math.max(1, this.#places - 1)
    return this.atWork < this.#places && own < most
  }

  get atWork(): number {
    return this.#count(this.#atWork)
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, each) => sum + each.length, 0)
  }

  expectRoom(key: string, share: number): void {
    if (this.#mayBegin(key)) return
    const { waitingOfKey, waitingInAll } = this.#limits
    const own = this.#waiting.get(key)?.length ?? 0
    if (own >= waitingOfKey * share || this.waiting >= waitingInAll * share) throw new QueueFull()
  }

  #begin(key: string): void {
    this.#atWork.set(key, (this.#atWork.get(key) ?? 0) + 1)
    this.#level = Math.max(this.#level, this.#spentBy(key))
  }

  #spentBy(key: string): number {
    return this.#spent.get(key) ?? 0
  }

  async take(key: string): Promise<void> {
    this.#spent.set(key, Math.max(this.#spentBy(key), this.#level))
    if (this.#mayBegin(key)) {
      this.#begin(key)
      return
    }
    this.expectRoom(key, 1)
    const own = this.#waiting.get(key) ?? []
    await new Promise<void>((resolve) => {
      this.#waiting.set(key, [...own, resolve])
    })
  }

  giveBack(key: string, millis: number): void {
    const own = (this.#atWork.get(key) ?? 1) - 1
    if (own === 0) this.#atWork.delete(key)
    else this.#atWork.set(key, own)
    this.#spent.set(key, this.#spentBy(key) + millis)
    this.#beginNext()
  }

  /** Of the keys that wait, the one whose work has taken the least. */
  #beginNext(): void {
    const keys = [...this.#waiting.keys()].filter((key) => this.#mayBegin(key))
    const [next] = keys.toSorted((a, b) => this.#spentBy(a) - this.#spentBy(b))
    if (next === undefined) {
      if (this.#atWork.size === 0) this.#spent.clear()
      return
    }
    const [begin, ...rest] = this.#waiting.get(next) ?? []
    // Behind those of the other keys.
    this.#waiting.delete(next)
    if (rest.length > 0) this.#waiting.set(next, rest)
    this.#begin(next)
    begin?.()
  }
}

/**
 * Some at a time. Of the keys that wait, the one comes next whose work has taken the least time:
 * whoever asks for much, or for what takes long, waits for themselves.
 */
export const fairQueue = (limits: Limits): FairQueue => {
  const turns = new Turns(limits)
  const { now = () => performance.now() } = limits
  return {
    get atWork() {
      return turns.atWork
    },
    get waiting() {
      return turns.waiting
    },
    expectRoom: (key, share) => turns.expectRoom(key, share),
    async run(key, work) {
      await turns.take(key)
      const began = now()
      try {
        return await work()
      } finally {
        turns.giveBack(key, now() - began)
      }
    },
  }
}
