import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { callerAt } from '../kit/limits.ts'
import { peerAddress } from '../platform/addresses.ts'

/** Requests waiting on one connection from which on no more of it is read. */
const pauseAt = 16
/** Waiting requests of one address. One read of a connection (64 KiB) brings fewer. */
const waitingPerAddress = 4096

/** Counts what waits, by caller; a caller for whom nothing waits is not kept. */
const waitingCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (caller: string): number => counts.get(caller) ?? 0,
    add(caller: string, by: number): void {
      const count = (counts.get(caller) ?? 0) + by
      if (count === 0) counts.delete(caller)
      else counts.set(caller, count)
    },
  }
}

type Counts = ReturnType<typeof waitingCounts>

/** The requests of one connection. */
class Line {
  readonly #socket: Socket
  readonly #caller: string
  readonly #counts: Counts
  readonly #waiting: (() => void)[] = []
  #isAnswering = false
  #isPaused = false

  constructor(socket: Socket, counts: Counts) {
    this.#socket = socket
    this.#counts = counts
    this.#caller = callerAt(peerAddress(socket))
    socket.once('close', () => counts.add(this.#caller, -this.#waiting.splice(0).length))
  }

  /** Begins with the next request when it is its turn; `begin` is never called on a closed connection. */
  join(begin: () => void): void {
    if (!this.#isAnswering) {
      this.#isAnswering = true
      return begin()
    }
    if (this.#socket.destroyed) return
    if (this.#counts.of(this.#caller) >= waitingPerAddress) return void this.#socket.destroy()
    this.#counts.add(this.#caller, 1)
    this.#waiting.push(begin)
    this.#pauseOrResume()
  }

  leave(): void {
    const begin = this.#waiting.shift()
    this.#isAnswering = begin !== undefined
    if (begin === undefined) return
    this.#counts.add(this.#caller, -1)
    this.#pauseOrResume()
    begin()
  }

  /** Paused again each time: Node resumes a connection whose request has been dealt with. */
  #pauseOrResume(): void {
    if (this.#waiting.length >= pauseAt) {
      this.#isPaused = true
      this.#socket.pause()
    } else if (this.#isPaused) {
      this.#isPaused = false
      this.#socket.resume()
    }
  }
}

/**
 * Handles the requests of one connection one after the other (RFC 9112, section 9.3.2, leaves it to
 * the server): the next one begins when the answer before it has left. Otherwise a client that
 * pipelines and reads nothing makes the service prepare every answer.
 */
export const answerInTurn = (app: FastifyInstance): void => {
  const lines = new WeakMap<Socket, Line>()
  const counts = waitingCounts()
  const lineOf = (socket: Socket): Line => {
    const line = lines.get(socket) ?? new Line(socket, counts)
    lines.set(socket, line)
    return line
  }
  app.addHook('onRequest', (request, reply, done) => {
    const line = lineOf(request.raw.socket)
    line.join(() => {
      reply.raw.once('close', () => line.leave())
      done()
    })
  })
}
