import { createHash, createHmac } from 'node:crypto'

type Hash = 'SHA1' | 'SHA256' | 'SHA512'

/** What a suite says of its inputs and its answer (RFC 6287, section 6). */
export interface OcraSuite {
  /** As it is written: part of what is signed. */
  readonly text: string
  readonly hash: Hash
  readonly digits: number
  readonly counter: boolean
  /** What a question is made of (numeric, alphanumeric, hexadecimal), and at most how many. */
  readonly question: { readonly format: 'N' | 'A' | 'H'; readonly length: number }
  /** The hash of the PIN that is signed; null where none is. */
  readonly pinHash: Hash | null
  /** Bytes of session information; null where none is signed. */
  readonly sessionBytes: number | null
  /** Seconds of a time step; null where no time is signed. */
  readonly stepSeconds: number | null
}

export interface OcraInput {
  readonly question: string
  readonly counter?: number | undefined
  /** The PIN's hash, by the suite's `pinHash`. */
  readonly pin?: Uint8Array | undefined
  readonly session?: Uint8Array | undefined
  /** Steps since 1970. */
  readonly step?: number | undefined
}

const unitSeconds: Readonly<Record<string, number>> = { S: 1, M: 60, H: 3600 }
const mostUnits: Readonly<Record<string, number>> = { S: 59, M: 59, H: 48 }

const hashOf = (name: string | undefined): Hash | null =>
  name === 'SHA1' || name === 'SHA256' || name === 'SHA512' ? name : null

const suitePattern =
  /^OCRA-1:HOTP-(?<hash>\w+)-(?<digits>[4-9]|10):(?<c>C-)?Q(?<format>[A-Z])(?<length>\d\d)(?:-P(?<pin>SHA1|SHA256|SHA512))?(?:-S(?<session>\d{3}))?(?:-T(?<time>\d\d?[SMH]))?$/

const timeOf = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return null
  const count = Number(text.slice(0, -1))
  const unit = text.slice(-1)
  const most = mostUnits[unit] ?? 0
  return count < 1 || count > most ? undefined : count * (unitSeconds[unit] ?? 0)
}

/** The suite of this text; null for what is none (RFC 6287, section 6). */
export const parseSuite = (text: string): OcraSuite | null => {
  const parts = suitePattern.exec(text)?.groups
  if (parts === undefined) return null
  const { c, format, pin, session, time } = parts
  const hash = hashOf(parts['hash'])
  const length = Number(parts['length'])
  const stepSeconds = timeOf(time)
  const bytes = session === undefined ? null : Number(session)
  if (hash === null || length < 4 || length > 64 || stepSeconds === undefined) return null
  if ((bytes ?? 1) < 1 || (bytes ?? 0) > 512) return null
  if (format !== 'N' && format !== 'A' && format !== 'H') return null
  return {
    text,
    hash,
    digits: Number(parts['digits']),
    counter: c !== undefined,
    question: { format, length },
    pinHash: hashOf(pin),
    sessionBytes: bytes,
    stepSeconds,
  }
}

const questionBytes = 128

const isQuestion: Readonly<Record<'N' | 'A' | 'H', RegExp>> = {
  N: /^\d+$/,
  A: /^[\x20-\x7e]+$/,
  H: /^[\da-f]+$/i,
}

/** RFC 6287, section 5.1: numbers as hexadecimal digits, all padded with zeros behind. */
const questionOf = ({ question: { format } }: OcraSuite, text: string): Buffer => {
  if (!isQuestion[format].test(text)) throw new RangeError('not a question of this suite')
  const hex =
    format === 'N'
      ? BigInt(text).toString(16)
      : format === 'H'
        ? text
        : Buffer.from(text).toString('hex')
  if (hex.length > 2 * questionBytes) throw new RangeError('a question of more than 128 bytes')
  return Buffer.from(hex.padEnd(2 * questionBytes, '0'), 'hex')
}

const eightBytes = (value: number | undefined, name: string): Buffer => {
  if (value === undefined || value < 0) throw new RangeError(`the suite signs the ${name}`)
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

const hashBytes: Readonly<Record<Hash, number>> = { SHA1: 20, SHA256: 32, SHA512: 64 }

const fixed = (bytes: Uint8Array | undefined, length: number, name: string): Uint8Array => {
  if (bytes?.length !== length) throw new RangeError(`the suite signs the ${name}`)
  return bytes
}

const sessionOf = (bytes: Uint8Array | undefined, length: number): Buffer => {
  if (bytes === undefined || bytes.length > length) {
    throw new RangeError('the suite signs the session')
  }
  return Buffer.concat([Buffer.alloc(length - bytes.length), bytes])
}

/** What is signed (RFC 6287, section 5.1): the suite, a zero byte, and its inputs in this order. */
const dataInput = (suite: OcraSuite, input: OcraInput): Buffer =>
  Buffer.concat([
    Buffer.from(`${suite.text}\0`),
    ...(suite.counter ? [eightBytes(input.counter, 'counter')] : []),
    questionOf(suite, input.question),
    ...(suite.pinHash === null ? [] : [fixed(input.pin, hashBytes[suite.pinHash], 'PIN')]),
    ...(suite.sessionBytes === null ? [] : [sessionOf(input.session, suite.sessionBytes)]),
    ...(suite.stepSeconds === null ? [] : [eightBytes(input.step, 'time')]),
  ])

/**
 * The answer to a question (RFC 6287, section 5; truncated as in RFC 4226, section 5.3).
 * @throws RangeError where an input that the suite signs is missing or of another form
 */
export const ocra = (suite: OcraSuite, secret: Uint8Array, input: OcraInput): string => {
  const mac = createHmac(suite.hash, secret).update(dataInput(suite, input)).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** suite.digits).padStart(suite.digits, '0')
}

/** A PIN as the suites sign it. */
export const pinDigest = (hash: Hash, pin: string): Buffer => createHash(hash).update(pin).digest()
