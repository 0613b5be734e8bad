import { parseSuite } from '@signet/algorithms/ocra'
import { Line } from '@signet/contract/kit/schemas'
import { isFortiToken, secretEncodings, type TokenLayout } from '@signet/rules/token-layouts'
import type { TokenAlgorithms } from '../../../../platform/token-algorithms.ts'
import { type ImportedToken, isWeak } from '../../../authenticators/hardware-tokens/index.ts'
import type { RowFault, ValueRow } from '../bulk-work.ts'
import { isOtpUri, otpUriValues } from './otp-uris.ts'
import { type ReadSecret, readSecret } from './token-secrets.ts'

type Judged = { readonly fault: RowFault } | { readonly token: ImportedToken }
type AssumedPart = ImportedToken['assumed'][number]
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

interface KnownTokens {
  /** Of makers, by adapters. */
  readonly algorithms: TokenAlgorithms
  /** Bytes of a secret. */
  readonly least: number
  /** How the file is laid out. */
  readonly layout?: TokenLayout
}

const secretIn = ({ values }: ValueRow, { least, layout }: KnownTokens): ReadSecret => {
  const told = secretEncodings.find((each) => each === values.secretEncoding?.toUpperCase())
  const usual = layout?.usual.secretEncoding
  const found = readSecret(values.secret ?? '', {
    ...(told === undefined ? {} : { told }),
    ...(usual === undefined ? {} : { usual }),
  })
  if (found === null) {
    throw new Unfit(
      'secret',
      told === undefined ? 'is neither hexadecimal nor Base32' : `is not ${told}`,
    )
  }
  if (isWeak(found, least)) throw new Unfit('secret', `has ${least} to 128 bytes`)
  return found
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

/** What other columns say of the kind comes before what files of the layout usually have. */
const usualType = ({ values }: ValueRow, layout: TokenLayout | undefined): string => {
  if (values.ocraSuite !== undefined) return 'OATH_OCRA'
  if (isFortiToken(values.serialNumber ?? '')) return 'OATH_TOTP'
  const { algorithmType } = layout?.usual ?? {}
  if (algorithmType !== undefined) return algorithmType
  if (values.periodSeconds !== undefined && values.counter === undefined) return 'OATH_TOTP'
  // Feitian writes secrets of clocks in Base32, those of counters in hexadecimal.
  const isBase32 = !/^[\da-f]+$/i.test(values.secret ?? '')
  return layout?.name === 'FEITIAN' && isBase32 ? 'OATH_TOTP' : 'OATH_HOTP'
}

const kindOf = (row: ValueRow, { algorithms, layout }: KnownTokens): Kind => {
  const { algorithmType, ocraSuite } = row.values
  const type = algorithmType?.toUpperCase() ?? usualType(row, layout)
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

/** A minute for FortiToken hardware, and where files of the layout usually have it. */
const usualPeriod = ({ values }: ValueRow, layout: TokenLayout | undefined): number =>
  isFortiToken(values.serialNumber ?? '') ? 60 : (layout?.usual.periodSeconds ?? 30)

const partsOf: Readonly<Record<ImportedToken['algorithmType'], readonly AssumedPart[]>> = {
  OATH_TOTP: ['algorithmType', 'hash', 'digits', 'periodSeconds'],
  OATH_HOTP: ['algorithmType', 'hash', 'digits', 'counter'],
  OATH_OCRA: [],
  AT: ['digits'],
  VENDOR: ['digits'],
}

/** What neither the file nor the mapping says. */
const assumedIn = (
  { values }: ValueRow,
  { algorithmType }: Kind,
  { isAmbiguous }: ReadSecret,
): readonly AssumedPart[] => [
  ...partsOf[algorithmType].filter((part) => values[part] === undefined),
  ...(isAmbiguous ? (['secretEncoding'] as const) : []),
]

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

const described = (row: ValueRow, known: KnownTokens): ImportedToken => {
  const kind = kindOf(row, known)
  const usual = usualPeriod(row, known.layout)
  const rest = {
    periodSeconds: numberIn(row, 'periodSeconds', { usual, least: 10, most: 3600 }),
    counter: numberIn(row, 'counter', { usual: 0, least: 0, most: 2 ** 48 }),
  }
  const found = secretIn(row, known)
  return {
    serial: textIn(row, 'serialNumber', longestSerial) ?? '',
    ...kind,
    ...rest,
    secret: found.secret,
    pin: pinIn(row),
    manufacturer: textIn(row, 'manufacturer', longestName),
    model: textIn(row, 'model', longestName),
    encoding: found.encoding,
    assumed: assumedIn(row, kind, found),
  }
}

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
