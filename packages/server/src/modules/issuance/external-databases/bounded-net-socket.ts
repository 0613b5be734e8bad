import { Socket } from 'node:net'
import { mostSessionBytes, mostSessionMillis, type SessionBounds } from './bounded-socket.ts'

/** All that is needed to agree on TLS and to sign in: the driver copies it again with each packet. */
export const mostSignInBytes = 64 * 1024

/**
 * The bounds of `BoundedSocket` on a socket itself, for a driver whose TLS runs inside its
 * protocol: there all that comes is read here, and nothing takes the handle away.
 */
export class BoundedNetSocket extends Socket {
  #most: number
  readonly #timer: NodeJS.Timeout
  #bytes = 0

  constructor(bounds: SessionBounds = { bytes: mostSignInBytes, millis: mostSessionMillis }) {
    super()
    this.#most = bounds.bytes
    this.#timer = setTimeout(() => this.destroy(new Error('timeout of the session')), bounds.millis)
  }

  /** Signed in: from now on as much as a session may answer. */
  widen(): void {
    this.#most = mostSessionBytes
  }

  override push(chunk: unknown): boolean {
    if (Buffer.isBuffer(chunk)) this.#bytes += chunk.length
    if (this.#bytes <= this.#most) return super.push(chunk)
    this.destroy(new Error(`the server answered more than ${this.#most} bytes`))
    return false
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer)
    super._destroy(error, done)
  }
}
