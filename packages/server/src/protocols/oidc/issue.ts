import { sign } from 'node:crypto'
import type { Context } from '../../kit/context.ts'
import type { SigningKey } from '../../platform/signing-keys/key-ring.ts'
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
  readonly alg?: SigningKey['algorithm']
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
  const signature = sign('sha256', Buffer.from(input), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${input}.${signature.toString('base64url')}`
}
