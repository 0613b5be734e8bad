import { constants, hash, type KeyObject, sign } from 'node:crypto'
import type { TokenAlgorithm } from '@signet/rules/applications'
import type { Context } from '../../kit/context.ts'
import { mountPath } from './mount-path.ts'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** A token's value: 256 random bits. */
export const newValue = (ctx: Context): string => ctx.platform.ids.random(32).toString('base64url')

/**
 * RFC 9068, section 2.1; Back-Channel Logout 1.0, section 2.4; an ID token names no type, as the
 * library has it. Signed by ES256 where nothing else is named.
 */
interface Type {
  readonly typ?: 'at+jwt' | 'logout+jwt'
  readonly alg?: TokenAlgorithm
}

/** The hash of an algorithm; Ed25519 signs the message, and hashes it with SHA-512 (RFC 8032). */
const digestOf = (alg: TokenAlgorithm): 'sha256' | 'sha384' | 'sha512' => {
  if (alg.endsWith('256')) return 'sha256'
  return alg.endsWith('384') ? 'sha384' : 'sha512'
}

/** RFC 7518, sections 3.3 to 3.5; RFC 8037, section 3.1. */
const keyFor = (alg: TokenAlgorithm, key: KeyObject) => ({
  key,
  dsaEncoding: 'ieee-p1363' as const,
  ...(alg.startsWith('PS')
    ? {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }
    : {}),
})

/** In libuv's threads where it is RSA: a signature takes a millisecond that others need not wait. */
const signatureOf = (alg: TokenAlgorithm, data: Buffer, privateKey: KeyObject): Promise<Buffer> => {
  const digest = alg === 'EdDSA' ? null : digestOf(alg)
  const key = keyFor(alg, privateKey)
  if (privateKey.asymmetricKeyType !== 'rsa') return Promise.resolve(sign(digest, data, key))
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  sign(digest, data, key, (error, signature) =>
    error === null ? resolve(signature) : reject(error),
  )
  return promise
}

/** A JWT of this tenant's issuer (RFC 7515, RFC 7519); null while it has no such key. */
export const signJwt = async (
  ctx: Context,
  type: Type,
  claims: Readonly<Record<string, unknown>>,
): Promise<string | null> => {
  const keys = await ctx.platform.keyRing.keysOf(ctx.tenant.id, 'oidc')
  const { alg = 'ES256' } = type
  const key = keys.find(({ active, algorithm }) => active && algorithm === alg)
  if (key === undefined) return null
  const issued = { ...claims, iss: `${ctx.tenant.publicUrl}${mountPath}` }
  const input = `${encoded({ alg, ...type, kid: key.id })}.${encoded(issued)}`
  const signature = await signatureOf(alg, Buffer.from(input), key.privateKey)
  return `${input}.${signature.toString('base64url')}`
}

/** `at_hash` (OpenID Connect Core 1.0, section 3.1.3.6): the left half of the hash. */
export const halfHash = (alg: TokenAlgorithm, value: string): string => {
  const whole = hash(digestOf(alg), value, 'buffer')
  return whole.subarray(0, whole.length / 2).toString('base64url')
}
