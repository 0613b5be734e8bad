import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import type { ForeignHash } from './foreign-hash.ts'
import { computedInThread } from './hash-threads.ts'

const pbkdf2Bytes = promisify(pbkdf2)

/** 128 bytes for each unit, and what OpenSSL takes beside them. */
const scryptMemory = (units: number): number => 128 * units + 1_048_576

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const scryptBytes = (
  password: string,
  { cost, blockSize, parallelism, salt, hash }: Extract<ForeignHash, { scheme: 'scrypt' }>,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** cost
    const maxmem = scryptMemory((N + parallelism + 2) * blockSize)
    const options = { N, r: blockSize, p: parallelism, maxmem }
    scrypt(password, salt, hash.length, options, (error, bytes) =>
      error === null ? resolve(bytes) : reject(error),
    )
  })

const bcryptInput = (password: string, isPrehashed: boolean): string =>
  isPrehashed ? createHash('sha256').update(password).digest('hex') : password

/** Whether the password fits; what takes long is done on other threads. */
export const isRight = async (hash: ForeignHash, password: string): Promise<boolean> => {
  switch (hash.scheme) {
    case 'argon2':
      return verifyArgon2(hash.text, password)
    case 'bcrypt':
      return (
        (await computedInThread({
          kind: 'bcrypt',
          password: bcryptInput(password, hash.isPrehashed),
          hash: hash.text,
        })) === true
      )
    case 'pbkdf2': {
      const { digest, iterations, salt } = hash
      const bytes = await pbkdf2Bytes(password, salt, iterations, hash.hash.length, digest)
      return isEqual(bytes, hash.hash)
    }
    case 'scrypt':
      return isEqual(await scryptBytes(password, hash), hash.hash)
    case 'crypt': {
      const { digest, rounds, salt } = hash
      const made = await computedInThread({ kind: 'sha-crypt', digest, rounds, salt, password })
      return isEqual(Buffer.from(String(made)), Buffer.from(hash.hash))
    }
    case 'salted': {
      const typed = Buffer.from(password)
      const [first, second] = hash.isSaltFirst ? [hash.salt, typed] : [typed, hash.salt]
      const made = createHash(hash.digest).update(first).update(second).digest()
      return isEqual(made, hash.hash)
    }
  }
}
