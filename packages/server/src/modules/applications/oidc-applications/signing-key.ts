import type { Context } from '../../../kit/context.ts'
import { replaceSigningKey } from '../../../platform/signing-keys/key-ring.ts'
import type { StoredApplication } from './oidc-applications.repository.ts'

type Algorithm = StoredApplication['id_token_algorithm']

/** The first client that wants RS256 brings the tenant its RSA key. */
export const ensureKey = async (ctx: Context, algorithm: Algorithm): Promise<void> => {
  if (algorithm === 'ES256') return
  const ring = await ctx.platform.keyRing.keysOf(ctx.tenant.id, 'oidc')
  if (ring.some((key) => key.active && key.algorithm === algorithm)) return
  await replaceSigningKey(ctx.platform, ctx.db, {
    tenantId: ctx.tenant.id,
    purpose: 'oidc',
    algorithm,
  })
}

/** A transaction that may bring a key: it signs with the next request, not when this node looks again. */
export const withItsKey = async <T>(
  ctx: Context,
  {
    idTokenSigningAlgorithm: algorithm = 'ES256',
  }: { readonly idTokenSigningAlgorithm?: Algorithm | undefined },
  work: (ctx: Context) => Promise<T>,
): Promise<T> => {
  const done = await ctx.transaction(work)
  if (algorithm !== 'ES256') ctx.platform.keyRing.readAnew(ctx.tenant.id, 'oidc')
  return done
}
