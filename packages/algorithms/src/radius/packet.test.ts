import { describe, expect, it } from 'vitest'
import {
  type Attribute,
  allOf,
  attributeTypes,
  decodePacket,
  encodePacket,
  numberOf,
  type Packet,
  packetCodes,
  textOf,
  valueOf,
} from './packet.ts'

const authenticator = Buffer.from('0123456789abcdef')
const packetOf = (...attributes: readonly Attribute[]): Packet => ({
  code: packetCodes.accessRequest,
  identifier: 7,
  authenticator,
  attributes,
})

/** An attribute of this length, its two leading bytes counted. */
const attributeOf = (length: number, type: number = attributeTypes.proxyState): Attribute => ({
  type,
  value: Buffer.alloc(length - 2, 0x61),
})

/** As many attributes as a packet of this length holds: full ones, and one with what is left. */
const filled = (length: number): Packet => {
  const body = length - 20
  const full = Array.from({ length: Math.floor(body / 255) }, () => attributeOf(255))
  return packetOf(...full, attributeOf(body % 255))
}

/** Written out by hand, so that packets can be too long or wrong. */
const bytesOf = ({ code, identifier, attributes }: Packet, length: number): Buffer =>
  Buffer.concat([
    Buffer.from([code, identifier, length >> 8, length & 0xff]),
    authenticator,
    ...attributes.flatMap(({ type, value }) => [Buffer.from([type, value.length + 2]), value]),
  ])

describe('the length of a packet (RFC 2865, section 3)', () => {
  it.each([
    ['without attributes', packetOf(), 20],
    ['with the shortest attribute', packetOf(attributeOf(2)), 22],
    ['with the longest attribute', packetOf(attributeOf(255)), 275],
    ['of the greatest length', filled(4096), 4096],
  ])('may be that of one %s', (_name, packet, length) => {
    const bytes = bytesOf(packet, length)
    expect(bytes).toHaveLength(length)
    expect(decodePacket(bytes)).toEqual(packet)
    expect(encodePacket(packet)).toEqual(bytes)
  })

  it.each([
    ['shorter than its header', bytesOf(packetOf(), 19)],
    ['longer than 4096 bytes', bytesOf(filled(4097), 4097)],
    ['longer than what arrived', bytesOf(packetOf(), 21)],
  ])('must not be %s', (_name, bytes) => {
    expect(decodePacket(bytes)).toBeNull()
  })

  it('rejects packets of more than 4096 bytes when writing', () => {
    expect(() => encodePacket(filled(4097))).toThrow(new RangeError('the packet is too long'))
  })
})

describe('an attribute (RFC 2865, section 5)', () => {
  it('may have no value, as the EAP-Start of RFC 3579, section 2.1', () => {
    const packet = decodePacket(bytesOf(packetOf(attributeOf(2, attributeTypes.eapMessage)), 22))
    expect(packet?.attributes).toEqual([{ type: 79, value: Buffer.alloc(0) }])
  })

  it.each([
    ['its type alone', [1]],
    ['a length of 0', [1, 0]],
    ['a length of 1', [1, 1]],
    ['a value that is cut', [1, 4, 0x61]],
  ])('is rejected with %s', (_name, body) => {
    const bytes = Buffer.concat([bytesOf(packetOf(), 20 + body.length), Buffer.from(body)])
    expect(decodePacket(bytes)).toBeNull()
  })

  it('holds at most 253 bytes', () => {
    const packet = packetOf({ type: attributeTypes.state, value: Buffer.alloc(254) })
    expect(() => encodePacket(packet)).toThrow(new RangeError('attribute 24 is too long'))
  })
})

describe('the attributes of one type', () => {
  const of = (...values: readonly (readonly number[])[]): Packet =>
    packetOf(
      { type: attributeTypes.userName, value: Buffer.from('ann') },
      ...values.map((value) => ({ type: attributeTypes.state, value: Buffer.from(value) })),
    )

  it('are found in their order', () => {
    const packet = of([1], [2])
    expect(valueOf(packet, attributeTypes.state)).toEqual(Buffer.from([1]))
    expect(allOf(packet, attributeTypes.state)).toEqual(packet.attributes.slice(1))
  })

  it('are none where the packet has none', () => {
    expect(valueOf(of(), attributeTypes.state)).toBeNull()
    expect(allOf(of(), attributeTypes.state)).toEqual([])
  })

  it.each([
    ['no attribute', [], null],
    ['no byte', [[]], null],
    ['three bytes', [[0, 0, 1]], null],
    ['four bytes', [[0xff, 0, 0, 1]], 0xff000001],
    ['five bytes', [[0, 0, 0, 1, 0]], null],
  ])('give a number for four bytes: %s', (_name, values, number) => {
    expect(numberOf(of(...values), attributeTypes.state)).toBe(number)
  })

  it.each([
    ['no attribute', [], null],
    ['no byte', [[]], ''],
    ['UTF-8', [[0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80]], 'é😀'],
    ['Latin-1', [[0xe9]], 'é'],
    ['Windows-1252', [[0x80, 0x9c]], '€œ'],
    ['a character that is cut', [[0x61, 0xc3]], 'aÃ'],
    ['a surrogate', [[0xed, 0xa0, 0x80]], 'í\u00a0€'],
  ])('give text in UTF-8, else Windows-1252: %s', (_name, values, text) => {
    expect(textOf(of(...values), attributeTypes.state)).toBe(text)
  })
})
