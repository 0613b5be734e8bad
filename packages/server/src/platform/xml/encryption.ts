import {
  constants,
  createCipheriv,
  createDecipheriv,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { algorithmOf, digestAlgorithms } from './algorithms.ts'
import { element, namespaces } from './build.ts'
import { attributeOf, onlyChild, textOf, type XmlElement } from './tree.ts'
import { XmlFault } from './xml-fault.ts'

/** XML Encryption 1.1, section 5.2; the strongest first. */
const contentAlgorithms = {
  AES256_GCM: {
    uri: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    cipher: 'aes-256-gcm',
    keyBytes: 32,
  },
  AES128_GCM: {
    uri: 'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    cipher: 'aes-128-gcm',
    keyBytes: 16,
  },
  AES256_CBC: {
    uri: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    cipher: 'aes-256-cbc',
    keyBytes: 32,
  },
  AES128_CBC: {
    uri: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
    cipher: 'aes-128-cbc',
    keyBytes: 16,
  },
} as const
type ContentAlgorithm = keyof typeof contentAlgorithms

/** The strongest of those that a party says it reads; null where it names none of ours. */
export const strongestOf = (uris: readonly string[]): ContentAlgorithm | null => {
  const known: readonly ContentAlgorithm[] = [
    'AES256_GCM',
    'AES128_GCM',
    'AES256_CBC',
    'AES128_CBC',
  ]
  return known.find((algorithm) => uris.includes(contentAlgorithms[algorithm].uri)) ?? null
}

/** By which keys travel: RSA-OAEP, its mask by SHA-1 or by a named hash (XML Encryption 1.1, section 5.5.2). */
const keyTransport = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const namedTransport = 'http://www.w3.org/2009/xmlenc11#rsa-oaep'
const maskAlgorithms = {
  SHA1: { uri: 'http://www.w3.org/2009/xmlenc11#mgf1sha1', hash: 'sha1' },
  SHA256: { uri: 'http://www.w3.org/2009/xmlenc11#mgf1sha256', hash: 'sha256' },
  SHA384: { uri: 'http://www.w3.org/2009/xmlenc11#mgf1sha384', hash: 'sha384' },
  SHA512: { uri: 'http://www.w3.org/2009/xmlenc11#mgf1sha512', hash: 'sha512' },
} as const
const { SHA1, SHA256 } = digestAlgorithms
const wholeElement = 'http://www.w3.org/2001/04/xmlenc#Element'
const gcmTagBytes = 16
const { ds, xenc, xenc11 } = namespaces

const isGcm = (cipher: string): cipher is 'aes-256-gcm' | 'aes-128-gcm' => cipher.endsWith('gcm')

/** The vector before, GCM's tag behind (XML Encryption 1.1, sections 5.2.1 and 5.2.4). */
const encrypted = (
  text: string,
  key: Buffer,
  { cipher: name }: (typeof contentAlgorithms)[ContentAlgorithm],
): Buffer => {
  if (isGcm(name)) {
    const vector = randomBytes(12)
    const cipher = createCipheriv(name, key, vector)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([vector, body, cipher.getAuthTag()])
  }
  const vector = randomBytes(16)
  const cipher = createCipheriv(name, key, vector)
  return Buffer.concat([vector, cipher.update(text, 'utf8'), cipher.final()])
}

const cipherData = (bytes: Buffer): XmlElement =>
  element('xenc:CipherData', {}, [element('xenc:CipherValue', {}, [bytes.toString('base64')])])

const oaep = (oaepHash: string) => ({ padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash })

/**
 * An element's text as `EncryptedData`, for the holder of a private RSA key. The key travels under
 * OAEP with SHA-1's mask, the one form that every party reads; SHA-1 is not relied on in it.
 */
export const encryptElement = (
  text: string,
  { recipient, algorithm }: { readonly recipient: KeyObject; readonly algorithm: ContentAlgorithm },
): XmlElement => {
  const content = contentAlgorithms[algorithm]
  const key = randomBytes(content.keyBytes)
  const wrapped = publicEncrypt({ key: recipient, ...oaep(SHA1.hash) }, key)
  return element('xenc:EncryptedData', { Type: wholeElement }, [
    element('xenc:EncryptionMethod', { Algorithm: content.uri }),
    element('ds:KeyInfo', {}, [
      element('xenc:EncryptedKey', {}, [
        element('xenc:EncryptionMethod', { Algorithm: keyTransport }, [
          element('ds:DigestMethod', { Algorithm: SHA1.uri }),
        ]),
        cipherData(wrapped),
      ]),
    ]),
    cipherData(encrypted(text, key, content)),
  ])
}

const childOf = (parent: XmlElement, namespace: string, local: string): XmlElement => {
  const child = onlyChild(parent, namespace, local)
  if (child === null) throw new XmlFault(`no ${local}`)
  return child
}

const methodOf = (parent: XmlElement): string | null =>
  attributeOf(childOf(parent, xenc, 'EncryptionMethod'), 'Algorithm')

const cipherValue = (parent: XmlElement): Buffer =>
  Buffer.from(textOf(childOf(childOf(parent, xenc, 'CipherData'), xenc, 'CipherValue')), 'base64')

const decrypted = (
  bytes: Buffer,
  key: Buffer,
  { cipher: name, keyBytes }: (typeof contentAlgorithms)[ContentAlgorithm],
): string => {
  if (key.length !== keyBytes) throw new XmlFault('a key of another length')
  if (isGcm(name)) {
    const decipher = createDecipheriv(name, key, bytes.subarray(0, 12), {
      authTagLength: gcmTagBytes,
    })
    decipher.setAuthTag(bytes.subarray(-gcmTagBytes))
    const body = bytes.subarray(12, -gcmTagBytes)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  }
  const decipher = createDecipheriv(name, key, bytes.subarray(0, 16))
  // Anything may pad the last block (XML Encryption 1.1, section 5.2); only its last byte counts.
  decipher.setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()])
  const pad = plain.at(-1) ?? 0
  if (pad < 1 || pad > 16) throw new XmlFault('a wrong padding')
  return plain.subarray(0, -pad).toString('utf8')
}

/** SHA-1 where a method names nothing (XML Encryption 1.1, section 5.5.2). */
const namedHash = (
  table: Readonly<Record<string, { readonly uri: string; readonly hash: string }>>,
  named: XmlElement | null,
): string | undefined =>
  named === null ? SHA1.hash : algorithmOf(table, attributeOf(named, 'Algorithm'))?.hash

/** The hash of the padding. Node.js has one for the label and the mask: others are rejected. @throws XmlFault */
const oaepHashOf = (wrapped: XmlElement): string => {
  const method = childOf(wrapped, xenc, 'EncryptionMethod')
  const uri = attributeOf(method, 'Algorithm')
  const digest = namedHash(digestAlgorithms, onlyChild(method, ds, 'DigestMethod'))
  const named = uri === namedTransport ? onlyChild(method, xenc11, 'MGF') : null
  const mask = namedHash(maskAlgorithms, named)
  const isKnown = uri === keyTransport || uri === namedTransport
  if (!isKnown || digest === undefined || digest !== mask) throw new XmlFault('an algorithm')
  return digest
}

/** What our metadata say of the messages that we read: contents, and how keys travel. */
export const readMethods = (): readonly XmlElement[] => {
  const method = (Algorithm: string, children: readonly XmlElement[] = []): XmlElement =>
    element('md:EncryptionMethod', { Algorithm }, children)
  return [
    ...Object.values(contentAlgorithms).map(({ uri }) => method(uri)),
    method(keyTransport),
    method(namedTransport, [
      element('ds:DigestMethod', { Algorithm: SHA256.uri }),
      element('xenc11:MGF', { Algorithm: maskAlgorithms.SHA256.uri }),
    ]),
  ]
}

/** Of an `EncryptedAssertion`: the key stands within the data, or beside it. */
const encryptedKey = (holder: XmlElement, content: XmlElement): XmlElement => {
  const keyInfo = onlyChild(content, ds, 'KeyInfo')
  const inside = keyInfo === null ? null : onlyChild(keyInfo, xenc, 'EncryptedKey')
  return inside ?? childOf(holder, xenc, 'EncryptedKey')
}

/** Whether the text of `holder` is encrypted so that a change of it shows (GCM). @throws XmlFault */
export const isAuthenticated = (holder: XmlElement): boolean => {
  const algorithm = algorithmOf(contentAlgorithms, methodOf(childOf(holder, xenc, 'EncryptedData')))
  return algorithm !== undefined && isGcm(algorithm.cipher)
}

/**
 * The text of the element that `holder` (`EncryptedAssertion`, `EncryptedID`) has encrypted. Every
 * failure is the same fault: which step failed would tell a stranger of the text.
 * @throws XmlFault
 */
export const decryptElement = (holder: XmlElement, privateKey: KeyObject): string => {
  try {
    const content = childOf(holder, xenc, 'EncryptedData')
    const algorithm = algorithmOf(contentAlgorithms, methodOf(content))
    const wrapped = encryptedKey(holder, content)
    if (algorithm === undefined) throw new XmlFault('an algorithm')
    const key = privateDecrypt(
      { key: privateKey, ...oaep(oaepHashOf(wrapped)) },
      cipherValue(wrapped),
    )
    return decrypted(cipherValue(content), key, algorithm)
  } catch (cause) {
    throw new XmlFault('cannot be decrypted', cause)
  }
}
