import { hash, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { parsedJson } from '../../../platform/json.ts'

/** What a session token says (RFC 7519); `cnf.jkt` binds it to a DPoP key (RFC 9449, 6.1). */
const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  sid: z.uuid(),
  tid: z.uuid(),
  iat: z.number(),
  exp: z.number(),
  cnf: z.object({ jkt: z.string() }).optional(),
})
export type SessionClaims = z.output<typeof Claims>

const Header = z.object({ alg: z.literal('ES256'), kid: z.string(), typ: z.literal('session+jwt') })

interface TokenKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jose = { dsaEncoding: 'ieee-p1363' } as const

/** A compact JWS with ES256 (RFC 7515; RFC 7518, 3.4). */
export const signSessionToken = (key: TokenKey, claims: SessionClaims): string => {
  const input = `${encoded({ alg: 'ES256', typ: 'session+jwt', kid: key.id })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, ...jose })
  return `${input}.${signature.toString('base64url')}`
}

const decoded = (part: string): unknown => parsedJson(Buffer.from(part, 'base64url'))

/** Checked tokens by their SHA-256: the signature is verified once, the row behind it always. */
const verified = boundedCache<SessionClaims>(50_000)

/** What is wrong with a session token, for the log and the audit log. */
type TokenFault =
  | 'longer than 4000 characters'
  | 'not a JWS with three parts'
  | 'unknown signing key'
  | 'wrong signature'
  | 'claims are missing or malformed'

/** The claims of a token signed by one of `keys`, or its fault. Does not check its times. */
export const verifySessionToken = (
  token: string,
  keys: readonly TokenKey[],
): SessionClaims | TokenFault => {
  if (token.length > 4000) return 'longer than 4000 characters'
  const digest = hash('sha256', token, 'base64')
  const known = verified.get(digest)
  if (known !== undefined) return known
  const [header, payload, signature, rest] = token.split('.')
  if (
    header === undefined ||
    payload === undefined ||
    signature === undefined ||
    rest !== undefined
  )
    return 'not a JWS with three parts'
  const head = Header.safeParse(decoded(header))
  const key = head.success ? keys.find(({ id }) => id === head.data.kid) : undefined
  if (key === undefined) return 'unknown signing key'
  const genuine = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: key.publicKey, ...jose },
    Buffer.from(signature, 'base64url'),
  )
  if (!genuine) return 'wrong signature'
  const claims = Claims.safeParse(decoded(payload))
  if (!claims.success) return 'claims are missing or malformed'
  verified.set(digest, claims.data)
  return claims.data
}
