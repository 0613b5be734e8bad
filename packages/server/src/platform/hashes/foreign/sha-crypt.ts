import { createHash, hash as digestOnce } from 'node:crypto'

export interface CryptInput {
  readonly digest: 'sha256' | 'sha512'
  readonly rounds: number
  readonly salt: string
  readonly password: string
}

const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Which bytes make each group of four letters: the first, and how far on the next two are (modulo). */
const order = {
  sha256: { groups: 10, third: 10, step: 21, last: [null, 31, 30] },
  sha512: { groups: 21, third: 21, step: 22, last: [null, null, 63] },
} as const

const lettersOf = (value: number, count: number): string =>
  Array.from({ length: count }, (_, at) => letters[(value >>> (6 * at)) & 63]).join('')

const written = (bytes: Buffer, digest: CryptInput['digest']): string => {
  const { groups, third, step, last } = order[digest]
  const size = third * 3
  const at = (index: number | null): number => (index === null ? 0 : (bytes[index] ?? 0))
  let text = ''
  let first = 0
  for (let group = 0; group < groups; group += 1) {
    const [a, b, c] = [first, (first + third) % size, (first + 2 * third) % size]
    text += lettersOf((at(a) << 16) | (at(b) << 8) | at(c), 4)
    first = (first + step) % size
  }
  const [, second, end] = last
  return text + lettersOf((at(second) << 8) | at(end), digest === 'sha256' ? 3 : 2)
}

const repeated = (bytes: Buffer, length: number): Buffer =>
  Buffer.alloc(length, bytes.length === 0 ? 0 : bytes)

/** Digest A of the specification, steps 1 to 12. */
const startOf = ({ digest, password, salt }: Bytes): Buffer => {
  const size = digest === 'sha512' ? 64 : 32
  const b = createHash(digest).update(password).update(salt).update(password).digest()
  const a = createHash(digest).update(password).update(salt)
  a.update(repeated(b, Math.floor(password.length / size) * size))
  a.update(b.subarray(0, password.length % size))
  for (let bits = password.length; bits > 0; bits >>>= 1) a.update((bits & 1) === 1 ? b : password)
  return a.digest()
}

interface Bytes {
  readonly digest: CryptInput['digest']
  readonly password: Buffer
  readonly salt: Buffer
}

/** The sequences P and S, steps 13 to 20. */
const sequences = ({ digest, password, salt }: Bytes, start: Buffer) => {
  const dp = createHash(digest)
  for (let at = 0; at < password.length; at += 1) dp.update(password)
  const ds = createHash(digest)
  for (let at = 0; at < 16 + (start[0] ?? 0); at += 1) ds.update(salt)
  return {
    p: repeated(dp.digest(), password.length),
    s: repeated(ds.digest(), salt.length),
  }
}

/**
 * The hash of SHA-crypt without its frame (Ulrich Drepper, Unix crypt using SHA-256 and SHA-512, 2008).
 * It holds its thread: some 2 ms for a thousand rounds.
 */
export const shaCrypt = (input: CryptInput): string => {
  const { digest, rounds } = input
  const bytes = { digest, password: Buffer.from(input.password), salt: Buffer.from(input.salt) }
  let c = startOf(bytes)
  const { p, s } = sequences(bytes, c)
  for (let round = 0; round < rounds; round += 1) {
    const parts = (round & 1) === 1 ? [p] : [c]
    if (round % 3 !== 0) parts.push(s)
    if (round % 7 !== 0) parts.push(p)
    parts.push((round & 1) === 1 ? c : p)
    c = digestOnce(digest, Buffer.concat(parts), 'buffer')
  }
  return written(c, digest)
}
