import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openUnder, SealBroken, sealUnder } from './envelope.ts'

const key = { id: randomBytes(16), bytes: randomBytes(32) }
const place = ['tenant', 'purpose']
const plaintext = Buffer.from('JBSWY3DPEHPK3PXP')

describe('a sealed value', () => {
  test('opens under its key, tenant and purpose', () => {
    expect(openUnder(key, place, sealUnder(key, place, plaintext))).toEqual(plaintext)
  })

  test('seals an empty value', () => {
    expect(openUnder(key, place, sealUnder(key, place, Buffer.alloc(0)))).toHaveLength(0)
  })

  test('differs each time', () => {
    expect(sealUnder(key, place, plaintext)).not.toEqual(sealUnder(key, place, plaintext))
  })

  test.each([
    ['another tenant', ['other', 'purpose']],
    ['another purpose', ['tenant', 'other']],
    ['tenant and purpose run together', ['tenantpurpose']],
  ])('does not open for %s', (_, elsewhere) => {
    const sealed = sealUnder(key, place, plaintext)
    expect(() => openUnder(key, elsewhere, sealed)).toThrow(SealBroken)
  })

  test('does not open under another key of the same id', () => {
    const sealed = sealUnder(key, place, plaintext)
    expect(() => openUnder({ ...key, bytes: randomBytes(32) }, place, sealed)).toThrow(SealBroken)
  })

  test('does not open with any bit changed', () => {
    const sealed = sealUnder(key, place, plaintext)
    for (const [index, byte] of sealed.entries()) {
      const changed = Buffer.from(sealed)
      changed[index] = byte ^ 1
      expect(() => openUnder(key, place, changed)).toThrow(SealBroken)
    }
  })

  test('does not open when it is cut anywhere', () => {
    const sealed = sealUnder(key, place, plaintext)
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openUnder(key, place, sealed.subarray(0, length))).toThrow(SealBroken)
    }
  })
})
