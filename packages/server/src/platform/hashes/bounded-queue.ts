/** More work than may wait; the kit answers 429. */
export class QueueFull extends Error {
  constructor() {
    super('too many password hashes are waiting')
    this.name = 'QueueFull'
  }
}

export interface BoundedQueue {
  /** @throws QueueFull at once when as many wait as may */
  run<T>(work: () => Promise<T>): Promise<T>
  readonly atWork: number
  readonly waiting: number
  /** @throws QueueFull when more than this share of those who may wait do wait */
  expectRoom(share: number): void
}

/** First come, first served: at most `atWork` run, at most `waiting` wait. */
export const boundedQueue = (limits: {
  readonly atWork: number
  readonly waiting: number
}): BoundedQueue => {
  const turns: (() => void)[] = []
  let atWork = 0
  const turn = async (): Promise<void> => {
    if (atWork < limits.atWork) {
      atWork += 1
      return
    }
    if (turns.length >= limits.waiting) throw new QueueFull()
    await new Promise<void>((resolve) => turns.push(resolve))
  }
  const done = (): void => {
    const next = turns.shift()
    if (next === undefined) atWork -= 1
    else next()
  }
  return {
    expectRoom(share) {
      if (atWork === limits.atWork && turns.length >= limits.waiting * share) throw new QueueFull()
    },
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        done()
      }
    },
    get atWork() {
      return atWork
    },
    get waiting() {
      return turns.length
    },
  }
}
