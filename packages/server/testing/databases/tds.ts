// Tabular Data Stream as [MS-TDS] 7.4 describes it: the part of a server that the tests need.

/** 2.2.3.1.1: types of packets. */
export const packetTypes = { batch: 1, rpc: 3, answer: 4, login: 16, prelogin: 18 } as const
const headerBytes = 8
const endOfMessage = 1

export const packet = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(headerBytes)
  head.writeUInt8(type, 0)
  head.writeUInt8(endOfMessage, 1)
  head.writeUInt16BE(body.length + headerBytes, 2)
  head.writeUInt8(1, 6)
  return Buffer.concat([head, body])
}

export interface Message {
  readonly type: number
  readonly body: Buffer
}

/** Puts packets together to messages. @returns what takes the bytes */
export const messages = (onMessage: (message: Message) => void) => {
  let waiting = Buffer.alloc(0)
  let parts: Buffer[] = []
  return (chunk: Buffer): void => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= headerBytes && waiting.length >= waiting.readUInt16BE(2)) {
      const length = waiting.readUInt16BE(2)
      const [type, status] = [waiting.readUInt8(0), waiting.readUInt8(1)]
      parts.push(waiting.subarray(headerBytes, length))
      waiting = waiting.subarray(length)
      if ((status & endOfMessage) === 0) continue
      const body = Buffer.concat(parts)
      parts = []
      onMessage({ type, body })
    }
  }
}

const text = (value: string): Buffer => Buffer.from(value, 'utf16le')
const shortText = (value: string): Buffer =>
  Buffer.concat([Buffer.from([value.length]), text(value)])
const number16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8])
const longText = (value: string): Buffer => Buffer.concat([number16(value.length), text(value)])

/** 2.2.6.5: ENCRYPT_ON, or ENCRYPT_NOT_SUP. */
export const preloginAnswer = (isTls: boolean): Buffer =>
  Buffer.from(
    `000015000601001b000102001c000103001d0000ff100007d00000${isTls ? '01' : '02'}00`,
    'hex',
  )

/** The ENCRYPTION option of a PRELOGIN message. */
export const encryptionAsked = (body: Buffer): number => {
  for (let at = 0; body[at] !== 0xff; at += 5) {
    if (body[at] === 1) return body.readUInt8(body.readUInt16BE(at + 1))
  }
  throw new Error('PRELOGIN without ENCRYPTION')
}

const clearPassword = (hidden: Buffer): string =>
  Buffer.from(
    hidden.map((byte) => {
      const turned = byte ^ 0xa5
      return ((turned << 4) | (turned >> 4)) & 0xff
    }),
  ).toString('utf16le')

export interface Login {
  readonly host: string
  readonly user: string
  readonly password: string
  readonly database: string
}

/** 2.2.6.4: LOGIN7; offsets and lengths in letters stand from byte 36 on. */
export const readLogin = (body: Buffer): Login => {
  const part = (at: number): Buffer => {
    const from = body.readUInt16LE(at)
    return body.subarray(from, from + body.readUInt16LE(at + 2) * 2)
  }
  return {
    host: part(36).toString('utf16le'),
    user: part(40).toString('utf16le'),
    password: clearPassword(part(44)),
    database: part(68).toString('utf16le'),
  }
}

type Value = string | Buffer | null

class Reader {
  readonly #bytes: Buffer
  #at: number
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }
  get isDone(): boolean {
    return this.#at >= this.#bytes.length
  }
  take(length: number): Buffer {
    this.#at += length
    if (this.#at > this.#bytes.length) throw new Error('the message is too short')
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  /** 2.2.5.2.3: partially length-prefixed bytes. */
  chunks(): Buffer | null {
    const total = this.take(8)
    if (total.every((byte) => byte === 0xff)) return null
    const parts: Buffer[] = []
    for (;;) {
      const length = this.take(4).readUInt32LE(0)
      if (length === 0) return Buffer.concat(parts)
      parts.push(this.take(length))
    }
  }
  short(): Buffer | null {
    const length = this.take(2).readUInt16LE(0)
    return length === 0xffff ? null : this.take(length)
  }
}

/** NVARCHARTYPE and BIGVARBINARYTYPE: other parameters are refused. */
const readValue = (reader: Reader): Value => {
  const type = reader.take(1).readUInt8(0)
  if (type !== 0xe7 && type !== 0xa5) throw new Error(`a parameter of type ${type}`)
  const most = reader.take(2).readUInt16LE(0)
  if (type === 0xe7) reader.take(5)
  const bytes = most === 0xffff ? reader.chunks() : reader.short()
  return type === 0xe7 && bytes !== null ? bytes.toString('utf16le') : bytes
}

export interface Statement {
  readonly sql: string
  readonly parameters: Readonly<Record<string, Value>>
}

/** 2.2.6.6: a remote procedure call, which is `sp_executesql` or nothing. */
export const readCall = (body: Buffer): Statement => {
  const reader = new Reader(body, body.readUInt32LE(0))
  const procedure = reader.take(4).readUInt32LE(0)
  if (procedure !== 0x000a_ffff) throw new Error('another procedure than sp_executesql')
  reader.take(2)
  const given: [string, Value][] = []
  while (!reader.isDone) {
    const length = reader.take(1).readUInt8(0)
    const called = reader.take(length * 2).toString('utf16le')
    reader.take(1)
    given.push([called.replace(/^@/, ''), readValue(reader)])
  }
  const [statement, , ...parameters] = given
  return { sql: String(statement?.[1]), parameters: Object.fromEntries(parameters) }
}

const done = (token: number, status: number, count: number): Buffer => {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt8(token, 0)
  bytes.writeUInt16LE(status, 1)
  bytes.writeUInt32LE(count, 5)
  return bytes
}

/** DONE of a batch or a sign-in; DONE_ERROR where it failed. */
export const doneOf = (isError: boolean): Buffer => done(0xfd, isError ? 2 : 0, 0)

/** 2.2.7.10: ERROR. */
export const errorOf = (code: number, words: string): Buffer => {
  const head = Buffer.alloc(6)
  head.writeUInt32LE(code, 0)
  head.writeUInt8(1, 4)
  head.writeUInt8(14, 5)
  const body = Buffer.concat([
    head,
    longText(words),
    shortText('double'),
    shortText(''),
    Buffer.alloc(4),
  ])
  return Buffer.concat([Buffer.from([0xaa]), number16(body.length), body])
}

/** 2.2.7.14: LOGINACK of TDS 7.4. */
export const loginAnswer = (): Buffer => {
  const body = Buffer.concat([
    Buffer.from('0174000004', 'hex'),
    shortText('Microsoft SQL Server'),
    Buffer.from('100007d0', 'hex'),
  ])
  return Buffer.concat([Buffer.from([0xad]), number16(body.length), body, doneOf(false)])
}

/** 2.2.7.9: ENVCHANGE 20, which sends the client to another server. */
export const routing = (host: string, port: number): Buffer => {
  const place = Buffer.concat([Buffer.from([0]), number16(port), longText(host)])
  const body = Buffer.concat([Buffer.from([20]), number16(place.length), place, Buffer.alloc(2)])
  return Buffer.concat([Buffer.from([0xe3]), number16(body.length), body])
}

export type Cell = string | Buffer | number | null

const columnOf = (cell: Cell | undefined): Buffer => {
  const head = Buffer.from('000000000100', 'hex')
  const type =
    typeof cell === 'number' ? '2604' : Buffer.isBuffer(cell) ? 'a5401f' : 'e7401f0904d00034'
  return Buffer.concat([head, Buffer.from(type, 'hex'), shortText('')])
}

const cellOf = (cell: Cell): Buffer => {
  if (cell === null) return Buffer.from([0xff, 0xff])
  if (typeof cell === 'number') return Buffer.from([4, cell, 0, 0, 0])
  const bytes = Buffer.isBuffer(cell) ? cell : text(cell)
  return Buffer.concat([number16(bytes.length), bytes])
}

/** COLMETADATA by the first row, ROWs, DONEINPROC, RETURNSTATUS and DONEPROC of a call. */
export const rowsAnswer = (rows: readonly (readonly Cell[])[]): Buffer => {
  const [first = ['']] = rows
  return Buffer.concat([
    Buffer.from([0x81]),
    number16(first.length),
    ...first.map(columnOf),
    ...rows.flatMap((row) => [Buffer.from([0xd1]), ...row.map(cellOf)]),
    done(0xff, 0x11, rows.length),
    Buffer.from([0x79, 0, 0, 0, 0]),
    done(0xfe, 0, 0),
  ])
}
