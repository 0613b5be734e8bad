/** How the files of others list hardware tokens. */
export const tokenLayoutNames = [
  'ENTRA',
  'DEEPNET',
  'CYBERARK',
  'FEITIAN',
  'OATH_LIST',
  'SERIAL_SEED',
  'YUBICO_LOG',
] as const
export type TokenLayoutName = (typeof tokenLayoutNames)[number]

export const secretEncodings = ['HEX', 'BASE32', 'BASE64'] as const
export type SecretEncoding = (typeof secretEncodings)[number]

/** What codes are made with (RFC 6238, section 1.2). */
export const tokenHashes = ['SHA1', 'SHA256', 'SHA512'] as const
export type TokenHash = (typeof tokenHashes)[number]

/** What holds where neither a column nor the mapping says otherwise. */
export interface UsualToken {
  readonly algorithmType?: 'OATH_HOTP' | 'OATH_TOTP'
  readonly periodSeconds?: number
  readonly secretEncoding?: SecretEncoding
}

export interface TokenLayout {
  /** Null for a file whose headers no known product writes. */
  readonly name: TokenLayoutName | null
  readonly usual: UsualToken
}

/** A file as a bulk operation describes it. */
interface FileFacts {
  /** `csv,` with a header row; `raw,` without one. */
  readonly format: string | null
  readonly headers: readonly string[]
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const usual: Readonly<Record<TokenLayoutName, UsualToken>> = {
  ENTRA: { algorithmType: 'OATH_TOTP', secretEncoding: 'BASE32' },
  DEEPNET: { algorithmType: 'OATH_TOTP' },
  CYBERARK: {},
  FEITIAN: { periodSeconds: 60 },
  OATH_LIST: { secretEncoding: 'HEX' },
  SERIAL_SEED: {},
  YUBICO_LOG: { algorithmType: 'OATH_HOTP', secretEncoding: 'HEX' },
}

const yubicoHeaders = [
  'type',
  'timestamp',
  'slot',
  'serial number',
  'private id',
  'secret key',
  'access code',
  'new access code',
  'flag 1',
  'flag 2',
  'flag 3',
  'digits',
  'flag 4',
  'flag 5',
  'flag 6',
  'flag 7',
  'flag 8',
  'flag 9',
]
const listHeaders = ['serial number', 'seed', 'type', 'digits', 'interval']

/** The columns by which a header row is recognized; the first that fits. */
const byColumns: readonly (readonly [TokenLayoutName, readonly string[]])[] = [
  ['ENTRA', ['upn', 'serialnumber', 'secretkey', 'timeinterval']],
  ['DEEPNET', ['serialnumber', 'secretkey', 'timeinterval']],
  ['CYBERARK', ['tokenidentifier', 'secretkeyhex']],
]

const nameOf = ({ format, headers }: FileFacts): TokenLayoutName | null => {
  const present = headers.map(folded)
  if (present.includes('privateid') && present.includes('secretkey')) return 'YUBICO_LOG'
  if (format?.startsWith('raw') === true) {
    if (present.includes('digits')) return 'OATH_LIST'
    return format === 'raw ' || format === 'raw\t' ? 'FEITIAN' : 'SERIAL_SEED'
  }
  const found = byColumns.find(([, columns]) => columns.every((each) => present.includes(each)))
  return found?.[0] ?? null
}

/** What the header of the secrets says of them: `Secret Key (HEX)`. */
const headedEncoding = (headers: readonly string[]): SecretEncoding | undefined => {
  const heads = headers
    .map(folded)
    .filter((head) => /^(?:secret|seed|key)|(?:secret|seed)/.test(head))
  return secretEncodings.find((each) => heads.some((head) => head.includes(each.toLowerCase())))
}

export const tokenLayoutOf = (file: FileFacts): TokenLayout => {
  const name = nameOf(file)
  const headed = headedEncoding(file.headers)
  return {
    name,
    usual: {
      ...(name === null ? {} : usual[name]),
      ...(headed === undefined ? {} : { secretEncoding: headed }),
    },
  }
}

const hexSeed = /^(?:[\da-f]{2}){10,128}$/i
const base32Seed = /^(?=.*[2-7])[a-z2-7]{16,206}=*$/i
const isSeed = (text: string): boolean => hexSeed.test(text) || base32Seed.test(text)
const isSerial = (text: string): boolean => /^[\w.-]{4,64}$/.test(text) && /\d/.test(text)

/** A first row that is a token already, with the columns that such files have. */
export interface HeadlessFile {
  readonly format: string
  readonly headers: readonly string[]
  /** Whether the first row is one of the tokens. */
  readonly hasFirst: boolean
}

const listed = (cells: readonly string[]): readonly string[] => {
  const [, , third = ''] = cells
  if (/^(?:hotp|totp)$/i.test(third)) return listHeaders
  return ['serial number', 'seed', /^(?:30|60)$/.test(third) ? 'interval' : 'counter']
}

/** The columns of a token file without a header row; null for a row of headers. */
export const headlessTokenFile = (
  format: string,
  first: readonly string[],
): HeadlessFile | null => {
  if (!format.startsWith('csv')) return null
  const [kind = '', second = ''] = first
  if (/^logging start/i.test(kind)) return { format, headers: yubicoHeaders, hasFirst: false }
  const delimiter = format.slice(3)
  if (/^(?:oath-hotp|yubico otp|static password|challenge-response)/i.test(kind)) {
    return { format: `raw${delimiter}`, headers: yubicoHeaders, hasFirst: true }
  }
  if (isSerial(kind) && isSeed(second)) {
    return {
      format: `raw${delimiter}`,
      headers: listed(first).slice(0, Math.max(2, first.length)),
      hasFirst: true,
    }
  }
  const spaced = kind.split(' ')
  const isSpaced = first.length === 1 && spaced.length === 2
  return isSpaced && isSerial(spaced[0] ?? '') && isSeed(spaced[1] ?? '')
    ? { format: 'raw ', headers: ['serial number', 'seed'], hasFirst: true }
    : null
}

const types: Readonly<Record<string, 'OATH_HOTP' | 'OATH_TOTP'>> = {
  hotp: 'OATH_HOTP',
  oathhotp: 'OATH_HOTP',
  event: 'OATH_HOTP',
  eventbased: 'OATH_HOTP',
  counter: 'OATH_HOTP',
  totp: 'OATH_TOTP',
  oathtotp: 'OATH_TOTP',
  time: 'OATH_TOTP',
  timebased: 'OATH_TOTP',
}

/** What other products call an algorithm; null for a word that is none of theirs. */
export const algorithmTypeIn = (text: string): 'OATH_HOTP' | 'OATH_TOTP' | null =>
  types[folded(text)] ?? null

/** `sha-1`, `HmacSHA256`, `hmacsha512`; null for anything else. */
export const hashNameIn = (text: string): TokenHash | null => {
  const [, bits] = /^(?:hmac)?sha(1|256|512)$/.exec(folded(text)) ?? []
  return bits === '1' ? 'SHA1' : bits === '256' ? 'SHA256' : bits === '512' ? 'SHA512' : null
}

/** The mode of YubiKeys that makes no one-time passwords of OATH. */
export const isYubicoOtp = (text: string): boolean =>
  /^(?:yubicootp|yubikeyaes|yubikeyotp|yubicoaes|httpwwwyubicocomyubikeyaes)$/.test(folded(text))

/** FortiToken hardware: SHA-1, six digits, a minute. */
export const isFortiToken = (serial: string): boolean => /^FTK2/i.test(serial)
