import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'

const pskc = 'urn:ietf:params:xml:ns:keyprov:pskc'
const secretBytes = 20

const cipherOf = (bytes: Buffer): string =>
  `<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`

/** A secret under the shared key, and its MAC (RFC 6030, section 6.1). */
const sealedSecret = (key: Buffer): string => {
  const start = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', key, start)
  const sealed = Buffer.concat([start, cipher.update(randomBytes(secretBytes)), cipher.final()])
  const mac = createHmac('sha1', key).update(sealed).digest('base64')
  return `<Secret><EncryptedValue>${cipherOf(sealed)}</EncryptedValue><ValueMAC>${mac}</ValueMAC></Secret>`
}

const packageOf = (serial: string, key: Buffer): string =>
  `<KeyPackage><DeviceInfo><Manufacturer>Maker</Manufacturer><SerialNo>${serial}</SerialNo></DeviceInfo><Key Id="${serial}" Algorithm="${pskc}:hotp"><AlgorithmParameters><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters><Data>${sealedSecret(key)}<Counter><PlainValue>0</PlainValue></Counter></Data></Key></KeyPackage>`

export interface KeyFile {
  /** Compressed, in Base64. */
  readonly content: string
  /** Hexadecimal. */
  readonly key: string
}

/** A file of tokens as makers send them, each secret encrypted under a key that was shared before. */
export const keyFile = (name: string, tokens: number): KeyFile => {
  const key = randomBytes(16)
  const packages = Array.from({ length: tokens }, (_, at) => packageOf(`${name}-${at}`, key))
  const xml = `<?xml version="1.0" encoding="UTF-8"?><KeyContainer Version="1.0" xmlns="${pskc}" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><EncryptionKey><ds:KeyName>shared</ds:KeyName></EncryptionKey><MACMethod Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"/>${packages.join('')}</KeyContainer>`
  return { content: gzipSync(xml).toString('base64'), key: key.toString('hex') }
}
