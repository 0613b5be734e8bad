import { createDecipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { keyObjectOf } from '../../secrets/key-objects.ts'
import { KeyFileFault } from './key-file-fault.ts'
import { at, type Element, textAt } from './xml-tree.ts'

export interface Opening {
  readonly key?: Buffer | undefined
  readonly password?: string | undefined
}

const base64 = (text: string | null): Buffer => Buffer.from(text ?? '', 'base64')
const keyBytes: Readonly<Record<string, number>> = {
  'aes128-cbc': 16,
  'aes192-cbc': 24,
  'aes256-cbc': 32,
}
const fragment = (address: string | undefined): string => address?.split('#').at(-1) ?? ''
const block = 16
/** About a second of a processor: what a file may ask for. Nothing ends it once it has begun. */
const mostIterations = 2_000_000

const hashOf = (algorithm: string | undefined): string => {
  const found = /hmac-?(sha1|sha256|sha384|sha512)$/i.exec(algorithm ?? '')
  if (found === null) throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  return (found[1] ?? '').toLowerCase()
}

/** RFC 6030, section 6.2; RFC 8018, section 5.2. */
const derivedKey = (method: Element, password: string | undefined): Buffer => {
  const parameters = at(method, 'PBKDF2-params')
  if (fragment(method.attributes.Algorithm) !== 'pbkdf2' || parameters === undefined) {
    throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  }
  if (password === undefined) throw new KeyFileFault('PASSWORD_NEEDED')
  const salt = base64(textAt(parameters, 'Salt', 'Specified'))
  const iterations = Number(textAt(parameters, 'IterationCount'))
  const length = Number(textAt(parameters, 'KeyLength'))
  const isSound = salt.length > 0 && iterations >= 1 && iterations <= mostIterations
  if (!isSound || !Number.isInteger(iterations) || ![16, 24, 32].includes(length)) {
    throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  }
  const prf = at(parameters, 'PRF')?.attributes.Algorithm
  return pbkdf2Sync(password, salt, iterations, length, prf === undefined ? 'sha1' : hashOf(prf))
}

/** Under a key of 128 bits or more from the operator, or from their password. */
const encryptionKey = (container: Element, opening: Opening): Buffer => {
  const described = at(container, 'EncryptionKey')
  const derived = at(described, 'DerivedKey', 'KeyDerivationMethod')
  if (derived !== undefined) return derivedKey(derived, opening.password)
  // A key that is itself encrypted, agreed upon or certified; RFC 6030 has a name at most.
  const isNamed = described?.children.every(({ name }) => name === 'KeyName') ?? false
  if (!isNamed) throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  if (opening.key === undefined) throw new KeyFileFault('KEY_NEEDED')
  return opening.key
}

const decrypt = (value: Element | undefined, key: Buffer): Buffer => {
  const cipher = fragment(at(value, 'EncryptionMethod')?.attributes.Algorithm)
  const bytes = base64(textAt(value, 'CipherData', 'CipherValue'))
  const length = keyBytes[cipher]
  if (length === undefined) throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  if (length !== key.length || bytes.length < 2 * block || bytes.length % block !== 0) {
    throw new KeyFileFault('WRONG_KEY')
  }
  try {
    const opened = createDecipheriv(
      `aes-${length * 8}-cbc`,
      keyObjectOf(key),
      bytes.subarray(0, block),
    )
    return Buffer.concat([opened.update(bytes.subarray(block)), opened.final()])
  } catch (cause) {
    throw new KeyFileFault('WRONG_KEY', { cause })
  }
}

/** Opens the values of a container. */
export type Opener = (data: Element | undefined) => Buffer | null

interface Keys {
  readonly encryption: Buffer
  readonly hash: string
  readonly mac: Buffer
}

/** RFC 6030, section 6.1.1: without a MAC key of its own, the encryption key is it. */
const readKeys = (container: Element, opening: Opening): Keys => {
  const encryption = encryptionKey(container, opening)
  const method = at(container, 'MACMethod')
  // CBC alone would tell a forger from the padding what is inside.
  if (method === undefined) throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  const own = at(method, 'MACKey')
  const mac = own === undefined ? encryption : decrypt(own, encryption)
  return { encryption, hash: hashOf(method.attributes.Algorithm), mac }
}

/** What is encrypted stands here, and is not to be fetched or opened by a further key. */
const expectPlainCipher = (value: Element | undefined): void => {
  const hasText = at(value, 'CipherData', 'CipherValue')?.children.length === 0
  const isNested = value?.children.some(
    ({ name }) => name === 'KeyInfo' || name.startsWith('Encrypted'),
  )
  if (!hasText || isNested === true) throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
}

const openValue = (data: Element, { encryption, hash, mac }: Keys): Buffer => {
  const value = at(data, 'EncryptedValue')
  expectPlainCipher(value)
  const signed = base64(textAt(value, 'CipherData', 'CipherValue'))
  const given = base64(textAt(data, 'ValueMAC'))
  const expected = createHmac(hash, keyObjectOf(mac)).update(signed).digest()
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new KeyFileFault('WRONG_KEY')
  }
  return decrypt(value, encryption)
}

/**
 * How the values of a key container are opened (RFC 6030, section 6): those in clear as they are,
 * encrypted ones after their MAC has been checked. @throws KeyFileFault
 */
export const openerOf = (container: Element, opening: Opening): Opener => {
  const isProtected = at(container, 'EncryptionKey') !== undefined
  const keys = isProtected ? readKeys(container, opening) : null
  return (data) => {
    if (data === undefined) return null
    const plain = textAt(data, 'PlainValue')
    if (plain !== null) return base64(plain)
    if (at(data, 'EncryptedValue') === undefined) return null
    if (keys === null) throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
    return openValue(data, keys)
  }
}
