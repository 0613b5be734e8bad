/* Password hashes of exports that have algorithm, salt and hash as members of their own. */

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textIn = (members: Members, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = members[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** What the import refuses by this name, in the row: without it a user would have no password. */
const notTaken = (name: string): string =>
  `{EXPORT}${name.replaceAll(/[^\w .-]/g, '').slice(0, 60)}`

interface Salted {
  readonly hash: Buffer
  readonly salt: Buffer
  readonly isSaltFirst: boolean
}

const saltedDigests: ReadonlyMap<string, readonly [scheme: string, bytes: number]> = new Map([
  ['sha1', ['SSHA', 20]],
  ['sha256', ['SSHA256', 32]],
  ['sha512', ['SSHA512', 64]],
])

const saltedHash = (algorithm: string, { hash, salt, isSaltFirst }: Salted): string => {
  const [scheme, size] = saltedDigests.get(algorithm.toLowerCase().replace('-', '')) ?? []
  if (scheme === undefined) return notTaken(algorithm)
  if (hash.length !== size) return notTaken(`${algorithm} with a hash of ${hash.length} bytes`)
  const bytes = Buffer.concat([hash, salt]).toString('base64')
  return `{${scheme}${isSaltFirst ? '-PREFIX' : ''}}${bytes}`
}

const base64 = (text: string): Buffer => Buffer.from(text, 'base64')

const oktaPbkdf2 = (hash: Members, salt: string, value: string): string => {
  const digest = /^SHA(256|512)_HMAC$/.exec(textIn(hash, 'digestAlgorithm') ?? '')?.[1]
  return digest === undefined
    ? notTaken(`PBKDF2 ${textIn(hash, 'digestAlgorithm') ?? 'without digestAlgorithm'}`)
    : `$pbkdf2-sha${digest}$i=${String(hash.iterationCount)}$${salt}$${value}`
}

/** Of Okta: `credentials.password.hash`. */
export const oktaHash = (hash: Members): string => {
  const algorithm = textIn(hash, 'algorithm') ?? 'unnamed'
  const [salt, value] = [textIn(hash, 'salt'), textIn(hash, 'value')]
  if (value === undefined) return notTaken(`${algorithm} without value`)
  if (salt === undefined) return notTaken(`${algorithm} without salt`)
  if (algorithm === 'BCRYPT') {
    return `$2b$${String(hash.workFactor).padStart(2, '0')}$${salt}${value}`
  }
  if (algorithm === 'PBKDF2') return oktaPbkdf2(hash, salt, value)
  const { saltOrder } = hash
  if (saltOrder !== 'PREFIX' && saltOrder !== 'POSTFIX') {
    return notTaken(`${algorithm} without saltOrder`)
  }
  const isSaltFirst = saltOrder === 'PREFIX'
  return saltedHash(algorithm, { hash: base64(value), salt: base64(salt), isSaltFirst })
}

/** `{ value, encoding }`, in the encodings of the bulk import of Auth0. */
const bytesIn = (part: unknown): Buffer | null => {
  const text = isMembers(part) ? textIn(part, 'value') : undefined
  if (!isMembers(part) || text === undefined) return null
  const { encoding = 'utf8' } = part
  return encoding === 'hex' || encoding === 'base64' || encoding === 'utf8'
    ? Buffer.from(text, encoding)
    : null
}

/** What says itself of what algorithm it is. */
const isWhole = (text: string): boolean => /^[${]/.test(text)

const auth0Custom = (custom: Members): string => {
  const algorithm = textIn(custom, 'algorithm') ?? 'unnamed'
  const text = isMembers(custom.hash) ? textIn(custom.hash, 'value') : undefined
  if (text === undefined) return notTaken(`${algorithm} without value`)
  const { password } = custom
  if (isMembers(password) && (password.encoding ?? 'utf8') !== 'utf8') {
    return notTaken(`${algorithm} of another encoding`)
  }
  if (isWhole(text) && custom.salt === undefined) return text
  const [hash, salt] = [bytesIn(custom.hash), bytesIn(custom.salt)]
  if (hash === null || salt === null || !isMembers(custom.salt)) {
    return notTaken(`${algorithm} without salt`)
  }
  return saltedHash(algorithm, { hash, salt, isSaltFirst: custom.salt.position === 'prefix' })
}

/** Of Auth0: its own, or `custom_password_hash` as it was imported there. */
export const auth0Hash = (user: Members): string | undefined => {
  const own = textIn(user, 'passwordHash', 'password_hash')
  const { custom_password_hash: custom } = user
  return own === undefined && isMembers(custom) ? auth0Custom(custom) : own
}
