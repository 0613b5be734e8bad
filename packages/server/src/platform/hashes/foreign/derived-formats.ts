import {
  bytesOf,
  type Digest,
  type HashFormat,
  pbkdf2Of,
  saltedOf,
  scryptOf,
} from './foreign-hash.ts'

const digests: Readonly<Record<string, Digest>> = {
  '': 'sha1',
  '1': 'sha1',
  sha1: 'sha1',
  sha224: 'sha224',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
}

const digestOf = (name: string): Digest | undefined =>
  digests[name.toLowerCase().replace(/^hmac/, '').replaceAll('-', '')]

const damaged = (what: string) => ({ fault: `is damaged: no ${what} hash of a known layout` })

const textBytes = (text: string): Buffer => Buffer.from(text, 'utf8')

const hexBytes = (text: string): Buffer | null =>
  /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null

/** Of passlib and in PHC format: `$pbkdf2-sha256$29000$…`, `$pbkdf2-sha512$i=…,l=…$…`. */
const phcPbkdf2 = /^\$pbkdf2(?:-(\w+))?\$(?:i=)?(\d{1,10})(?:,l=\d{1,4})?\$([^$]+)\$([^$]+)$/
/** Of OpenLDAP and 389 Directory Server: `{PBKDF2-SHA256}10000$…`. */
const ldapPbkdf2 = /^\{PBKDF2(?:[-_](\w+))?\}(\d{1,10})\$([^$]+)\$([^$]+)$/i
/** Of Django, whose salt is a text: `pbkdf2_sha256$600000$…`. */
const djangoPbkdf2 = /^pbkdf2_(\w+)\$(\d{1,10})\$([^$]+)\$([^$]+)$/
/** Of Werkzeug, with a text as salt and the hash in hexadecimal: `pbkdf2:sha256:600000$…`. */
const werkzeugPbkdf2 = /^pbkdf2:(\w+):(\d{1,10})\$([^$]+)\$([^$]+)$/

/** Of 389 Directory Server and FreeIPA, in one piece: four bytes of iterations, 64 of salt, 256 of hash. */
const blobPbkdf2 = /^\{PBKDF2_SHA256\}([^$]+)$/i
const blobSizes = { salt: 64, whole: 324 } as const

/** Blocks of PBKDF2 do not depend on each other: the first one proves the password, and costs an eighth. */
const ofBlob = (text: string) => {
  const bytes = bytesOf(text)
  if (bytes?.length !== blobSizes.whole) return damaged('PBKDF2')
  const saltEnd = 4 + blobSizes.salt
  return pbkdf2Of({
    digest: 'sha256',
    iterations: bytes.readUInt32BE(0),
    salt: bytes.subarray(4, saltEnd),
    hash: bytes.subarray(saltEnd, saltEnd + 32),
  })
}

export const pbkdf2Format: HashFormat = (text) => {
  if (!/^(?:\$pbkdf2|\{pbkdf2|pbkdf2[_:])/i.test(text)) return null
  const [, blob] = blobPbkdf2.exec(text) ?? []
  if (blob !== undefined) return ofBlob(blob)
  const bytes = phcPbkdf2.exec(text) ?? ldapPbkdf2.exec(text)
  const django = djangoPbkdf2.exec(text)
  const werkzeug = werkzeugPbkdf2.exec(text)
  const [, name = '', iterations = '', salt = '', hash = ''] = bytes ?? django ?? werkzeug ?? []
  const digest = digestOf(name)
  if (iterations === '' || digest === undefined) return damaged('PBKDF2')
  return pbkdf2Of({
    digest,
    iterations: Number(iterations),
    salt: bytes === null ? textBytes(salt) : bytesOf(salt),
    hash: werkzeug === null ? bytesOf(hash) : hexBytes(hash),
  })
}

const phcScrypt =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,6}),p=(\d{1,6})(?:,l=\d{1,4})?\$([^$]+)\$([^$]+)$/
const djangoScrypt = /^scrypt\$(\d{1,10})\$([^$]+)\$(\d{1,6})\$(\d{1,6})\$([^$]+)$/
const werkzeugScrypt = /^scrypt:(\d{1,10}):(\d{1,6}):(\d{1,6})\$([^$]+)\$([^$]+)$/

const numbers = (cost: number, blockSize: string, parallelism: string) => ({
  cost,
  blockSize: Number(blockSize),
  parallelism: Number(parallelism),
})

export const scryptFormat: HashFormat = (text) => {
  if (!/^\$?scrypt[$:]/.test(text)) return null
  const phc = phcScrypt.exec(text)
  if (phc !== null) {
    const [, ln, r = '', p = '', salt = '', hash = ''] = phc
    return scryptOf({ ...numbers(Number(ln), r, p), salt: bytesOf(salt), hash: bytesOf(hash) })
  }
  const django = djangoScrypt.exec(text)
  if (django !== null) {
    const [, n, salt = '', r = '', p = '', hash = ''] = django
    const parts = numbers(Math.log2(Number(n)), r, p)
    return scryptOf({ ...parts, salt: textBytes(salt), hash: bytesOf(hash) })
  }
  const [, n, r = '', p = '', salt = '', hash = ''] = werkzeugScrypt.exec(text) ?? []
  if (n === undefined) return damaged('scrypt')
  const parts = numbers(Math.log2(Number(n)), r, p)
  return scryptOf({ ...parts, salt: textBytes(salt), hash: hexBytes(hash) })
}

/**
 * RFC 2307 and its successors: `{SSHA}`, `{SSHA256}`, `{SSHA384}`, `{SSHA512}`. Of our own, `-PREFIX`
 * says that the salt was hashed first, as Okta and Auth0 may have it; it is behind the hash all the same.
 */
export const saltedFormat: HashFormat = (text) => {
  const parts = /^\{SSHA-?(\d{0,3})(-PREFIX)?\}(.*)$/i.exec(text) ?? []
  const [, size, prefix, value = ''] = parts
  if (size === undefined) return null
  const digest = size === '' ? 'sha1' : digestOf(`sha${size}`)
  if (digest === undefined) return damaged('salted SHA')
  return saltedOf(digest, { bytes: bytesOf(value), isSaltFirst: prefix !== undefined })
}

/** ASP.NET Core Identity, version 3: a marker, pseudo-random function, iterations, length of the salt. */
export const identityFormat: HashFormat = (text) => {
  if (!text.startsWith('AQAAAA')) return null
  const bytes = bytesOf(text)
  if (bytes === null || bytes.length < 13 + 8 + 16) return damaged('ASP.NET Core Identity')
  const digest = (['sha1', 'sha256', 'sha512'] as const)[bytes.readUInt32BE(1)]
  const saltEnd = 13 + bytes.readUInt32BE(9)
  if (digest === undefined || saltEnd > bytes.length - 16) return damaged('ASP.NET Core Identity')
  return pbkdf2Of({
    digest,
    iterations: bytes.readUInt32BE(5),
    salt: bytes.subarray(13, saltEnd),
    hash: bytes.subarray(saltEnd),
  })
}
