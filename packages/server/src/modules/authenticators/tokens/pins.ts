import { timingSafeEqual } from 'node:crypto'
import { parseSuite, pinDigest } from '@signet/algorithms/ocra'
import type { Context } from '../../../kit/context.ts'
import type { StoredToken } from './tokens.repository.ts'

const hmacOf = (ctx: Context, id: string, pin: string): Promise<Buffer> =>
  ctx.platform.secrets.hmac(ctx.tenant.id, `token-pin:${id}`, pin)

const sealPurpose = (id: string): string => `token-pin:${id}`

/** How a token keeps a PIN: as what stands before its codes, or as what it signs with them. */
export const storedPin = async (
  ctx: Context,
  { id, ocra_suite }: Pick<StoredToken, 'id' | 'ocra_suite'>,
  pin: string | null,
): Promise<Pick<StoredToken, 'pin_hmac' | 'sealed_pin'>> => {
  if (pin === null) return { pin_hmac: null, sealed_pin: null }
  const hash = ocra_suite === null ? null : (parseSuite(ocra_suite)?.pinHash ?? null)
  if (hash === null) return { pin_hmac: await hmacOf(ctx, id, pin), sealed_pin: null }
  const digest = pinDigest(hash, pin)
  const sealed_pin = await ctx.platform.secrets.seal(ctx.tenant.id, sealPurpose(id), digest)
  return { pin_hmac: null, sealed_pin }
}

/** The PIN's digest, for suites that sign it; undefined where none is set. */
export const signedPin = async (ctx: Context, token: StoredToken): Promise<Buffer | undefined> =>
  token.sealed_pin === null
    ? undefined
    : ctx.platform.secrets.open(ctx.tenant.id, sealPurpose(token.id), token.sealed_pin)

/** What follows the PIN; null for a wrong one. Without a PIN the whole is the code. */
export const withoutPin = async (
  ctx: Context,
  { id, digits, pin_hmac }: StoredToken,
  typed: string,
): Promise<string | null> => {
  if (pin_hmac === null) return typed
  const at = Math.max(0, typed.length - digits)
  const given = await hmacOf(ctx, id, typed.slice(0, at))
  return timingSafeEqual(given, pin_hmac) ? typed.slice(at) : null
}
