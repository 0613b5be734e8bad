import { parseSuite } from '@signet/algorithms/ocra'
import { Line } from '@signet/contract/kit/schemas'
import type { TokenAlgorithms } from '../../../../platform/token-algorithms.ts'
import { type ImportedToken, isWeak } from '../../../authenticators/hardware-tokens/index.ts'
import type { RowFault, ValueRow } from '../bulk-work.ts'
import { isOtpUri, otpUriValues } from './otp-uris.ts'

type Judged = { readonly fault: RowFault } | { readonly token: ImportedToken }
type Kind = Pick<ImportedToken, 'algorithmType' | 'hash' | 'suite' | 'digits'>

class Unfit extends Error {
  readonly column: string

  constructor(column: string, message: string) {
    super(message)
    this.column = column
  }
}

const longestSerial = 64
const longestName = 100

/** RFC 4648, section 6. */
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export interface KnownTokens {
  /** Of makers, by adapters. */
  readonly algorithms: TokenAlgorithms
  /** Bytes of a secret. */
  readonly least: number
}

const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text.toUpperCase().replaceAll('=', ''), (sign) =>
    base32.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/\d{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Hexadecimal, as files of makers have it, or Base32, as apps take it; blanks mean nothing. */
const secretIn = (cell: string, least: number): Buffer => {
  const text = cell.replace(/[\s:-]/g, '')
  const isHex = /^(?:[\da-f]{2})+$/i.test(text)
  if (!isHex && !/^[a-z2-7]+=*$/i.test(text)) {
    throw new Unfit('secret', 'is neither hexadecimal nor Base32')
  }
  const secret = isHex ? Buffer.from(text, 'hex') : fromBase32(text)
  if (isWeak({ secret }, least)) throw new Unfit('secret', `has ${least} to 128 bytes`)
  return secret
}

/** What the key URI of an app says stands as if in columns; a column may not contradict it. */
const withUri = (row: ValueRow): ValueRow => {
  const { secret } = row.values
  if (secret === undefined || !isOtpUri(secret)) return row
  const told = otpUriValues(secret)
  if ('fault' in told) throw new Unfit('secret', told.fault)
  for (const [column, value] of Object.entries(told.values)) {
    const given = column === 'secret' ? undefined : row.values[column]
    if (given !== undefined && given.toUpperCase() !== value.toUpperCase()) {
      throw new Unfit(column, `is ${value} in the secret`)
    }
  }
  return { ...row, values: { ...row.values, ...told.values } }
}

const numberIn = (
  { values }: ValueRow,
  column: string,
  { usual, least, most }: { readonly usual: number; readonly least: number; readonly most: number },
): number => {
  const text = values[column]
  if (text === undefined) return usual
  const number = /^\d{1,15}$/.test(text) ? Number(text) : -1
  if (number < least || number > most) throw new Unfit(column, `${least}-${most}`)
  return number
}

const hashIn = ({ values }: ValueRow): ImportedToken['hash'] => {
  const text = values.hash?.toUpperCase()
  return text === 'SHA256' || text === 'SHA512' ? text : 'SHA1'
}

/** What a suite says of its hash and its digits stands in no column of its own. */
const bySuite = (text: string): Kind => {
  const suite = parseSuite(text)
  if (suite === null) throw new Unfit('ocraSuite', 'is no suite of RFC 6287')
  return { algorithmType: 'OATH_OCRA', hash: 'SHA1', suite: text, digits: suite.digits }
}

const counted = ['OATH_HOTP', 'OATH_TOTP', 'AT', 'VENDOR'] as const

const kindOf = (row: ValueRow, algorithms: TokenAlgorithms): Kind => {
  const { algorithmType, ocraSuite } = row.values
  const suited = ocraSuite === undefined ? 'OATH_HOTP' : 'OATH_OCRA'
  const type = algorithmType?.toUpperCase() ?? suited
  if (type === 'OATH_OCRA') return bySuite(ocraSuite ?? '')
  if (ocraSuite !== undefined) throw new Unfit('ocraSuite', `is not for ${type}`)
  const kind = counted.find((each) => each === type)
  if (kind === undefined) throw new Unfit('algorithmType', counted.join(', '))
  if ((kind === 'AT' || kind === 'VENDOR') && algorithms[kind] === undefined) {
    throw new Unfit('algorithmType', `${kind}: no adapter is configured`)
  }
  const digits = numberIn(row, 'digits', { usual: 6, least: 6, most: 10 })
  return { algorithmType: kind, hash: hashIn(row), suite: null, digits }
}

const textIn = ({ values }: ValueRow, column: string, most: number): string | null => {
  const text = values[column]
  if (text === undefined) return null
  const line = Line(most).safeParse(text)
  if (!line.success) throw new Unfit(column, `is no line of at most ${most} characters`)
  return line.data
}

const pinIn = ({ values: { pin } }: ValueRow): string | null => {
  if (pin !== undefined && !/^\d{4,12}$/.test(pin)) throw new Unfit('pin', '4 to 12 digits')
  return pin ?? null
}

const described = (row: ValueRow, { algorithms, least }: KnownTokens): ImportedToken => ({
  serial: textIn(row, 'serialNumber', longestSerial) ?? '',
  ...kindOf(row, algorithms),
  periodSeconds: numberIn(row, 'periodSeconds', { usual: 30, least: 10, most: 3600 }),
  counter: numberIn(row, 'counter', { usual: 0, least: 0, most: 2 ** 48 }),
  secret: secretIn(row.values.secret ?? '', least),
  pin: pinIn(row),
  manufacturer: textIn(row, 'manufacturer', longestName),
  model: textIn(row, 'model', longestName),
})

/** A token as its row tells it. */
export const describedToken = (row: ValueRow, known: KnownTokens): Judged => {
  try {
    return { token: described(withUri(row), known) }
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    const { column, message } = error
    return { fault: { code: 'bulk_value_unfit', column, message } }
  }
}
