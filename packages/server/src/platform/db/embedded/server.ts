import { Worker } from 'node:worker_threads'
import {
  type FromWorker,
  memoryOf,
  type SessionRole,
  type ToWorker,
  type WorkerInput,
} from './protocol.ts'
import { diskFull, hasRoom } from './room.ts'
import { EmbeddedStream } from './stream.ts'

const cutOff = (reason: string, cause?: unknown): Error =>
  Object.assign(new Error(`the embedded database ${reason}`, { cause }), { code: 'ECONNRESET' })

const stopped = (cause?: unknown): Error => cutOff('has stopped', cause)

type Waiting = (message: FromWorker) => void

/** One thread that runs PGlite, and the streams of its clients. */
class Thread {
  /** Its first answer: ready or failed. */
  readonly opened: Promise<FromWorker>
  readonly #worker: Worker
  readonly #streams = new Map<number, EmbeddedStream>()
  readonly #waiting: { resolve: Waiting; reject: (error: Error) => void }[] = []
  readonly #directory: string
  #sessions = 0
  #hasStopped = false

  constructor(input: WorkerInput) {
    this.#directory = input.directory
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: input })
    this.#worker.on('message', (message: FromWorker) => this.#receive(message))
    this.#worker.on('error', (error) => this.#stop(error))
    this.#worker.on('exit', () => this.#stop())
    this.opened = this.answer()
    // PGlite keeps a thread alive in which it did not open: nobody would be answered there.
    this.opened.then(
      (answer) => {
        if (answer.kind === 'failed') this.#stop(new Error(answer.reason))
      },
      () => {},
    )
  }

  get hasStopped(): boolean {
    return this.#hasStopped
  }

  createStream(role: SessionRole): EmbeddedStream {
    // PGlite is one session: whoever had it is cut off instead of waiting for answers forever.
    for (const other of this.#streams.values()) other.destroy(cutOff('is used by another client'))
    this.#sessions += 1
    const session = this.#sessions
    const stream = new EmbeddedStream({
      send: (bytes) => this.tell({ kind: 'data', session, bytes }),
      ended: () => {
        this.#streams.delete(session)
        this.tell({ kind: 'end', session })
      },
    })
    this.#streams.set(session, stream)
    this.tell({ kind: 'connect', session, role })
    return stream
  }

  /** The next message that is not data of a stream. */
  answer(message?: ToWorker): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      if (this.#hasStopped) return reject(stopped())
      this.#waiting.push({ resolve, reject })
      if (message !== undefined) this.tell(message)
    })
  }

  tell(message: ToWorker): void {
    if (!this.#hasStopped) this.#worker.postMessage(message, memoryOf(message))
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'data') this.#streams.get(message.session)?.receive(message.bytes)
    else this.#waiting.shift()?.resolve(message)
  }

  #stop(cause?: unknown): void {
    if (this.#hasStopped) return
    this.#hasStopped = true
    void this.#worker.terminate()
    const error = hasRoom(this.#directory) ? stopped(cause) : diskFull(cause)
    for (const { reject } of this.#waiting.splice(0)) reject(error)
    for (const stream of this.#streams.values()) stream.destroy(error)
  }
}

const maintenanceIntervalMs = 30_000
/** Between two tries to open the database again. */
const restMs = 2000

/** What a client gets while no thread can be started. */
const refusedStream = (error: Error): EmbeddedStream => {
  const stream = new EmbeddedStream({ send() {}, ended() {} })
  setImmediate(() => stream.destroy(error))
  return stream
}

/**
 * PostgreSQL's wire protocol served by PGlite in a thread of its own. The thread that stopped
 * after a panic is replaced when the next client connects, as soon as the disk has room.
 */
export class EmbeddedServer {
  readonly #input: WorkerInput
  readonly #maintenance: NodeJS.Timeout
  #thread: Thread
  #startedAt = Number.NEGATIVE_INFINITY

  private constructor(input: WorkerInput, thread: Thread) {
    this.#input = input
    this.#thread = thread
    this.#maintenance = setInterval(() => this.maintain(), maintenanceIntervalMs)
    this.#maintenance.unref()
  }

  /** @throws the reason why PGlite does not open the directory */
  static async start(input: WorkerInput): Promise<EmbeddedServer> {
    const thread = new Thread(input)
    const answer = await thread.opened
    if (answer.kind !== 'failed') return new EmbeddedServer(input, thread)
    await thread.terminate()
    throw hasRoom(input.directory) ? new Error(answer.reason) : diskFull(new Error(answer.reason))
  }

  createStream(role: SessionRole): EmbeddedStream {
    if (this.#thread.hasStopped) {
      if (!hasRoom(this.#input.directory)) return refusedStream(diskFull())
      if (performance.now() - this.#startedAt < restMs) return refusedStream(stopped())
      this.#startedAt = performance.now()
      this.#thread = new Thread(this.#input)
    }
    return this.#thread.createStream(role)
  }

  /** Checkpoint, and vacuum of the table that needs it most, unless a transaction is open. */
  maintain(): void {
    this.#thread.tell({ kind: 'maintain' })
  }

  /** How many fsync calls have reached the system since the thread started. */
  async countSyncs(): Promise<number> {
    const answer = await this.#thread.answer({ kind: 'count' })
    return answer.kind === 'counted' ? answer.syncs : 0
  }

  async close(): Promise<void> {
    clearInterval(this.#maintenance)
    if (!this.#thread.hasStopped) await this.#thread.answer({ kind: 'close' })
    await this.#thread.terminate()
  }
}
