import { describe, expect, test } from 'vitest'
import { isCssColour } from './colours.ts'
import { isDistinguishedName } from './distinguished-names.ts'
import { isUserPrincipalName, isWindowsAccount } from './identifiers.ts'
import { asciiMail, isMailAddress } from './mail.ts'
import { bareNumber, hasExtension } from './phone-form.ts'
import { isInternational, normalisePhone } from './phones.ts'
import { placeholdersOf } from './placeholders.ts'
import { isUploadFileName } from './uploads.ts'

describe('mail addresses', () => {
  test.each([
    'a.@example.com',
    '"a b"@example.com',
    'é@example.com',
    'a@é.example',
    'a@1.2.3.4',
    'a@[300.1.1.1]',
    'a@[IPv6:::g]',
  ])('%s is refused', (text) => {
    expect(isMailAddress(text)).toBe(false)
  })
})

describe('mail addresses of internationalized domains', () => {
  test.each([
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['info@BÜCHER.example', 'info@xn--bcher-kva.example'],
    ['info@bu\u0308cher.example', 'info@xn--bcher-kva.example'],
    ['info@straße.example', 'info@xn--strae-oqa.example'],
    ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
    ['info@пример.example', 'info@xn--e1afmkfd.example'],
  ])('%s becomes %s', (text, ascii) => {
    expect(asciiMail(text)).toBe(ascii)
    expect(isMailAddress(ascii)).toBe(true)
  })

  test.each([
    'a@Example.com',
    'é@example.com',
    'a@é/b.example',
    'a@-é.example',
    'a@b.é-',
    'a@é:80',
    '@é.example',
    'é',
    'a@é@b',
  ])('%s stays as it is', (text) => {
    expect(asciiMail(text)).toBe(text)
  })
})

describe('distinguished names', () => {
  test.each([
    'CN=',
    'CN=Smith\\ ',
    'CN=a\\2Cb',
    'CN=#04024869',
    'CN = John , OU = Users',
    'CN=a=b',
    'CN=Ünal,O=Café',
  ])('%s parses', (text) => {
    expect(isDistinguishedName(text)).toBe(true)
  })

  test.each([
    'CN=a;b',
    'CN=a<b',
    'CN=a"b',
    'CN=#0',
    'CN=#xyz',
    'CN=a\\q',
    'CN_1=a',
    '1.=a',
    'CN=a+',
    'CN=a\u0000',
  ])('%j does not parse', (text) => {
    expect(isDistinguishedName(text)).toBe(false)
  })
})

describe('accounts', () => {
  test('a Windows account may hold a space inside, not around', () => {
    expect(isWindowsAccount('CORP\\Domain Users')).toBe(true)
    expect(isWindowsAccount('CORP\\ jdoe')).toBe(false)
    expect(isWindowsAccount('CORP\\j\u0000doe')).toBe(false)
  })

  test('a user principal name may end in an inner domain of one label', () => {
    expect(isUserPrincipalName('jdoe@corp')).toBe(true)
    expect(isUserPrincipalName('j/doe@corp')).toBe(false)
  })
})

describe('colours', () => {
  test.each([
    'RebeccaPurple',
    'transparent',
    'rgb(0 128 0 / 50%)',
    'hsl(120deg 100% 50%)',
    'oklch(0.7 0.1 200)',
    'hwb(90 10% 10%)',
    'rgb(none 0 0)',
    '#ABCD',
  ])('%s is one', (text) => {
    expect(isCssColour(text)).toBe(true)
  })

  test.each([
    'rgb(0, 0, 0, 0, 0)',
    'hsl(1, 2, 3)',
    'lab(1, 2, 3)',
    'rgb(a, b, c)',
    'url(x)',
    'var(--x)',
    'rgb(0 0 0 / )',
    'red;color:blue',
    'expression(1)',
  ])('%s is none', (text) => {
    expect(isCssColour(text)).toBe(false)
  })
})

describe('phone numbers', () => {
  test('in international form are judged by their own country', () => {
    expect(normalisePhone('+44 7400 123456', 'US')).toBe('+447400123456')
    expect(normalisePhone('07400 123456', 'GB')).toBe('+447400123456')
  })

  test.each([
    ['030 901820', 'DE', '+4930901820'],
    ['(030) 90 18-20', 'DE', '+4930901820'],
    ['+49 (0)30 901820', 'US', '+4930901820'],
    ['0049 30 901820', 'FR', '+4930901820'],
    ['01 42 68 53 00', 'FR', '+33142685300'],
    ['090-1234-5678', 'JP', '+819012345678'],
    ['０９０－１２３４－５６７８', 'JP', '+819012345678'],
    ['+٤٩ ٣٠ ٩٠١٨٢٠', 'DE', '+4930901820'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['06 6982 1234', 'IT', '+390669821234'],
    ['tel:+49-30-901820', 'US', '+4930901820'],
    ['TEL: 030 901820', 'DE', '+4930901820'],
    ['\u202a+49 30 901820\u202c', 'US', '+4930901820'],
    ['\u200e030 901820\ufeff', 'DE', '+4930901820'],
    ['\u2068tel:+4930901820\u2069', 'US', '+4930901820'],
  ])('%s from %s is %s', (text, country, number) => {
    expect(normalisePhone(text, country)).toBe(number)
  })

  test.each([null, 'XX', 'AQ'])('without country code need one where there is %s', (country) => {
    expect(normalisePhone('030 901820', country)).toBeNull()
    expect(normalisePhone('+49 30 901820', country)).toBe('+4930901820')
    expect(isInternational('030 901820')).toBe(false)
    expect([isInternational('＋49 30'), isInternational('0049')]).toEqual([true, true])
  })

  const extended = [
    '+1 415 555 2671 x123',
    '+1 415 555 2671x123',
    '+1 (415) 555-2671 ext. 5',
    '+1 415 555 2671, ext 5',
    '+1 415 555 2671 Extension 5',
    '+1 415 555 2671 #5',
    '+1 415 555 2671,,5',
    'tel:+1-415-555-2671;ext=5',
    '+49 30 901820 Durchwahl 12',
    '+7 495 123 45 67 доб. 5',
    '+81 90-1234-5678 内線 ５',
  ]
  test.each(extended)('with an extension are none: %s', (text) => {
    expect(hasExtension(bareNumber(text))).toBe(true)
    expect(normalisePhone(text, 'US')).toBeNull()
  })

  test.each([
    '+49 30 901820',
    '+1 (415) 555-2671',
    'extension 12',
    'tel:+49-30-901820',
    '030/9018-20',
  ])('have no extension: %s', (text) => {
    expect(hasExtension(bareNumber(text))).toBe(false)
  })

  test('are refused inside other text and for an unknown country', () => {
    expect(normalisePhone('call +44 7400 123456', 'GB')).toBeNull()
    expect(normalisePhone('07400 123456', 'XX')).toBeNull()
    expect(normalisePhone('555', 'US')).toBeNull()
  })
})

describe('placeholders', () => {
  test('are listed in order, inside JSON too', () => {
    expect(placeholdersOf('{"a":{"ip":"{{ENV.clientIp}}","u":{{USER.id}}}}')).toEqual([
      { source: 'ENV', name: 'clientIp' },
      { source: 'USER', name: 'id' },
    ])
  })

  test('may stand next to a brace of the JSON', () => {
    expect(placeholdersOf('{"a":{{{USER.id}}}')).toEqual([{ source: 'USER', name: 'id' }])
  })

  test('must be closed', () => {
    expect(placeholdersOf('{{USER.email')).toBeNull()
    expect(placeholdersOf('{{USER.a b}}')).toBeNull()
  })
})

test('an uploaded file may end in capitals, but must have a name', () => {
  expect(isUploadFileName('IMG_1.JPG')).toBe(true)
  expect(isUploadFileName('.png')).toBe(false)
})
