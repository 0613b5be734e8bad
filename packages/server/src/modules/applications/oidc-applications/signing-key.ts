import type { TokenAlgorithm } from '@signet/rules/applications'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { createSigningKey } from '../../../platform/signing-keys/key-ring.ts'

/** Whether the tenant has such a key, in the transaction at hand. */
const hasKey = async ({ db, tenant }: Context, algorithm: TokenAlgorithm): Promise<boolean> => {
  const row = await db
    .selectFrom('signing_keys')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('purpose', '=', 'oidc')
    .where('algorithm', '=', algorithm)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()
  return row !== undefined
}

/** The first client that wants an algorithm brings the tenant its key; several at once bring one. */
export const ensureKey = async (ctx: Context, algorithm: TokenAlgorithm): Promise<void> => {
  if (await hasKey(ctx, algorithm)) return
  const lock = `signing-key ${ctx.tenant.id} ${algorithm}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(ctx.db)
  if (await hasKey(ctx, algorithm)) return
  await createSigningKey(ctx.platform, ctx.db, {
    tenantId: ctx.tenant.id,
    purpose: 'oidc',
    algorithm,
  })
}

/** A transaction that may bring a key, which signs as soon as this has ended. */
export const withItsKey = async <T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => {
  // Part of a larger change, which reads the keys when it has ended.
  if (ctx.events !== null) return work(ctx)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const done = await ctx.transaction(work)
  await ctx.platform.keyRing.readAnew(ctx.tenant.id, 'oidc')
  return done
}
