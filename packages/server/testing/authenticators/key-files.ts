/*
 * Key containers with the values of RFC 6030: its figures 2 to 7 and 10, written anew with as few
 * elements as they need.
 */

const uri = 'urn:ietf:params:xml:ns:keyprov:pskc'
const cbc = '<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>'
const cipher = (text: string): string =>
  `${cbc}<xenc:CipherData><xenc:CipherValue>\n ${text} \n</xenc:CipherValue></xenc:CipherData>`

export const container = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<KeyContainer Version="1.0" xmlns="${uri}" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
  xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:xenc11="http://www.w3.org/2009/xmlenc11#"
  xmlns:pkcs5="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#">
  ${content}
</KeyContainer>`

interface KeyOf {
  readonly serial: string
  readonly secret?: string
  readonly id?: string
  readonly algorithm?: string
  readonly digits?: number
  readonly counter?: number | null
  readonly further?: string
}

export const keyPackage = ({
  serial,
  secret = '<Secret><PlainValue>MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=</PlainValue></Secret>',
  id = '12345678',
  algorithm = 'hotp',
  digits = 8,
  counter = 0,
  further = '',
}: KeyOf): string => `
  <KeyPackage>
    <DeviceInfo><Manufacturer>Manufacturer</Manufacturer><SerialNo>${serial}</SerialNo></DeviceInfo>
    <Key Id="${id}" Algorithm="${uri}:${algorithm}">
      <Issuer>Issuer</Issuer>
      <AlgorithmParameters><ResponseFormat Length="${digits}" Encoding="DECIMAL"/></AlgorithmParameters>
      <Data>${secret}${counter === null ? '' : `<Counter><PlainValue>${counter}</PlainValue></Counter>`}</Data>
      ${further}
    </Key>
  </KeyPackage>`

const mac = (key: string): string => `
  <MACMethod Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1">
    <MACKey>${cipher(key)}</MACKey>
  </MACMethod>`
const sealed = (value: string, digest: string): string =>
  `<Secret><EncryptedValue>${cipher(value)}</EncryptedValue><ValueMAC>${digest}</ValueMAC></Secret>`

/** Figure 2: in clear. */
export const plain = container(keyPackage({ serial: '987654321', counter: 0 }))

/** Figure 4: a reference to a key that is kept elsewhere. */
export const referenced = container(
  keyPackage({ serial: '987654321', secret: '', further: '<KeyReference>Label</KeyReference>' }),
)

const pinPolicy = (mode: string): string =>
  `<Policy><PINPolicy MinLength="4" MaxLength="4" PINKeyId="123456781" PINEncoding="DECIMAL"
    PINUsageMode="${mode}"/><KeyUsage>OTP</KeyUsage></Policy>`

/** Figure 5: a PIN as a key of its own. */
export const withPin = (mode: string): string =>
  container(
    keyPackage({ serial: '987654321', further: pinPolicy(mode) }) +
      keyPackage({
        serial: '987654321',
        id: '123456781',
        algorithm: 'pin',
        secret: '<Secret><PlainValue>MTIzNA==</PlainValue></Secret>',
        counter: null,
      }),
  )

/** Figure 6, by a key that both sides have. */
export const preshared = {
  key: '12345678901234567890123456789012',
  xml: container(`
    <EncryptionKey><ds:KeyName>Pre-shared-key</ds:KeyName></EncryptionKey>
    ${mac('ESIzRFVmd4iZABEiM0RVZgKn6WjLaTC1sbeBMSvIhRejN9vJa2BOlSaMrR7I5wSX')}
    ${keyPackage({
      serial: '987654321',
      secret: sealed(
        'AAECAwQFBgcICQoLDA0OD+cIHItlB3Wra1DUpxVvOx2lef1VmNPCMl8jwZqIUqGv',
        'Su+NvtQfmvfJzF6bmQiJqoLRExc=',
      ),
    })}`),
}

const derivation = (iterations: number): string => `
  <EncryptionKey><xenc11:DerivedKey>
    <xenc11:KeyDerivationMethod
      Algorithm="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#pbkdf2">
      <pkcs5:PBKDF2-params>
        <Salt><Specified>Ej7/PEpyEpw=</Specified></Salt>
        <IterationCount>${iterations}</IterationCount><KeyLength>16</KeyLength><PRF/>
      </pkcs5:PBKDF2-params>
    </xenc11:KeyDerivationMethod>
    <xenc11:MasterKeyName>My Password 1</xenc11:MasterKeyName>
  </xenc11:DerivedKey></EncryptionKey>`

/** Figure 7, by a password. */
export const passworded = {
  password: 'qwerty',
  xml: (iterations = 1000): string =>
    container(`
      ${derivation(iterations)}
      ${mac('2GTTnLwM3I4e5IO5FkufoOEiOhNj91fhKRQBtBJYluUDsPOLTfUvoU2dStyOwYZx')}
      ${keyPackage({
        serial: '987654321',
        secret: sealed(
          'oTvo+S22nsmS2Z/RtcoF8Hfh+jzMe0RkiafpoDpnoZTjPYZu6V+A4aEn032yCr4f',
          'LP6xMvjtypbfT9PdkJhBZ+D6O4w=',
        ),
      })}`),
}

/** Figure 10: several keys at once. */
export const several = container(
  [1, 2, 3].map((number) => keyPackage({ serial: `98765432${number}`, counter: number })).join(''),
)
