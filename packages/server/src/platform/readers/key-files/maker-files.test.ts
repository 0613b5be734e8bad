import { describe, expect, it } from 'vitest'
import {
  container,
  keyPackage,
  passworded,
  plain,
  preshared,
} from '../../../../testing/authenticators/key-files.ts'
import { readKeyFile } from './key-file.ts'
import { KeyFileFault } from './key-file-fault.ts'

const hex = '3132333435363738393031323334353637383930'
const secret = Buffer.from(hex, 'hex')
const read = (text: string, opening: { readonly key?: Buffer; readonly password?: string } = {}) =>
  readKeyFile(text, { now: new Date('2026-11-29T00:00:00Z'), ...opening })
const faultOf = (text: string, opening = {}): string => {
  try {
    read(text, opening)
    return 'none'
  } catch (error) {
    return error instanceof KeyFileFault ? error.code : String(error)
  }
}

describe('the seeds of SafeNet tokens', () => {
  const file = (tokens: string): string => `<?xml version="1.0"?><Tokens>${tokens}</Tokens>`
  const token = (serial: string, application: string): string =>
    `<Token serial="${serial}"><ProductName>eToken PASS</ProductName>
      <Applications><Application ConnectorID="{a}">${application}</Application></Applications>
    </Token>`

  it('are read with the counter that the file has, and tell what is assumed', async () => {
    const { layout, tokens, refused } = read(
      file(
        token('0040008CFA5', `<Seed>${hex}</Seed><MovingFactor>7</MovingFactor>`) +
          token('0040008CFA6', `<Seed>${hex}3132333435363738393031 32</Seed>`) +
          token('0040008CFA7', `<Seed>${'ab'.repeat(32)}</Seed>`),
      ),
    )
    expect(layout).toBe('SAFENET')
    expect(tokens).toMatchObject([
      {
        serial: '0040008CFA5',
        algorithmType: 'OATH_HOTP',
        hash: 'SHA1',
        digits: 6,
        counter: 7,
        secret,
        model: 'eToken PASS',
        assumed: ['algorithmType', 'hash', 'digits'],
      },
      { hash: 'SHA256', counter: 0, assumed: ['algorithmType', 'hash', 'digits', 'counter'] },
    ])
    expect(refused).toEqual([{ serialNumber: '0040008CFA6', reason: 'UNSUPPORTED' }])
  })
})

describe('a token file of DualShield', () => {
  const file = (header: string, seed = hex): string =>
    `<data><header><manufacturerCode>DN</manufacturerCode><productCode>ST</productCode>${header}
    </header><tokens><token><serial>71358472</serial><seed>${seed}</seed></token></tokens></data>`

  it('says what its tokens are', async () => {
    const full = file(
      '<encrypt>NONE</encrypt><encode>BASE64</encode><digits>8</digits><timeWindow>30</timeWindow><crypto>HmacSHA256</crypto>',
      secret.toString('base64'),
    )
    expect(read(full)).toMatchObject({
      layout: 'DUALSHIELD',
      tokens: [
        { serial: '71358472', digits: 8, periodSeconds: 30, hash: 'SHA256', secret, assumed: [] },
      ],
    })
  })

  it('without that is taken for clocks of a minute', async () => {
    expect(read(file('<encode>HEX</encode>')).tokens).toMatchObject([
      {
        algorithmType: 'OATH_TOTP',
        periodSeconds: 60,
        secret,
        assumed: ['algorithmType', 'periodSeconds', 'digits', 'hash'],
      },
    ])
  })

  it('of an unknown hash function is rejected by serial', async () => {
    expect(read(file('<encode>HEX</encode><crypto>HmacMD5</crypto>'))).toMatchObject({
      tokens: [],
      refused: [{ serialNumber: '71358472', reason: 'UNSUPPORTED' }],
    })
  })

  it('that is encrypted is rejected', async () => {
    expect(faultOf(file('<encrypt>AES256</encrypt>'))).toBe('ENCRYPTION_UNSUPPORTED')
  })
})

describe('the records of SafeWord', () => {
  const record = (id: string, data: string): string =>
    `dn: sccAuthenticatorId=${id},o=x\nobjectclass: sccCustomAuthenticator\nsccAuthenticatorId: ${id}\nsccTokenType: eToken-PASS-TS\nsccTokenData: ${data}\n`

  it('are read by mode, length and tick', async () => {
    const text = [
      '# ===== SafeWord Authenticator Records $Version: 100$ =====\n',
      record('F800574', `sccKey=${hex};sccMode=E;sccPwLen=6;sccVer=6.20;`),
      record('F800575', `sccKey=${hex};sccMode=T;sccPwLen=8;sccTick=60;`),
      record('F800576', 'sccKey=xyz;sccMode=T;'),
    ].join('\n')
    const { layout, tokens, refused } = read(text)
    expect(layout).toBe('SAFEWORD')
    expect(tokens).toMatchObject([
      {
        serial: 'F800574',
        algorithmType: 'OATH_HOTP',
        digits: 6,
        secret,
        assumed: ['hash', 'counter'],
      },
      {
        serial: 'F800575',
        algorithmType: 'OATH_TOTP',
        digits: 8,
        periodSeconds: 60,
        assumed: ['hash'],
      },
    ])
    expect(refused).toEqual([{ serialNumber: 'F800576', reason: 'UNSUPPORTED' }])
  })

  it('of another mode, or with values that are not read, are rejected by serial', async () => {
    const unread = [
      'sccMode=C;sccPwLen=8;',
      'sccMode=;',
      'sccMode=E;sccPwLen=16;',
      'sccMode=T;sccTick=1m;',
    ]
    const text = unread.map((data, at) => record(`F${at}`, `sccKey=${hex};${data}`)).join('\n')
    const { tokens, refused } = read(text)
    expect(tokens).toEqual([])
    expect(refused).toEqual(
      unread.map((_data, at) => ({ serialNumber: `F${at}`, reason: 'UNSUPPORTED' })),
    )
  })

  it('have modes in either case, and without one what is assumed is listed', async () => {
    const text = [
      record('F1', `sccKey=${hex};sccMode=t;sccPwLen=6;sccTick=30;`),
      record('F2', `sccKey=${hex};sccPwLen=6;sccTick=30;`),
      record('F3', `sccKey=${hex};sccPwLen=6;`),
    ].join('\n')
    expect(read(text).tokens).toMatchObject([
      { algorithmType: 'OATH_TOTP', assumed: ['hash'] },
      { algorithmType: 'OATH_TOTP', assumed: ['hash', 'algorithmType'] },
      { algorithmType: 'OATH_HOTP', assumed: ['hash', 'algorithmType', 'counter'] },
    ])
  })
})

describe('a key container', () => {
  it('tells what it leaves open', async () => {
    const bare = keyPackage({ serial: 'T', algorithm: 'totp', counter: null }).replace(
      /<AlgorithmParameters>.*<\/AlgorithmParameters>/,
      '',
    )
    const counted = keyPackage({ serial: 'H', counter: null })
    const { tokens } = read(container(bare + counted))
    expect(tokens.map(({ serial, assumed }) => [serial, assumed])).toEqual([
      ['T', ['hash', 'digits', 'periodSeconds']],
      ['H', ['counter']],
    ])
  })

  /* Guard: `reasonOf`. */
  it('names the slots of a YubiKey that make Yubico OTP, and takes the others', async () => {
    const aes = keyPackage({ serial: '283598', id: '283598:1' }).replace(
      /Algorithm="[^"]*"/,
      'Algorithm="http://www.yubico.com/#yubikey-aes"',
    )
    const { tokens, refused } = read(
      container(aes + keyPackage({ serial: '283598', id: '283598:2' })),
    )
    expect(refused).toEqual([{ serialNumber: '283598', reason: 'YUBICO_OTP' }])
    expect(tokens.map(({ serial }) => serial)).toEqual(['283598:2'])
  })

  /* Guards: `isNamed` in `encryptionKey`; `expectPlainCipher`; `wholly`. */
  it('within another encryption is rejected before any key is derived or tried', async () => {
    const key = Buffer.from(preshared.key, 'hex')
    const named = '<ds:KeyName>Pre-shared-key</ds:KeyName>'
    const wrapped = '<xenc:EncryptedKey><xenc:CipherData/></xenc:EncryptedKey>'
    const agreed = '<ds:AgreementMethod/>'
    for (const inner of [wrapped, agreed, `${named}${wrapped}`, '<ds:X509Data/>']) {
      expect(faultOf(preshared.xml.replace(named, inner), { key })).toBe('ENCRYPTION_UNSUPPORTED')
    }
    const nested = preshared.xml.replace(
      /<EncryptedValue>([\s\S]*?)<\/EncryptedValue>/,
      '<EncryptedValue><xenc:EncryptedData>$1</xenc:EncryptedData></EncryptedValue>',
    )
    expect(faultOf(nested, { key })).toBe('ENCRYPTION_UNSUPPORTED')
    const keyed = preshared.xml.replace('<EncryptedValue>', '<EncryptedValue><ds:KeyInfo/>')
    expect(faultOf(keyed, { key })).toBe('ENCRYPTION_UNSUPPORTED')
    expect(faultOf('<xenc:EncryptedData xmlns:xenc="x"/>')).toBe('ENCRYPTION_UNSUPPORTED')
  })

  it.each([0, -1, 1.5, 2_000_001, 1e21, Number.NaN])(
    'asks for %d iterations in vain',
    async (iterations) => {
      const xml = passworded.xml(iterations)
      expect(faultOf(xml, { password: passworded.password })).toBe('ENCRYPTION_UNSUPPORTED')
    },
  )

  it('is not taken for one of another maker', async () => {
    expect(read(plain).layout).toBe('PSKC')
    expect(faultOf('<Tokens/>')).toBe('NOT_PSKC')
    expect(faultOf('<data><tokens/></data>')).toBe('NOT_PSKC')
    expect(faultOf('upn,serial number,secret key\n')).toBe('XML')
  })
})
