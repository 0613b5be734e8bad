import { Duplex } from 'node:stream'

interface StreamEnds {
  /** Takes what pg writes: whole protocol messages. */
  send(bytes: Uint8Array): void
  /** The client has ended or was cut off. */
  ended(): void
}

type Chunk = { readonly chunk: Buffer }

/** A copy of its own: small buffers share memory, which must not travel to another thread. */
const joined = (chunks: readonly Chunk[]): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0))
  let offset = 0
  for (const { chunk } of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}

/** What pg takes for a socket: everything written goes to the embedded database's thread. */
export class EmbeddedStream extends Duplex {
  readonly #ends: StreamEnds

  constructor(ends: StreamEnds) {
    super()
    this.#ends = ends
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  receive(bytes: Uint8Array): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#ends.send(joined([{ chunk }]))
    done()
  }

  override _writev(chunks: Chunk[], done: () => void): void {
    this.#ends.send(joined(chunks))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#ends.ended()
    done(error)
  }
}
