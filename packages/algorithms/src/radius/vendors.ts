import { type Attribute, allOf, attributeTypes, type Packet } from './packet.ts'

/** RFC 2548, section 2: Microsoft's number, and its attributes of MS-CHAP. */
export const microsoft = 311
export const microsoftTypes = {
  chapResponse: 1,
  chapError: 2,
  chapChallenge: 11,
  chap2Response: 25,
  chap2Success: 26,
} as const

const subAttributes = (bytes: Buffer): readonly Attribute[] => {
  const found: Attribute[] = []
  let at = 0
  while (at + 2 <= bytes.length) {
    const [type = 0, length = 0] = [bytes[at], bytes[at + 1]]
    if (length < 2 || at + length > bytes.length) return []
    found.push({ type, value: bytes.subarray(at + 2, at + length) })
    at += length
  }
  return found
}

/** The attributes of one vendor (RFC 2865, section 5.26); none of a broken one. */
export const vendorAttributes = (packet: Packet, vendorId: number): readonly Attribute[] =>
  allOf(packet, attributeTypes.vendorSpecific).flatMap(({ value }) => {
    const bytes = Buffer.from(value)
    const isOwn = bytes.length > 4 && bytes.readUInt32BE(0) === vendorId
    return isOwn ? subAttributes(bytes.subarray(4)) : []
  })

/** A vendor's attribute as it travels. @throws RangeError beyond 247 bytes of value */
export const vendorAttribute = (vendorId: number, { type, value }: Attribute): Attribute => {
  if (value.length > 247) throw new RangeError(`attribute ${vendorId}.${type} is too long`)
  const head = Buffer.alloc(6)
  head.writeUInt32BE(vendorId, 0)
  head.writeUInt8(type, 4)
  head.writeUInt8(value.length + 2, 5)
  return { type: attributeTypes.vendorSpecific, value: Buffer.concat([head, value]) }
}
