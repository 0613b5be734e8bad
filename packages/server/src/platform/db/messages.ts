import type { encodeValue } from './values.ts'

type Encoded = ReturnType<typeof encodeValue>

/** Most batches fit, and Node cuts such buffers out of a larger one. */
const usual = 2048
/** UTF-8 takes at most three bytes for each UTF-16 unit; long texts are measured. */
const mostBytesOf = (text: string): number =>
  text.length < 4096 ? text.length * 3 : Buffer.byteLength(text)

const codeOf = (letter: string): number => letter.charCodeAt(0)
const codes = {
  parse: codeOf('P'),
  bind: codeOf('B'),
  describe: codeOf('D'),
  execute: codeOf('E'),
  close: codeOf('C'),
  sync: codeOf('S'),
} as const
const portal = codeOf('P')
const statement = codeOf('S')

/**
 * Messages of the extended query protocol (PostgreSQL documentation, "Message Formats"), written
 * one behind the other, so that a batch leaves in one piece.
 */
export class Messages {
  #bytes = Buffer.allocUnsafe(usual)
  #length = 0
  #start = 0

  parse(name: string, text: string): void {
    this.#begin(codes.parse)
    this.#text(name)
    this.#text(text)
    this.#int16(0)
    this.#end()
  }

  /** Texts go as text, bytes as binary; what comes back is text. */
  bind(name: string, values: readonly Encoded[]): void {
    this.#begin(codes.bind)
    this.#text('')
    this.#text(name)
    this.#int16(values.length)
    for (const value of values) this.#int16(Buffer.isBuffer(value) ? 1 : 0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(0)
    this.#end()
  }

  describePortal(): void {
    this.#begin(codes.describe)
    this.#byte(portal)
    this.#text('')
    this.#end()
  }

  /** All rows of the portal. */
  execute(): void {
    this.#begin(codes.execute)
    this.#text('')
    this.#int32(0)
    this.#end()
  }

  closeStatement(name: string): void {
    this.#begin(codes.close)
    this.#byte(statement)
    this.#text(name)
    this.#end()
  }

  sync(): void {
    this.#begin(codes.sync)
    this.#end()
  }

  /** All that was written. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #begin(code: number): void {
    this.#byte(code)
    this.#start = this.#length
    this.#int32(0)
  }

  #end(): void {
    this.#bytes.writeInt32BE(this.#length - this.#start, this.#start)
  }

  #ensure(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }

  #byte(value: number): void {
    this.#ensure(1)
    this.#length = this.#bytes.writeUInt8(value, this.#length)
  }

  #int16(value: number): void {
    this.#ensure(2)
    this.#length = this.#bytes.writeUInt16BE(value, this.#length)
  }

  #int32(value: number): void {
    this.#ensure(4)
    this.#length = this.#bytes.writeInt32BE(value, this.#length)
  }

  /** Ended by a zero byte. */
  #text(text: string): void {
    this.#ensure(mostBytesOf(text) + 1)
    this.#length += this.#bytes.write(text, this.#length)
    this.#byte(0)
  }

  #value(value: Encoded): void {
    if (value === null) return this.#int32(-1)
    const most = typeof value === 'string' ? mostBytesOf(value) : value.length
    this.#ensure(4 + most)
    const from = this.#length + 4
    const size =
      typeof value === 'string' ? this.#bytes.write(value, from) : value.copy(this.#bytes, from)
    this.#bytes.writeInt32BE(size, this.#length)
    this.#length = from + size
  }
}
