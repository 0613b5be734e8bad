import { identityFormat, pbkdf2Format, saltedFormat, scryptFormat } from './derived-formats.ts'
import { bareBase64, type ForeignHash, type HashFault, type HashFormat } from './foreign-hash.ts'
import { kindOf } from './hash-kinds.ts'
import { keycloakFormat } from './keycloak-format.ts'
import { argon2Format, bcryptFormat, cryptFormat } from './slow-formats.ts'

/** Longer than any hash that is taken, with its salt and the frame of Keycloak. */
const mostLetters = 4096

/** What is known by its first letters and not taken, as it protects no password. */
const refused: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:\$1\$|\$apr1\$|\$[PH]\$|\{S?MD[45]\}|\{(?:NT|LANMAN)\}|md5\$|[0-9a-f]{32}$)/i,
    'MD5 or MD4',
  ],
  [
    /^(?:\{SHA-?\d{0,3}\}|sha(?:1|256|512)\$|[0-9a-f]{40}$|[0-9a-f]{64}$|[0-9a-f]{128}$)/i,
    'plain SHA',
  ],
  [/^(?:\{(?:CLEARTEXT|PLAIN|NOOP)\})/i, 'no hash at all'],
  [/^\$(?:S\$|wp\$)/, 'a scheme of Drupal or WordPress alone'],
  [/^\$(?:y|gy|7)\$/, 'yescrypt or scrypt of crypt(3)'],
]

/** Of an export whose algorithm is told beside the hash, as `known-exports.ts` brings it. */
const exported = /^\{EXPORT\}(.{1,80})$/

const refusedFormat: HashFormat = (text) => {
  const name = exported.exec(text)?.[1] ?? refused.find(([start]) => start.test(text))?.[1]
  return name === undefined
    ? null
    : { fault: `is of an algorithm that cannot be imported: ${name}` }
}

const formats: readonly HashFormat[] = [
  argon2Format,
  bcryptFormat,
  cryptFormat,
  pbkdf2Format,
  scryptFormat,
  saltedFormat,
  identityFormat,
  keycloakFormat,
  refusedFormat,
]

/** Names of schemes before a hash that says itself what it is: LDAP, Dovecot, Spring, Django. */
const frame =
  /^(?:\{(?:CRYPT|BCRYPT|BLF-CRYPT|ARGON2(?:I|ID)?|SHA256-CRYPT|SHA512-CRYPT|pbkdf2|scrypt)\}|bcrypt\$|argon2\$)(?=\$|argon2)/i

const unframed = (text: string): string => {
  const bare = text.replace(frame, '')
  return bare.startsWith('argon2') ? `$${bare}` : bare
}

/** Takes a hash of another system apart; the fault says why it is not taken. */
export const readForeignHash = (given: string): ForeignHash | HashFault => {
  if (given.length > mostLetters) return { fault: 'is too long for a password hash' }
  const text = unframed(given.trim())
  for (const format of formats) {
    const read = format(text)
    if (read !== null) return read
  }
  return { fault: 'is no password hash of a known format' }
}

/** The one text in which a hash is stored; `readForeignHash` reads it back. */
export const storedText = (hash: ForeignHash): string => {
  switch (hash.scheme) {
    case 'argon2':
      return hash.text
    case 'bcrypt':
      return hash.isPrehashed ? `bcrypt_sha256$${hash.text}` : hash.text
    case 'crypt':
      return `${kindOf(hash)}$${hash.salt}$${hash.hash}`
    case 'pbkdf2': {
      const { digest, iterations, salt } = hash
      return `$pbkdf2-${digest}$i=${iterations}$${bareBase64(salt)}$${bareBase64(hash.hash)}`
    }
    case 'scrypt':
      return `${kindOf(hash)}$${bareBase64(hash.salt)}$${bareBase64(hash.hash)}`
    case 'salted': {
      const bytes = Buffer.concat([hash.hash, hash.salt])
      const size = hash.digest === 'sha1' ? '' : hash.digest.slice(3)
      return `{SSHA${size}${hash.isSaltFirst ? '-PREFIX' : ''}}${bytes.toString('base64')}`
    }
  }
}
