import { createHmac, createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { parsedJson } from '../../../platform/json.ts'

/** RFC 9449: the only algorithm our own clients use. */
const Header = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().max(50, abort),
    y: z.string().max(50, abort),
    ext: z.boolean().optional(),
    key_ops: z.array(z.string()).optional(),
  }),
})
const Proof = z.object({
  jti: z.string().min(8).max(200, abort),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  nonce: z.string().optional(),
  ath: z.string().optional(),
})

interface ProofKey {
  readonly key: KeyObject
  /** RFC 7638 thumbprint. */
  readonly thumbprint: string
}

const sha256 = (text: string): string => hash('sha256', text, 'base64url')
const decoded = (part: string): unknown => parsedJson(Buffer.from(part, 'base64url'))

/** Keys by the proof's header, which a client repeats word for word. */
const keys = boundedCache<ProofKey>(20_000)

const keyOf = (header: string): ProofKey | null => {
  const known = keys.get(header)
  if (known !== undefined) return known
  const parsed = Header.safeParse(decoded(header))
  if (!parsed.success) return null
  const { crv, kty, x, y } = parsed.data.jwk
  try {
    const key = createPublicKey({ key: { crv, kty, x, y }, format: 'jwk' })
    const made = { key, thumbprint: sha256(JSON.stringify({ crv, kty, x, y })) }
    keys.set(header, made)
    return made
  } catch {
    return null
  }
}

const windowMillis = 60_000
const windowAt = (now: Date): number => Math.floor(now.getTime() / windowMillis)

/** Nonces by secret and window: every answer carries one. */
const nonces = new WeakMap<Buffer, Map<number, string>>()
/** Windows whose nonces are taken. */
const windows = 5

const madeNonce = (secret: Buffer, window: number): string =>
  createHmac('sha256', secret).update(`dpop-nonce ${window}`).digest('base64url').slice(0, 22)

/** The nonce of a window of 60 s: the same on every node (RFC 9449, section 8). */
const nonceOf = (secret: Buffer, window: number): string => {
  const made = nonces.get(secret) ?? new Map<number, string>()
  nonces.set(secret, made)
  const nonce = made.get(window) ?? madeNonce(secret, window)
  if (made.size > windows) made.clear()
  made.set(window, nonce)
  return nonce
}

export const presentNonce = (secret: Buffer, now: Date): string => nonceOf(secret, windowAt(now))

/** Proof ids of the last two windows, 48 bits of their hash each. */
const seen = new Map<number, Set<number>>()

const isReplay = (window: number, thumbprint: string, jti: string): boolean => {
  for (const old of seen.keys()) if (old < window - windows) seen.delete(old)
  const known = seen.get(window) ?? new Set<number>()
  seen.set(window, known)
  const id = hash('sha256', `${thumbprint} ${jti}`, 'buffer').readUIntBE(0, 6)
  if (known.has(id)) return true
  known.add(id)
  return false
}

interface ProofExpectation {
  readonly method: string
  /** Origins under which this request may have been made, without a slash at the end. */
  readonly origins: readonly string[]
  /** The path without query. */
  readonly path: string
  /** The session token that the proof must name, when one came. */
  readonly token: string | null
  readonly nonceSecret: Buffer
  readonly now: Date
}

type ProofOutcome =
  | { readonly kind: 'valid'; readonly thumbprint: string }
  | { readonly kind: 'nonce' }
  | { readonly kind: 'invalid'; readonly fault: ProofFault }

/** What is wrong with a proof (RFC 9449, section 4.3), for the log and the audit log. */
type ProofFault =
  | 'longer than 4000 characters'
  | 'not a JWS with three parts'
  | 'header is not ES256 with a P-256 key'
  | 'claims are missing or malformed'
  | 'htm is another method'
  | 'htu is another URL'
  | 'ath does not match the token'
  | 'wrong signature'
  | 'already used'

const invalid = (fault: ProofFault): ProofOutcome => ({ kind: 'invalid', fault })

/** The window whose nonce the proof carries: one of the last five minutes; null for none. */
const windowOf = (
  nonce: string | undefined,
  { nonceSecret, now }: ProofExpectation,
): number | null => {
  const present = windowAt(now)
  for (let window = present; window > present - windows; window -= 1) {
    if (nonce === nonceOf(nonceSecret, window)) return window
  }
  return null
}

/** The claim that does not fit this request; null when all do. */
const misfitOf = (
  { htm, htu, ath }: z.output<typeof Proof>,
  { method, origins, path, token }: ProofExpectation,
): ProofFault | null => {
  if (htm !== method) return 'htm is another method'
  if (!origins.some((origin) => htu === `${origin}${path}`)) return 'htu is another URL'
  return token === null || ath === sha256(token) ? null : 'ath does not match the token'
}

/**
 * Checks a DPoP proof (RFC 9449, 4.3). Its age is judged by our nonce, not by the visitor's clock.
 */
export const checkProof = (proof: string, expected: ProofExpectation): ProofOutcome => {
  if (proof.length > 4000) return invalid('longer than 4000 characters')
  const [header, payload, signature, rest] = proof.split('.')
  if (
    header === undefined ||
    payload === undefined ||
    signature === undefined ||
    rest !== undefined
  )
    return invalid('not a JWS with three parts')
  const key = keyOf(header)
  if (key === null) return invalid('header is not ES256 with a P-256 key')
  const claims = Proof.safeParse(decoded(payload))
  if (!claims.success) return invalid('claims are missing or malformed')
  const misfit = misfitOf(claims.data, expected)
  if (misfit !== null) return invalid(misfit)
  const genuine = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: key.key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!genuine) return invalid('wrong signature')
  const window = windowOf(claims.data.nonce, expected)
  if (window === null) return { kind: 'nonce' }
  return isReplay(window, key.thumbprint, claims.data.jti)
    ? invalid('already used')
    : { kind: 'valid', thumbprint: key.thumbprint }
}
