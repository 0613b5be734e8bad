import pg from 'pg'

type Encoded = string | Buffer | null

/** Where array elements hold a quote, a backslash or anything else that needs quoting. */
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const isText = (value: unknown): value is string => typeof value === 'string'
const needsEscape = /["\\]/

/** As texts mostly are: joined and looked at as one, twice as fast as one by one. */
const plainLiteral = (values: readonly unknown[]): string | null =>
  values.length > 0 && values.every(isText) && !needsEscape.test(values.join(''))
    ? `{"${values.join('","')}"}`
    : null

const arrayLiteral = (values: readonly unknown[]): string => {
  const plain = plainLiteral(values)
  if (plain !== null) return plain
  const elements = values.map((value) => {
    if (Array.isArray(value)) return arrayLiteral(value)
    const encoded = encodeValue(value)
    if (encoded === null) return 'NULL'
    return isText(encoded) ? quoted(encoded) : `"\\\\x${encoded.toString('hex')}"`
  })
  return `{${elements.join(',')}}`
}

/**
 * A parameter as PostgreSQL reads it: times in UTC, arrays as array literals, bytes as binary,
 * other objects as JSON.
 */
export const encodeValue = (value: unknown): Encoded => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

const int8 = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

const utcTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

/** Connections run with TimeZone UTC; other forms (infinity, years before 1) take the slow way. */
const timestamp = (text: string): unknown =>
  utcTime.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : pg.types.getTypeParser(1184, 'text')(text)

const text = (value: string): string => value

export type Decode = (value: string) => unknown

/** By type oid. `date` and `timestamp` stay text: neither is a point in time. */
const decoders = new Map<number, Decode>([
  [16, (value) => value === 't'],
  [20, int8],
  [21, Number],
  [23, Number],
  [25, text],
  [114, JSON.parse],
  [1043, text],
  [1082, text],
  [1114, text],
  [1184, timestamp],
  [2950, text],
  [3802, JSON.parse],
])

const arrayOf = (oid: number, element: Decode): Decode => {
  const parse = pg.types.getTypeParser(oid, 'text')
  const elements = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(elements)
    return typeof value === 'string' ? element(value) : value
  }
  return (value) => elements(parse(value))
}

/** int8[] and timestamptz[] by way of text[], whose elements stay text. */
decoders.set(1016, arrayOf(1009, int8))
decoders.set(1185, arrayOf(1009, timestamp))

/** How values of a type become JavaScript values. */
export const decoderOf = (oid: number): Decode => {
  const known = decoders.get(oid)
  if (known !== undefined) return known
  const parse = pg.types.getTypeParser(oid, 'text')
  const decode: Decode = (value) => parse(value)
  decoders.set(oid, decode)
  return decode
}
