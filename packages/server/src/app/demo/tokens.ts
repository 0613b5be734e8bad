import type { Context } from '../../kit/context.ts'
import { accounts } from './directory.ts'

/** 160 bits, the same in every demonstration; the base32 form is what people type. */
export const knownSecret = Buffer.from('signet-demonstration')
export const tokenSecret = 'ONUWO3TFOQWWIZLNN5XHG5DSMF2GS33O'

/** An authenticator app for each account that is printed. */
export const insertTokens = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  const now = ctx.platform.clock.now()
  for (const [at, { userId }] of accounts.entries()) {
    const id = ctx.platform.ids.uuid()
    await ctx.db
      .insertInto('tokens')
      .values({
        tenant_id: ctx.tenant.id,
        id,
        serial: `DEMO-${String(at + 1).padStart(4, '0')}`,
        user_id: users.get(userId) ?? '',
        type: 'GOOGLE_AUTHENTICATOR',
        label: 'Demonstration',
        state: 'ACTIVE',
        algorithm: 'SHA1',
        digits: 6,
        period_seconds: 30,
        sealed_secret: await ctx.platform.secrets.seal(ctx.tenant.id, `token:${id}`, knownSecret),
        last_step: 0,
        enrolled_in: null,
        created_at: now,
        activated_at: now,
        last_used_at: null,
      })
      .execute()
  }
}
