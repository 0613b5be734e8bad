import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { fairQueue } from '../hashes/fair-queue.ts'
import { answerOf, type Budget, giveUpThread, keepThread, takeThread } from './reader-threads.ts'
import { type Asked, errorOf, type PartRead, type Told, type Wanted } from './readings.ts'

/** For each step, by kind. Iterations of a key file's password are bounded before they begin. */
const budgets: Readonly<Record<Wanted['kind'], Budget>> = {
  workbook: { cpuMillis: 15_000, patienceMillis: 180_000 },
  'record-columns': { cpuMillis: 15_000, patienceMillis: 180_000 },
  'record-rows': { cpuMillis: 15_000, patienceMillis: 180_000 },
  'key-file': { cpuMillis: 15_000, patienceMillis: 120_000 },
  'service-provider': { cpuMillis: 3000, patienceMillis: 60_000 },
  'identity-provider': { cpuMillis: 3000, patienceMillis: 60_000 },
  'provider-document': { cpuMillis: 3000, patienceMillis: 60_000 },
}

type ReadPart = (number: number) => Promise<Buffer>

/** Where the bytes of a file come from that does not travel with what is wanted. */
interface Source {
  readonly readPart: ReadPart
}

const noParts: Source = { readPart: () => Promise.reject(new Error('a reading without a file')) }

/** One reading in a thread, which asks for the parts of its file by a port of their own. */
class Session<T> {
  readonly #thread: Worker = takeThread()
  readonly #stop = new AbortController()
  readonly #budget: Budget
  readonly #own: MessagePort
  readonly #parts: MessagePort
  #failures: unknown[] = []

  constructor({ kind }: Wanted, { readPart }: Source) {
    this.#budget = budgets[kind]
    const { port1, port2 } = new MessageChannel()
    this.#own = port1
    this.#parts = port2
    port1.on('message', (number: number) => void this.#serve(readPart, number))
    port1.unref()
  }

  async #serve(readPart: ReadPart, number: number): Promise<void> {
    try {
      this.#own.postMessage({ number, part: await readPart(number) } satisfies PartRead)
    } catch (cause) {
      this.#failures.push(cause)
      this.#stop.abort()
    }
  }

  begin(wanted: Wanted): Promise<Told<T>> {
    const parts = this.#parts
    return this.#step({ ask: 'begin', wanted, parts })
  }

  next(): Promise<Told<T>> {
    return this.#step({ ask: 'next' })
  }

  async #step(asked: Asked): Promise<Told<T>> {
    const [budget, stop] = [this.#budget, this.#stop]
    try {
      return await answerOf<T>(this.#thread, { asked, budget, stop })
    } catch (error) {
      const [cause = error] = this.#failures
      throw cause
    }
  }

  /** Its thread may begin another one. */
  leave(last: Told<T>): void {
    this.#own.close()
    if (last.tell === 'value') this.#thread.postMessage({ ask: 'end' } satisfies Asked)
    keepThread(this.#thread)
  }

  giveUp(): void {
    this.#own.close()
    giveUpThread(this.#thread)
  }
}

/**
 * What a reader finds, as it comes, read in a thread beside the service's: whatever stands in a file
 * of others, each step ends within the budget of its kind.
 * @throws ReadingStopped, and the faults of the kind
 */
export async function* readInThread<T>(
  wanted: Wanted,
  source: Source = noParts,
): AsyncGenerator<T> {
  const session = new Session<T>(wanted, source)
  let last: Told<T> | null = null
  try {
    let told = await session.begin(wanted)
    while (told.tell === 'value') {
      last = told
      yield told.value
      last = null
      told = await session.next()
    }
    last = told
    if (told.tell === 'fault') throw errorOf(told.fault)
  } finally {
    if (last === null) session.giveUp()
    else session.leave(last)
  }
}

/** What requests have read: a few at a time, each tenant in its turn by the time that it takes. */
const queue = fairQueue({ atWork: 2, waitingOfKey: 10, waitingInAll: 200 })

/** @throws QueueFull */
export const inReadingTurn = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  queue.run(tenantId, work)

/** The only thing that a reader finds, in the tenant's turn. @throws QueueFull, ReadingStopped */
export const readOnce = <T>(tenantId: string, wanted: Wanted): Promise<T> =>
  inReadingTurn(tenantId, async () => {
    for await (const value of readInThread<T>(wanted)) return value
    throw new Error('a reader found nothing')
  })
