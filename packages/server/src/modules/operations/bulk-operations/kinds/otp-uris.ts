/** What a key URI says, by the columns of the import. */
type Told = { readonly values: Readonly<Record<string, string>> } | { readonly fault: string }

const keyUri = /^otpauth:\/\//i
const migrationUri = /^otpauth-migration:\/\//i

export const isOtpUri = (text: string): boolean => keyUri.test(text) || migrationUri.test(text)

const longestName = 100

const named = (issuer: string | null): Readonly<Record<string, string>> =>
  issuer === null || issuer === '' ? {} : { manufacturer: issuer.slice(0, longestName) }

const types: Readonly<Record<string, string>> = { totp: 'OATH_TOTP', hotp: 'OATH_HOTP' }
const hashes = new Set(['SHA1', 'SHA256', 'SHA512'])

/** Google Authenticator's key URI format; what it leaves out has the value that the format names. */
const fromKeyUri = (uri: URL): Told => {
  const { searchParams: given } = uri
  const algorithmType = types[uri.hostname.toLowerCase()]
  const secret = given.get('secret') ?? ''
  const hash = (given.get('algorithm') ?? 'SHA1').toUpperCase().replace('-', '')
  if (algorithmType === undefined) return { fault: 'is neither totp nor hotp' }
  if (!/^[a-z2-7]+=*$/i.test(secret)) return { fault: 'has no secret in Base32' }
  if (!hashes.has(hash)) return { fault: 'has an algorithm other than SHA1, SHA256 and SHA512' }
  const isCounted = algorithmType === 'OATH_HOTP'
  return {
    values: {
      algorithmType,
      secret,
      secretEncoding: 'BASE32',
      hash,
      digits: given.get('digits') ?? '6',
      ...(isCounted
        ? { counter: given.get('counter') ?? '0' }
        : { periodSeconds: given.get('period') ?? '30' }),
      ...named(given.get('issuer')),
    },
  }
}

interface Field {
  readonly number: number
  readonly value: number | Buffer
}

/** A varint of Protocol Buffers; values beyond 2^53 are none of ours. */
const varint = (bytes: Buffer, from: number): readonly [value: number, next: number] | null => {
  let value = 0
  for (let at = from; at < Math.min(bytes.length, from + 8); at += 1) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * (at - from))
    if (byte < 0x80) return [value, at + 1]
  }
  return null
}

/** The fields of a message; null when it is cut or has fields of another wire type. */
const fieldsOf = (bytes: Buffer): readonly Field[] | null => {
  const fields: Field[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = varint(bytes, at)
    const read = tag === null ? null : varint(bytes, tag[1])
    if (tag === null || read === null) return null
    const [number, wire] = [Math.floor(tag[0] / 8), tag[0] % 8]
    const [value, next] = read
    if (wire === 0) {
      fields.push({ number, value })
      at = next
    } else if (wire === 2 && next + value <= bytes.length) {
      fields.push({ number, value: bytes.subarray(next, next + value) })
      at = next + value
    } else return null
  }
  return fields
}

const migratedHashes: Readonly<Record<number, string>> = {
  0: 'SHA1',
  1: 'SHA1',
  2: 'SHA256',
  3: 'SHA512',
}

/** One account of an export: secret, name, issuer, algorithm, digits, type, counter. */
const accountOf = (bytes: Buffer): Told => {
  const fields = fieldsOf(bytes)
  const find = (number: number) => fields?.findLast((field) => field.number === number)?.value
  const secret = find(1)
  const [algorithm, digits, type] = [find(4) ?? 0, find(5) ?? 0, find(6) ?? 0]
  const hash = typeof algorithm === 'number' ? migratedHashes[algorithm] : undefined
  if (!Buffer.isBuffer(secret) || secret.length === 0) return { fault: 'has no secret' }
  if (hash === undefined) return { fault: 'has an algorithm other than SHA1, SHA256 and SHA512' }
  if (type !== 1 && type !== 2) return { fault: 'is neither totp nor hotp' }
  const issuer = find(3)
  const counter = find(7) ?? 0
  return {
    values: {
      algorithmType: type === 1 ? 'OATH_HOTP' : 'OATH_TOTP',
      secret: secret.toString('hex'),
      secretEncoding: 'HEX',
      hash,
      digits: digits === 2 ? '8' : '6',
      ...(type === 1 ? { counter: String(counter) } : { periodSeconds: '30' }),
      ...named(Buffer.isBuffer(issuer) ? issuer.toString('utf8') : null),
    },
  }
}

/** The export of Google Authenticator, where it holds one account. */
const fromMigration = (uri: URL): Told => {
  const bytes = Buffer.from((uri.searchParams.get('data') ?? '').replaceAll(' ', '+'), 'base64')
  const accounts = fieldsOf(bytes)?.flatMap(({ number, value }) =>
    number === 1 && Buffer.isBuffer(value) ? [value] : [],
  )
  const [account, ...others] = accounts ?? []
  if (account === undefined) return { fault: 'is no whole export of Google Authenticator' }
  return others.length === 0
    ? accountOf(account)
    : { fault: `holds ${others.length + 1} accounts: export them one by one` }
}

export const otpUriValues = (text: string): Told => {
  if (!URL.canParse(text)) return { fault: 'is no whole URI' }
  const uri = new URL(text)
  return keyUri.test(text) ? fromKeyUri(uri) : fromMigration(uri)
}
