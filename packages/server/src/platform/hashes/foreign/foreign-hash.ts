/** A password hash that another system made, taken apart; `plain` salted digests aside, each is slow. */
export type ForeignHash =
  | { readonly scheme: 'argon2'; readonly text: string; readonly parameters: string }
  | {
      readonly scheme: 'bcrypt'
      readonly text: string
      readonly cost: string
      /** Django hashes the hexadecimal SHA-256 of the password, so that 72 bytes are enough. */
      readonly isPrehashed: boolean
    }
  | {
      readonly scheme: 'pbkdf2'
      readonly digest: Digest
      readonly iterations: number
      readonly salt: Buffer
      readonly hash: Buffer
    }
  | {
      readonly scheme: 'scrypt'
      /** Logarithm of N to base 2. */
      readonly cost: number
      readonly blockSize: number
      readonly parallelism: number
      readonly salt: Buffer
      readonly hash: Buffer
    }
  | {
      readonly scheme: 'crypt'
      readonly digest: 'sha256' | 'sha512'
      readonly rounds: number
      readonly salt: string
      readonly hash: string
    }
  | {
      readonly scheme: 'salted'
      readonly digest: Digest
      /** The salt is hashed before the password, not after it. */
      readonly isSaltFirst: boolean
      readonly salt: Buffer
      readonly hash: Buffer
    }

export type Digest = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** Why a text is not taken, in words for the author of the file. */
export interface HashFault {
  readonly fault: string
}

/** Null when the text is of another format. */
export type HashFormat = (text: string) => ForeignHash | HashFault | null

export const digestBytes: Readonly<Record<Digest, number>> = {
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
}

/** What checking a password may cost at most: an imported hash must not be a way to stop the service. */
export const most = {
  argon2: { memoryCost: 262_144, timeCost: 10, parallelism: 8 },
  bcryptCost: 14,
  /** Iterations times blocks of the digest. */
  pbkdf2Blocks: 4_000_000,
  pbkdf2Iterations: 2_000_000,
  /** N times block size: 128 bytes of memory each. */
  scryptUnits: 2_097_152,
  scryptParallelism: 8,
  cryptRounds: 1_000_000,
  saltBytes: 256,
  hashBytes: 512,
} as const

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Base64 with or without padding, also with `.` for `+` as passlib writes it; null for other texts. */
export const bytesOf = (text: string): Buffer | null => {
  const standard = text.replaceAll('.', '+').replaceAll('-', '+').replaceAll('_', '/')
  if (!base64.test(standard)) return null
  const bare = standard.replace(/=/g, '')
  return bare.length % 4 === 1 ? null : Buffer.from(bare, 'base64')
}

export const bareBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=/g, '')

export const isFault = (read: ForeignHash | HashFault): read is HashFault => 'fault' in read

const tooDear = (what: string, limit: number): HashFault => ({
  fault: `costs too much: ${what}, at most ${limit}`,
})

/** The fault of salt or hash; null when both have a fitting length. */
const faultOfSizes = (salt: Buffer, hash: Buffer, leastSalt = 1): HashFault | null => {
  if (salt.length < leastSalt) return { fault: 'has no salt' }
  if (salt.length > most.saltBytes) return { fault: 'has a salt that is too long' }
  return hash.length >= 16 && hash.length <= most.hashBytes
    ? null
    : { fault: 'has a hash of an unexpected length' }
}

interface Pbkdf2Parts {
  readonly digest: Digest
  readonly iterations: number
  readonly salt: Buffer | null
  readonly hash: Buffer | null
}

export const pbkdf2Of = ({ digest, iterations, salt, hash }: Pbkdf2Parts) => {
  if (salt === null || hash === null) return { fault: 'is damaged: not Base64' }
  const blocks = Math.ceil(hash.length / digestBytes[digest])
  if (!Number.isInteger(iterations) || iterations < 1) return { fault: 'has no iterations' }
  if (iterations > most.pbkdf2Iterations) {
    return tooDear(`${iterations} iterations`, most.pbkdf2Iterations)
  }
  if (iterations * blocks > most.pbkdf2Blocks) {
    return tooDear(`${iterations} iterations of ${blocks} blocks`, most.pbkdf2Blocks)
  }
  return faultOfSizes(salt, hash) ?? { scheme: 'pbkdf2' as const, digest, iterations, salt, hash }
}

interface ScryptParts {
  readonly cost: number
  readonly blockSize: number
  readonly parallelism: number
  readonly salt: Buffer | null
  readonly hash: Buffer | null
}

export const scryptOf = ({ cost, blockSize, parallelism, salt, hash }: ScryptParts) => {
  if (salt === null || hash === null) return { fault: 'is damaged: not Base64' }
  const isFormed =
    Number.isInteger(cost) && cost >= 1 && cost <= 63 && blockSize >= 1 && parallelism >= 1
  if (!isFormed) return { fault: 'has cost parameters that scrypt does not know' }
  const units = 2 ** cost * blockSize * parallelism
  if (parallelism > most.scryptParallelism) {
    return tooDear(`parallelism ${parallelism}`, most.scryptParallelism)
  }
  if (units > most.scryptUnits) return tooDear(`N × r × p is ${units}`, most.scryptUnits)
  return (
    faultOfSizes(salt, hash) ?? {
      scheme: 'scrypt' as const,
      cost,
      blockSize,
      parallelism,
      salt,
      hash,
    }
  )
}

export const saltedOf = (
  digest: Digest,
  { bytes, isSaltFirst }: { readonly bytes: Buffer | null; readonly isSaltFirst: boolean },
): ForeignHash | HashFault => {
  if (bytes === null) return { fault: 'is damaged: not Base64' }
  const length = digestBytes[digest]
  if (bytes.length < length) return { fault: 'has a hash of an unexpected length' }
  const [hash, salt] = [bytes.subarray(0, length), bytes.subarray(length)]
  return faultOfSizes(salt, hash) ?? { scheme: 'salted', digest, isSaltFirst, salt, hash }
}

export const tooCostly = tooDear
