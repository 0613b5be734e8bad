import { LeastFirst } from './least-first.ts'
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

/** Those who wait under one key, in their order. */
class Line {
  #waiting: (() => void)[] = []
  #begun = 0

  get length(): number {
    return this.#waiting.length - this.#begun
  }

  add(begin: () => void): void {
    this.#waiting.push(begin)
  }

  /** What has begun is forgotten once it is half of the list: none is moved twice on average. */
  takeFirst(): (() => void) | undefined {
    const first = this.#waiting[this.#begun]
    this.#begun += 1
    if (this.#begun * 2 >= this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#begun)
      this.#begun = 0
    }
    return first
  }
}

/** One key: who waits under it, how many are at work, and how long its work has taken. */
interface Share {
  readonly line: Line
  atWork: number
  spent: number
}

/** A key that waits, by what it had spent when it was put there. */
interface Place {
  readonly key: string
  readonly share: Share
  readonly weight: number
  readonly turn: number
}

/** Who is at work, who waits, and how long the work of each key has taken. */
class Turns {
  readonly #limits: Limits
  readonly #places: number
  readonly #most: number
  readonly #shares = new Map<string, Share>()
  /** Each key with work that waits, once. */
  readonly #order = new LeastFirst<Place>()
  /** What the key that began last had spent: who comes new begins there, without savings. */
  #level = 0
  #turn = 0
  atWork = 0
  waiting = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#places = limits.atWork ?? 1
    this.#most = limits.atWorkOfKey ?? Math.max(1, this.#places - 1)
  }

  #shareOf(key: string): Share {
    const known = this.#shares.get(key)
    if (known !== undefined) return known
    const share = { line: new Line(), atWork: 0, spent: 0 }
    this.#shares.set(key, share)
    return share
  }

  #mayBegin(share: Share | undefined): boolean {
    return this.atWork < this.#places && (share?.atWork ?? 0) < this.#most
  }

  expectRoom(key: string, share: number): void {
    const own = this.#shares.get(key)
    if (this.#mayBegin(own)) return
    const { waitingOfKey, waitingInAll } = this.#limits
    if ((own?.line.length ?? 0) >= waitingOfKey * share || this.waiting >= waitingInAll * share) {
      throw new QueueFull()
    }
  }

  #begin(share: Share): void {
    share.atWork += 1
    this.atWork += 1
    this.#level = Math.max(this.#level, share.spent)
  }

  /** Behind those of the other keys that have spent as much. */
  #putInOrder(key: string, share: Share): void {
    this.#turn += 1
    this.#order.add({ key, share, weight: share.spent, turn: this.#turn })
  }

  /** Null where it begins at once. @throws QueueFull */
  take(key: string): Promise<void> | null {
    const share = this.#shareOf(key)
    share.spent = Math.max(share.spent, this.#level)
    if (this.#mayBegin(share)) {
      this.#begin(share)
      return null
    }
    this.expectRoom(key, 1)
    return new Promise<void>((resolve) => {
      share.line.add(resolve)
      this.waiting += 1
      if (share.line.length === 1) this.#putInOrder(key, share)
    })
  }

  giveBack(key: string, millis: number): void {
    const share = this.#shareOf(key)
    share.atWork -= 1
    this.atWork -= 1
    share.spent += millis
    this.#beginNext()
  }

  /**
   * Of the keys that may begin, the one whose work has taken the least. One whose work went on while
   * it waited is put back by what that has taken; those that have all their places wait on.
   */
  #next(): Place | undefined {
    const full: Place[] = []
    let place = this.#order.takeFirst()
    while (place !== undefined) {
      const { share, weight } = place
      if (share.spent > weight) this.#order.add({ ...place, weight: share.spent })
      else if (this.#mayBegin(share)) break
      else full.push(place)
      place = this.#order.takeFirst()
    }
    for (const each of full) this.#order.add(each)
    return place
  }

  #beginNext(): void {
    const place = this.#next()
    if (place === undefined) {
      if (this.atWork === 0) this.#shares.clear()
      return
    }
    const { key, share } = place
    const begin = share.line.takeFirst()
    this.waiting -= 1
    if (share.line.length > 0) this.#putInOrder(key, share)
    this.#begin(share)
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
      const turn = turns.take(key)
      if (turn !== null) await turn
      const began = now()
      try {
        return await work()
      } finally {
        turns.giveBack(key, now() - began)
      }
    },
  }
}
