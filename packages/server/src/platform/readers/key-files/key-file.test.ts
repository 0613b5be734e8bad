import { describe, expect, it } from 'vitest'
import {
  container,
  keyPackage,
  passworded,
  plain,
  preshared,
  referenced,
  several,
  withPin,
} from '../../../../testing/authenticators/key-files.ts'
import { readKeyFile } from './key-file.ts'
import { KeyFileFault } from './key-file-fault.ts'
import type { Opening } from './key-protection.ts'

const now = new Date('2026-11-22T00:00:00Z')
const read = (xml: string, opening: Opening = {}) => readKeyFile(xml, { now, ...opening })
const secret = Buffer.from('12345678901234567890')
const key = Buffer.from(preshared.key, 'hex')
const faultOf = (xml: string, opening: Opening = {}): string => {
  try {
    read(xml, opening)
    return 'none'
  } catch (error) {
    return error instanceof KeyFileFault ? error.code : String(error)
  }
}

describe('a key container of RFC 6030', () => {
  it('is read in clear (figure 2)', async () => {
    const { tokens, refused } = read(plain)
    expect(refused).toEqual([])
    expect(tokens).toEqual([
      {
        serial: '987654321',
        algorithmType: 'OATH_HOTP',
        hash: 'SHA1',
        suite: null,
        digits: 8,
        periodSeconds: 30,
        counter: 0,
        secret,
        pin: null,
        manufacturer: 'Manufacturer',
        model: null,
        encoding: null,
        assumed: [],
      },
    ])
  })

  it('is refused by its serial number where the key itself is elsewhere (figure 4)', async () => {
    const { tokens, refused } = read(referenced)
    expect(tokens).toEqual([])
    expect(refused).toEqual([{ serialNumber: '987654321', reason: 'UNSUPPORTED' }])
  })

  it('brings the PIN that stands before the codes, and no other (figure 5)', async () => {
    const pinOf = async (mode: string) => read(withPin(mode)).tokens.map(({ pin }) => pin)
    expect(await pinOf('Prepend')).toEqual(['1234'])
    expect(await pinOf('Local')).toEqual([null])
    expect(await pinOf('Append')).toEqual([])
  })

  it('is opened with the key that both sides have (figure 6)', async () => {
    const { tokens } = read(preshared.xml, { key })
    expect(tokens).toMatchObject([{ serial: '987654321', secret, digits: 8, counter: 0 }])
  })

  it('is opened with a password (figure 7)', async () => {
    const { tokens } = read(passworded.xml(), { password: passworded.password })
    expect(tokens).toMatchObject([{ serial: '987654321', secret }])
  })

  it('brings many tokens (figure 10)', async () => {
    const { tokens } = read(several)
    expect(tokens.map(({ serial, counter }) => [serial, counter])).toEqual([
      ['987654321', 1],
      ['987654322', 2],
      ['987654323', 3],
    ])
  })
})

describe('an encrypted container', () => {
  it('stays closed without its key, and with another', async () => {
    expect(faultOf(preshared.xml)).toBe('KEY_NEEDED')
    expect(faultOf(preshared.xml, { key: Buffer.alloc(16, 1) })).toBe('WRONG_KEY')
    expect(faultOf(preshared.xml, { key: Buffer.alloc(32, 1) })).toBe('WRONG_KEY')
    expect(faultOf(passworded.xml())).toBe('PASSWORD_NEEDED')
    expect(faultOf(passworded.xml(), { password: 'azerty' })).toBe('WRONG_KEY')
  })

  it('is not decrypted where a bit of it or of its MAC was changed, or no MAC is there', async () => {
    // Guard: the MAC in openValue. The last block decrypts to sound padding all the same.
    const forged = preshared.xml.replace('AAECAwQF', 'AAECAwQG')
    expect(faultOf(forged, { key })).toBe('WRONG_KEY')
    expect(faultOf(preshared.xml.replace('Su+N', 'Sv+N'), { key })).toBe('WRONG_KEY')
    const bare = preshared.xml.replace(/<MACMethod[\s\S]*<\/MACMethod>/, '')
    expect(faultOf(bare, { key })).toBe('ENCRYPTION_UNSUPPORTED')
  })

  it('may not keep a processor busy for long', async () => {
    const xml = passworded.xml(2_000_000_000)
    expect(faultOf(xml, { password: 'qwerty' })).toBe('ENCRYPTION_UNSUPPORTED')
  })
})

describe('a key file', () => {
  it('declares nothing that expands', async () => {
    const bomb = plain.replace(
      '?>',
      '?><!DOCTYPE k [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
    )
    expect(faultOf(bomb)).toBe('XML')
    expect(faultOf(plain.replace('Issuer<', '&b;<'))).toBe('XML')
  })

  it('is refused where it is cut, too deep, or something else', async () => {
    expect(faultOf(plain.slice(0, -20))).toBe('XML')
    expect(faultOf('<a>'.repeat(100) + '</a>'.repeat(100))).toBe('XML')
    expect(faultOf('<html/>')).toBe('NOT_PSKC')
    expect(faultOf('')).toBe('XML')
  })

  it('tells what each key is for', async () => {
    const suite = 'OCRA-1:HOTP-SHA256-8:QN08'
    const xml = container(
      [
        keyPackage({ serial: 'a', algorithm: 'totp', digits: 6, counter: null }),
        keyPackage({ serial: 'b', algorithm: suite }),
        keyPackage({ serial: 'c', algorithm: 'totp-sha256' }),
        keyPackage({ serial: 'd', algorithm: 'securid' }),
        keyPackage({ serial: 'e', digits: 4 }),
        keyPackage({ serial: 'f', counter: -1 }),
        keyPackage({ serial: '' }),
      ].join(''),
    )
    const { tokens, refused } = read(xml)
    expect(tokens).toMatchObject([
      { serial: 'a', algorithmType: 'OATH_TOTP', digits: 6, periodSeconds: 30, hash: 'SHA1' },
      { serial: 'b', algorithmType: 'OATH_OCRA', suite, digits: 8 },
      { serial: 'c', algorithmType: 'OATH_TOTP', hash: 'SHA256' },
      // Without a device's serial number, by the key's own id.
      { serial: '12345678' },
    ])
    expect(refused.map(({ serialNumber }) => serialNumber)).toEqual(['d', 'e', 'f'])
  })

  /* Guard: `isFurther` in `packagesOf`. */
  it('names the keys of one device apart, and repeats of a key alike', async () => {
    const xml = container(
      [
        keyPackage({ serial: '5000001', id: '5000001:1' }),
        keyPackage({ serial: '5000001', id: '5000001:2' }),
        keyPackage({ serial: '5000001', id: '5000001:1' }),
        keyPackage({ serial: '5000002', id: '5000002:1' }),
      ].join(''),
    )
    const serials = read(xml).tokens.map(({ serial }) => serial)
    expect(serials).toEqual(['5000001', '5000001:2', '5000001', '5000002'])
  })

  it('forbids what its policy does not allow, or says in words that are not understood', async () => {
    const policies = [
      '<Policy><KeyUsage>OTP</KeyUsage></Policy>',
      '<Policy><KeyUsage>Encrypt</KeyUsage></Policy>',
      '<Policy><ExpiryDate>2026-11-21T00:00:00Z</ExpiryDate></Policy>',
      '<Policy><Moon>full</Moon></Policy>',
    ]
    const taken = policies.map(async (further, at) => {
      const { tokens } = read(container(keyPackage({ serial: String(at), further })))
      return tokens.length
    })
    expect(await Promise.all(taken)).toEqual([1, 0, 0, 0])
  })
})
