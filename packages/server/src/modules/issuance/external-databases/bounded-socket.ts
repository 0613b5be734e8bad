import { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** All that one session may answer: two rows with their pictures, or the longest list of tables. */
export const mostSessionBytes = 4 * 1024 * 1024
/** The longest that one session may take, whatever its driver still waits for. */
export const mostSessionMillis = 25_000

export interface SessionBounds {
  readonly bytes: number
  readonly millis: number
}

/**
 * A socket that is destroyed above a number of bytes or after a time. The drivers believe the
 * lengths that a server writes, and hold what comes until it is whole: this does not. It is no
 * `Socket` itself, so that what TLS reads passes through it too.
 */
export class BoundedSocket extends Duplex {
  readonly #socket = new Socket()
  readonly #bounds: SessionBounds
  readonly #timer: NodeJS.Timeout
  #bytes = 0

  constructor(bounds: SessionBounds = { bytes: mostSessionBytes, millis: mostSessionMillis }) {
    super()
    this.#bounds = bounds
    this.#timer = setTimeout(() => this.destroy(new Error('timeout of the session')), bounds.millis)
    this.#socket
      .on('connect', () => this.emit('connect'))
      .on('data', (chunk: Buffer) => this.#take(chunk))
      .on('end', () => this.push(null))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy())
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#bounds.bytes) {
      this.destroy(new Error(`the server answered more than ${this.#bounds.bytes} bytes`))
    } else if (!this.push(chunk)) {
      this.#socket.pause()
    }
  }

  /** Named as a `Socket` names them: the drivers call these. */
  connect(port: number, host: string): this {
    this.#socket.connect(port, host)
    return this
  }

  setNoDelay(on: boolean): this {
    this.#socket.setNoDelay(on)
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    // As a `Socket` does: closed only after what TLS says of the reason.
    if (this.#socket.closed) done(error)
    else this.#socket.once('close', () => done(error)).destroy()
  }
}
