import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptFor, isRecipientKey } from './content-encryption.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const vector = {
  content: 'When I grow up, I want to be a watermelon',
  senderKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6' +
    'TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

describe('a message for a browser', () => {
  it('is what the standard gives for its example', () => {
    const keys = createECDH('prime256v1')
    keys.setPrivateKey(bytes(vector.senderKey))
    const recipient = { p256dh: bytes(vector.p256dh), auth: bytes(vector.auth) }
    const own = { keys, salt: bytes(vector.salt) }
    const body = encryptFor(recipient, Buffer.from(vector.content), own)
    expect(body.toString('base64url')).toBe(vector.body)
  })

  it('is another one each time', () => {
    const recipient = { p256dh: bytes(vector.p256dh), auth: bytes(vector.auth) }
    const [one, other] = [1, 2].map(() => encryptFor(recipient, Buffer.from('x')))
    expect(one).not.toEqual(other)
  })

  it('fits one record, or is not sent', () => {
    const recipient = { p256dh: bytes(vector.p256dh), auth: bytes(vector.auth) }
    expect(encryptFor(recipient, Buffer.alloc(4079))).toHaveLength(86 + 4096)
    expect(() => encryptFor(recipient, Buffer.alloc(4080))).toThrow(RangeError)
  })

  it('is for a point of the curve alone', () => {
    expect(isRecipientKey(bytes(vector.p256dh))).toBe(true)
    const off = bytes(vector.p256dh)
    off[64] = (off[64] ?? 0) ^ 1
    expect(isRecipientKey(off)).toBe(false)
    expect(isRecipientKey(Buffer.alloc(65))).toBe(false)
  })
})
