/* DER (ITU-T X.690), as far as certificates and signatures need it. */

const length = (size: number): Buffer => {
  if (size < 128) return Buffer.from([size])
  const digits = size.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** One value: its tag, its length, its content. */
export const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), length(body.length), body])
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content)
/** @param hex of the encoded identifier */
export const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

/** A value that was read: its tag, its content, and all of it. */
interface DerValue {
  readonly tag: number
  readonly content: Buffer
  readonly whole: Buffer
}

/** The first value of some bytes. @throws RangeError where they end before it does */
export const readDer = (bytes: Buffer): DerValue => {
  const tag = bytes.readUInt8(0)
  const first = bytes.readUInt8(1)
  const digits = first < 128 ? 0 : first & 0x7f
  const size = digits === 0 ? first : bytes.readUIntBE(2, digits)
  const begin = 2 + digits
  if (begin + size > bytes.length) throw new RangeError('a DER value ends too early')
  return {
    tag,
    content: bytes.subarray(begin, begin + size),
    whole: bytes.subarray(0, begin + size),
  }
}

/** The values one after the other. @throws RangeError */
export const readAllDer = (bytes: Buffer): readonly DerValue[] => {
  const values: DerValue[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const value = readDer(rest)
    values.push(value)
    rest = rest.subarray(value.whole.length)
  }
  return values
}
