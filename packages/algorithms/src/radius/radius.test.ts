import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountingAuthenticator,
  checkMessageAuthenticator,
  encodeResponse,
  isAccountingAuthentic,
  responseAuthenticator,
  signRequest,
} from './authenticators.ts'
import { chapResponse, msChap2Response, msChap2Success, msChapResponse } from './chap.ts'
import { md4 } from './md4.ts'
import {
  attributeTypes,
  decodePacket,
  encodePacket,
  numberOf,
  type Packet,
  textOf,
  valueOf,
} from './packet.ts'
import { hidePassword, revealPassword } from './passwords.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const secret = Buffer.from('xyzzy5461')

const decoded = (text: string): Packet => {
  const packet = decodePacket(hex(text))
  if (packet === null) throw new Error('no packet')
  return packet
}

/** RFC 2865, section 7.1: nemo signs in with “arctangent”. */
const nemo = `01 00 00 38 0f 40 3f 94 73 97 80 57 bd 83 d5 cb 98 f4 22 7a
  01 06 6e 65 6d 6f 02 12 0d be 70 8d 93 d4 13 ce 31 96 e4 3f 78 2a 0a ee
  04 06 c0 a8 01 10 05 06 00 00 00 03`
const accept = `02 00 00 26 86 fe 22 0e 76 24 ba 2a 10 05 f6 bf 9b 55 e0 b2
  06 06 00 00 00 01 0f 06 00 00 00 00 0e 06 c0 a8 01 03`
/** RFC 2865, section 7.2: flopsy, by CHAP. */
const flopsy = `01 01 00 47 2a ee 86 f0 8d 0d 55 96 9c a5 97 8e 0d 33 67 a2
  01 08 66 6c 6f 70 73 79 03 13 16 e9 75 57 c3 16 18 58 95 f2 93 ff 63 44 07 72 75
  04 06 c0 a8 01 10 05 06 00 00 00 14 06 06 00 00 00 02 07 06 00 00 00 01`
/** RFC 5997, section 6.1. */
const status = `0c da 00 26 8a 54 f4 68 6f b3 94 c5 28 66 e3 02 18 5d 06 23
  50 12 5a 66 5e 2e 1e 84 11 f3 e2 43 82 20 97 c8 4f a3`

describe('packets', () => {
  it('reads and writes the first example of RFC 2865', () => {
    const packet = decoded(nemo)
    expect(textOf(packet, attributeTypes.userName)).toBe('nemo')
    expect(numberOf(packet, 5)).toBe(3)
    expect(encodePacket(packet)).toEqual(hex(nemo))
  })

  it('reveals its password and hides it again', () => {
    const { authenticator: requestAuthenticator, attributes } = decoded(nemo)
    const hidden = attributes[1]?.value ?? Buffer.alloc(0)
    const keyed = { secret, requestAuthenticator }
    expect(revealPassword(hidden, keyed)?.toString()).toBe('arctangent')
    expect(hidePassword(Buffer.from('arctangent'), keyed)).toEqual(hidden)
  })

  it('hides passwords of every length so that they come back', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 128, unit: 'grapheme-ascii' }), (password) => {
        const keyed = { secret, requestAuthenticator: Buffer.alloc(16, 7) }
        const hidden = hidePassword(Buffer.from(password), keyed)
        expect(revealPassword(hidden, keyed)?.toString()).toBe(password)
      }),
    )
  })

  it('refuses passwords of a length that cannot be', () => {
    const keyed = { secret, requestAuthenticator: Buffer.alloc(16) }
    for (const length of [0, 15, 17, 144]) {
      expect(revealPassword(Buffer.alloc(length), keyed), String(length)).toBeNull()
    }
  })

  it('leaves padding out, and refuses what is cut', () => {
    expect(decodePacket(Buffer.concat([hex(nemo), Buffer.alloc(9)]))).toEqual(decoded(nemo))
    for (let length = 0; length < hex(nemo).length; length += 1) {
      expect(decodePacket(hex(nemo).subarray(0, length)), String(length)).toBeNull()
    }
  })

  it('refuses attributes without a length of their own', () => {
    for (const length of [0, 1, 200]) {
      const bytes = hex(nemo)
      bytes[21] = length
      expect(decodePacket(bytes), String(length)).toBeNull()
    }
  })

  it('reads whatever bytes come without a fault, and writes back what it read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4200 }), (bytes) => {
        const packet = decodePacket(bytes)
        if (packet !== null) {
          const { length } = encodePacket(packet)
          expect(encodePacket(packet)).toEqual(Buffer.from(bytes.subarray(0, length)))
        }
      }),
    )
  })
})

describe('authenticators', () => {
  it('gives the answer of the first example of RFC 2865 its authenticator', () => {
    const response = decoded(accept)
    expect(responseAuthenticator(response, { request: decoded(nemo), secret })).toEqual(
      response.authenticator,
    )
  })

  it('knows the Message-Authenticator of the example of RFC 5997', () => {
    expect(checkMessageAuthenticator(decoded(status), secret)).toBe('VALID')
    expect(checkMessageAuthenticator(decoded(status), Buffer.from('other'))).toBe('INVALID')
    expect(checkMessageAuthenticator(decoded(nemo), secret)).toBe('ABSENT')
  })

  it('refuses a request of which one bit was changed', { meta: { covers: ['S30'] } }, () => {
    const signed = encodePacket(signRequest(decoded(nemo), secret))
    for (let bit = 0; bit < signed.length * 8; bit += 1) {
      const forged = Buffer.from(signed)
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const packet = decodePacket(forged)
      expect(packet === null || checkMessageAuthenticator(packet, secret), String(bit)).not.toBe(
        'VALID',
      )
    }
  })

  it('refuses a request with two of them, one of which is right', {
    meta: { covers: ['S30'] },
  }, () => {
    const signed = signRequest(decoded(nemo), secret)
    const [own] = signed.attributes
    const twice = { ...signed, attributes: [...signed.attributes, ...(own ? [own] : [])] }
    expect(checkMessageAuthenticator(twice, secret)).toBe('INVALID')
    // The first one right for the whole, with the other in it.
    const another = { type: attributeTypes.messageAuthenticator, value: Buffer.alloc(16, 7) }
    const request = decoded(nemo)
    const whole = signRequest({ ...request, attributes: [...request.attributes, another] }, secret)
    expect(checkMessageAuthenticator(whole, secret)).toBe('INVALID')
  })

  it('signs an answer with a Message-Authenticator before everything else', {
    meta: { covers: ['S30'] },
  }, () => {
    const request = decoded(nemo)
    const { attributes } = decoded(accept)
    const bytes = encodeResponse({ code: 2, attributes }, { request, secret })
    const answer = decodePacket(bytes)
    if (answer === null) throw new Error('no packet')
    expect(answer.attributes[0]?.type).toBe(attributeTypes.messageAuthenticator)
    const asked = { ...answer, authenticator: request.authenticator }
    expect(checkMessageAuthenticator(asked, secret)).toBe('VALID')
    expect(responseAuthenticator(answer, { request, secret })).toEqual(
      Buffer.from(answer.authenticator),
    )
  })

  it('knows accounting requests by their authenticator', () => {
    const open = { ...decoded(nemo), code: 4, authenticator: Buffer.alloc(16) }
    const request = { ...open, authenticator: accountingAuthenticator(open, secret) }
    expect(isAccountingAuthentic(request, secret)).toBe(true)
    expect(isAccountingAuthentic({ ...request, identifier: 1 }, secret)).toBe(false)
    expect(isAccountingAuthentic(request, Buffer.from('other'))).toBe(false)
  })
})

describe('CHAP', () => {
  it('answers the second example of RFC 2865', () => {
    const packet = decoded(flopsy)
    const chap = valueOf(packet, attributeTypes.chapPassword)
    if (chap === null) throw new Error('no CHAP-Password')
    const answer = chapResponse('arctangent', {
      id: chap.readUInt8(0),
      challenge: packet.authenticator,
    })
    expect(answer).toEqual(chap.subarray(1))
  })

  it.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
    ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
    [
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
      '043f8582f241db351ce627e153e7f0e4',
    ],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      'e33b4ddc9c38f2199c3e7b164fcc0536',
    ],
  ])('has the MD4 of “%s” (RFC 1320, section A.5)', (text, digest) => {
    expect(md4(Buffer.from(text)).toString('hex')).toBe(digest)
  })

  it('answers the example of RFC 2433, section B.2', () => {
    expect(msChapResponse('MyPw', hex('102db5df085d3041'))).toEqual(
      hex('4e9d3c8f9cfd385d5bf4d3246791956ca4c351ab409a3d61'),
    )
  })

  it('answers the example of RFC 2759, section 9.2, and proves itself', () => {
    const exchange = {
      userName: 'User',
      authenticatorChallenge: hex('5b5d7c7d7b3f2f3e3c2c602132262628'),
      peerChallenge: hex('21402324255e262a28295f2b3a337c7e'),
    }
    expect(msChap2Response('clientPass', exchange)).toEqual(
      hex('82309ecd8d708b5ea08faa3981cd83544233114a3d85d6df'),
    )
    expect(msChap2Success('clientPass', exchange)).toBe(
      'S=407A5589115FD0D6209F510FE9C04566932CDA56',
    )
  })
})
