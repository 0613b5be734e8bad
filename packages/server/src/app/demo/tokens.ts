import type { Context } from '../../kit/context.ts'
import { accounts } from './directory.ts'

/** 160 bits, the same in every demonstration; the base32 form is what people type. */
export const knownSecret = Buffer.from('signet-demonstration')
export const tokenSecret = 'ONUWO3TFOQWWIZLNN5XHG5DSMF2GS33O'

interface Held {
  readonly userId: string
  readonly serial: string
}

/** An authenticator app whose secret is known. */
export const insertApp = async (
  { db, tenant, platform }: Context,
  { userId, serial }: Held,
): Promise<void> => {
  const now = platform.clock.now()
  const id = platform.ids.uuid()
  await db
    .insertInto('tokens')
    .values({
      tenant_id: tenant.id,
      id,
      serial,
      user_id: userId,
      type: 'GOOGLE_AUTHENTICATOR',
      label: 'Demonstration',
      state: 'ACTIVE',
      algorithm: 'SHA1',
      digits: 6,
      period_seconds: 30,
      sealed_secret: await platform.secrets.seal(tenant.id, `token:${id}`, knownSecret),
      last_step: 0,
      enrolled_in: null,
      created_at: now,
      activated_at: now,
      last_used_at: null,
    })
    .execute()
}

/** An authenticator app for each account that is printed. */
export const insertTokens = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const [at, { userId }] of accounts.entries()) {
    const serial = `DEMO-${String(at + 1).padStart(4, '0')}`
    await insertApp(ctx, { userId: users.get(userId) ?? '', serial })
  }
}
