import { isUtf8 } from 'node:buffer'

/** RFC 2865, section 3; RFC 2866, section 3; RFC 5997, section 3. */
export const packetCodes = {
  accessRequest: 1,
  accessAccept: 2,
  accessReject: 3,
  accountingRequest: 4,
  accountingResponse: 5,
  accessChallenge: 11,
  statusServer: 12,
} as const

/** RFC 2865, section 5; RFC 2866, section 5; RFC 2869, section 5; RFC 3579, section 3. */
export const attributeTypes = {
  userName: 1,
  userPassword: 2,
  chapPassword: 3,
  nasIpAddress: 4,
  framedIpAddress: 8,
  replyMessage: 18,
  state: 24,
  vendorSpecific: 26,
  sessionTimeout: 27,
  callingStationId: 31,
  nasIdentifier: 32,
  proxyState: 33,
  acctStatusType: 40,
  acctInputOctets: 42,
  acctOutputOctets: 43,
  acctSessionId: 44,
  acctSessionTime: 46,
  acctTerminateCause: 49,
  acctInputGigawords: 52,
  acctOutputGigawords: 53,
  chapChallenge: 60,
  eapMessage: 79,
  messageAuthenticator: 80,
  nasIpv6Address: 95,
} as const

export interface Attribute {
  readonly type: number
  /** At most 253 bytes. */
  readonly value: Uint8Array
}

export interface Packet {
  readonly code: number
  readonly identifier: number
  /** 16 bytes. */
  readonly authenticator: Uint8Array
  readonly attributes: readonly Attribute[]
}

const headerBytes = 20
const mostBytes = 4096
const mostValueBytes = 253

/** The attributes of a packet's body; null when one is cut or has no length. */
const decodeAttributes = (body: Buffer): readonly Attribute[] | null => {
  const attributes: Attribute[] = []
  let at = 0
  while (at < body.length) {
    const length = body[at + 1] ?? 0
    if (length < 2 || at + length > body.length) return null
    attributes.push({ type: body.readUInt8(at), value: body.subarray(at + 2, at + length) })
    at += length
  }
  return attributes
}

/**
 * A packet as it came; bytes after its length are padding (RFC 2865, section 3). Null for what is
 * none: too short, too long, or with a broken attribute.
 */
export const decodePacket = (bytes: Uint8Array): Packet | null => {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (given.length < headerBytes) return null
  const length = given.readUInt16BE(2)
  if (length < headerBytes || length > mostBytes || length > given.length) return null
  const attributes = decodeAttributes(given.subarray(headerBytes, length))
  if (attributes === null) return null
  return {
    code: given.readUInt8(0),
    identifier: given.readUInt8(1),
    authenticator: given.subarray(4, headerBytes),
    attributes,
  }
}

/** @throws RangeError when a value or the whole is too long */
export const encodePacket = (packet: Packet): Buffer => {
  const { code, identifier, authenticator, attributes } = packet
  const parts = attributes.map(({ type, value }) => {
    if (value.length > mostValueBytes) throw new RangeError(`attribute ${type} is too long`)
    return Buffer.concat([Buffer.from([type, value.length + 2]), value])
  })
  const body = Buffer.concat(parts)
  const length = headerBytes + body.length
  if (length > mostBytes) throw new RangeError('the packet is too long')
  const head = Buffer.from([code, identifier, length >> 8, length & 0xff])
  return Buffer.concat([head, authenticator, body])
}

/** The value of the first attribute of a type; null for none. */
export const valueOf = ({ attributes }: Packet, type: number): Buffer | null => {
  const found = attributes.find((attribute) => attribute.type === type)
  return found === undefined ? null : Buffer.from(found.value)
}

export const allOf = ({ attributes }: Packet, type: number): readonly Attribute[] =>
  attributes.filter((attribute) => attribute.type === type)

/** A 32-bit number; null where there is none of four bytes. */
export const numberOf = (packet: Packet, type: number): number | null => {
  const value = valueOf(packet, type)
  return value?.length === 4 ? value.readUInt32BE(0) : null
}

/** UTF-8 (RFC 2865, section 5), or Windows-1252, which older devices send. */
export const decodedText = (bytes: Uint8Array): string =>
  isUtf8(bytes)
    ? Buffer.from(bytes).toString('utf8')
    : new TextDecoder('windows-1252').decode(bytes)

/** Null where there is no such attribute. */
export const textOf = (packet: Packet, type: number): string | null => {
  const value = valueOf(packet, type)
  return value === null ? null : decodedText(value)
}
