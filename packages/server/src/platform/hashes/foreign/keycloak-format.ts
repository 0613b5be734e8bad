import {
  bareBase64,
  bytesOf,
  type Digest,
  type ForeignHash,
  type HashFault,
  type HashFormat,
  pbkdf2Of,
} from './foreign-hash.ts'
import { argon2Format } from './slow-formats.ts'

type Members = Readonly<Record<string, unknown>>

const damaged: HashFault = { fault: 'is damaged: no Keycloak credential of type password' }

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const membersOf = (value: unknown): Members | null => {
  if (isMembers(value)) return value
  if (typeof value !== 'string') return null
  try {
    const read: unknown = JSON.parse(value)
    return isMembers(read) ? read : null
  } catch {
    return null
  }
}

const digests: Readonly<Record<string, Digest>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha1': 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
}

/** Keycloak writes each as a list of one text. */
const firstOf = (more: unknown, name: string): string | null => {
  const value = isMembers(more) ? more[name] : undefined
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && /^[\w.]{1,10}$/.test(first) ? first : null
}

interface Parts {
  readonly iterations: number
  readonly salt: Buffer | null
  readonly hash: Buffer | null
}

const argon2Of = (more: unknown, { iterations, salt, hash }: Parts): ForeignHash | HashFault => {
  const [type, memory, lanes] = ['type', 'memory', 'parallelism'].map((each) => firstOf(more, each))
  if (salt === null || hash === null || !type || !memory || !lanes) return damaged
  const version = firstOf(more, 'version') === '1.0' ? 16 : 19
  const cost = `m=${memory},t=${iterations},p=${lanes}`
  const text = `$argon2${type}$v=${version}$${cost}$${bareBase64(salt)}$${bareBase64(hash)}`
  return argon2Format(text) ?? damaged
}

/** A credential as the export of a realm holds it, of Keycloak since 2 (in one object) or since 7 (in two). */
export const keycloakFormat: HashFormat = (text) => {
  if (!text.startsWith('{"') && !/^\{\s+"/.test(text)) return null
  const credential = membersOf(text)
  if (credential === null) return damaged
  if (credential.type !== undefined && credential.type !== 'password') return damaged
  const secret = membersOf(credential.secretData) ?? credential
  const how = membersOf(credential.credentialData) ?? credential
  const value = secret.value ?? secret.hashedSaltedValue
  const parts = {
    iterations: Number(how.hashIterations),
    salt: typeof secret.salt === 'string' ? bytesOf(secret.salt) : null,
    hash: typeof value === 'string' ? bytesOf(value) : null,
  }
  if (how.algorithm === 'argon2') return argon2Of(how.additionalParameters, parts)
  const digest = typeof how.algorithm === 'string' ? digests[how.algorithm] : undefined
  if (digest !== undefined) return pbkdf2Of({ digest, ...parts })
  return typeof how.algorithm === 'string'
    ? { fault: `is of an algorithm that cannot be imported: ${how.algorithm.slice(0, 40)}` }
    : damaged
}
