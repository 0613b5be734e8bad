import { bareBase64, type Digest, digestBytes, type ForeignHash } from './foreign-hash.ts'

/** Hashes of one kind cost the same to check; null for what costs next to nothing. */
export const kindOf = (hash: ForeignHash): string | null => {
  switch (hash.scheme) {
    case 'argon2':
      return hash.parameters
    case 'bcrypt':
      return `$2b$${hash.cost}`
    case 'crypt':
      return `$${hash.digest === 'sha512' ? 6 : 5}$rounds=${hash.rounds}`
    case 'pbkdf2': {
      const blocks = Math.ceil(hash.hash.length / digestBytes[hash.digest])
      return `$pbkdf2-${hash.digest}$i=${hash.iterations},b=${blocks}`
    }
    case 'scrypt':
      return `$scrypt$ln=${hash.cost},r=${hash.blockSize},p=${hash.parallelism}`
    case 'salted':
      return null
  }
}

const salt = Buffer.from('vUnIB2agwQUWl5SF')
const hash = Buffer.alloc(32, 7)

const isDigest = (name: string): name is Digest => name in digestBytes

const dummies: readonly (readonly [RegExp, (parts: readonly string[]) => ForeignHash | null])[] = [
  [
    /^(\$argon2.*)$/,
    ([parameters = '']) => {
      const text = `${parameters}$${bareBase64(salt)}$${bareBase64(hash)}`
      return { scheme: 'argon2', text, parameters }
    },
  ],
  [
    /^\$2b\$(\d\d)$/,
    ([cost = '']) => {
      const text = `$2b$${cost}$dnSfZqDBRFBZ/nJM5vfFfOz8xEK4nq3b3hCqkqTOeZqHq2S8o0mVS`
      return { scheme: 'bcrypt', text, cost, isPrehashed: false }
    },
  ],
  [
    /^\$([56])\$rounds=(\d+)$/,
    ([digit, rounds]) => {
      const is512 = digit === '6'
      return {
        scheme: 'crypt',
        digest: is512 ? 'sha512' : 'sha256',
        rounds: Number(rounds),
        salt: 'vUnIB2agwQUWl5SF',
        hash: 'x'.repeat(is512 ? 86 : 43),
      }
    },
  ],
  [
    /^\$pbkdf2-(sha\d+)\$i=(\d+),b=(\d+)$/,
    ([digest = '', iterations, blocks]) =>
      isDigest(digest)
        ? {
            scheme: 'pbkdf2',
            digest,
            iterations: Number(iterations),
            salt,
            hash: Buffer.alloc(digestBytes[digest] * Number(blocks), 7),
          }
        : null,
  ],
  [
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)$/,
    ([cost, blockSize, parallelism]) => ({
      scheme: 'scrypt',
      cost: Number(cost),
      blockSize: Number(blockSize),
      parallelism: Number(parallelism),
      salt,
      hash,
    }),
  ],
]

/** A hash of this kind that fits no password; null for a text that is no kind. */
export const dummyOfKind = (kind: string): ForeignHash | null => {
  for (const [format, made] of dummies) {
    const [, ...parts] = format.exec(kind) ?? []
    if (parts.length > 0) return made(parts)
  }
  return null
}
