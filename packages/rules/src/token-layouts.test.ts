import { describe, expect, it } from 'vitest'
import {
  algorithmTypeIn,
  hashNameIn,
  headlessTokenFile,
  isYubicoOtp,
  tokenLayoutOf,
} from './token-layouts.ts'

const hex = '3132333435363738393031323334353637383930'
const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const layoutOf = (header: string, format = 'csv,') =>
  tokenLayoutOf({ format, headers: header.split(',') })

describe('a header row of a token file', () => {
  it.each([
    ['upn,serial number,secret key,time interval,manufacturer,model', 'ENTRA'],
    ['UPN,Serial Number,Secret Key,Time Interval,Manufacturer,Model', 'ENTRA'],
    ['upn,serial number,secret key,timeinterval,manufacturer,model', 'ENTRA'],
    ['serial number,secret key,time interval,manufacturer,model', 'DEEPNET'],
    ['User Name,Token Identifier,Secret Key (HEX),Issuer,Algorithm,Type', 'CYBERARK'],
    ['serialNumber,secret', null],
    ['userId,email', null],
  ])('%s', (header, name) => {
    expect(layoutOf(header).name).toBe(name)
  })

  it.each([
    ['upn,serial number,secret key,time interval', 'BASE32'],
    ['serial,Seed (Base64)', 'BASE64'],
    ['serial,secret_hex', 'HEX'],
    ['serial,seed', undefined],
    ['hexagon,seed', undefined],
  ])('says how the secrets are written: %s', (header, encoding) => {
    expect(layoutOf(header).usual.secretEncoding).toBe(encoding)
  })
})

describe('a first row that is a token', () => {
  it.each([
    [['FTK200AAAA000001', hex], 'raw,', ['serial number', 'seed']],
    [['2600000000001', base32, '60'], 'raw,', ['serial number', 'seed', 'interval']],
    [['2600000000001', hex, '0'], 'raw,', ['serial number', 'seed', 'counter']],
    [
      ['S1-1', hex, 'totp', '6', '60'],
      'raw,',
      ['serial number', 'seed', 'type', 'digits', 'interval'],
    ],
    [[`2600000000001 ${base32}`], 'raw ', ['serial number', 'seed']],
  ])('%j', (first, format, headers) => {
    expect(headlessTokenFile('csv,', first)).toEqual({ format, headers, hasFirst: true })
  })

  it('may be a line of the log of YubiKeys', () => {
    const log = headlessTokenFile('csv,', [
      'OATH-HOTP',
      '1/1/26 10:00',
      '1',
      'ubhe00000001',
      '',
      hex,
    ])
    expect(log).toMatchObject({ format: 'raw,', hasFirst: true })
    expect(log?.headers.slice(3, 6)).toEqual(['serial number', 'private id', 'secret key'])
    expect(headlessTokenFile('csv,', ['LOGGING START', '1/1/26'])).toMatchObject({
      format: 'csv,',
      hasFirst: false,
    })
  })

  it.each([
    [['upn', 'serial number', 'secret key']],
    [['serialNumber', 'secret']],
    [['serial', 'ABCDEFGHIJKLMNOPQRSTUVWX']],
    [['token', 'secretkeyinbase32']],
    [['one cell']],
    [[]],
  ])('is not taken for one where it is none: %j', (first) => {
    expect(headlessTokenFile('csv,', first)).toBeNull()
  })

  it('of a workbook is a header', () => {
    expect(headlessTokenFile('xlsx', ['2600000000001', hex])).toBeNull()
  })
})

describe('words of other products', () => {
  it('name algorithms', () => {
    const words = ['totp', 'OATH-TOTP', 'Time based', 'HOTP', 'event', 'securid', 'SHA1']
    expect(words.map(algorithmTypeIn)).toEqual([
      'OATH_TOTP',
      'OATH_TOTP',
      'OATH_TOTP',
      'OATH_HOTP',
      'OATH_HOTP',
      null,
      null,
    ])
  })

  it('name hash functions', () => {
    const words = ['sha1', 'SHA-256', 'HmacSHA512', 'hmac_sha1', 'MD5', 'sha384']
    expect(words.map(hashNameIn)).toEqual(['SHA1', 'SHA256', 'SHA512', 'SHA1', null, null])
  })

  it('name the mode of YubiKeys that is not of OATH', () => {
    const words = ['Yubico OTP', 'http://www.yubico.com/#yubikey-aes', 'OATH-HOTP']
    expect(words.map(isYubicoOtp)).toEqual([true, true, false])
  })
})
