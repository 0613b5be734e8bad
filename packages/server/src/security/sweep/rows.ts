import type { Context } from '../../kit/context.ts'
import { tokens } from '../../modules/authenticators/tokens/index.ts'
import { startSession } from '../../modules/tenancy/sessions/index.ts'
import { buildUser } from '../../testing/builders.ts'

/** A session of a new user. */
export const buildSessionOf = async (ctx: Context): Promise<{ id: string }> => {
  const user = await buildUser(ctx)
  const started = await ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: [],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return { id: started.sessionId }
}

/** A token that has just been made. */
export const buildTotp = async (ctx: Context, userId: string) => {
  const made = await ctx.transaction((ctx) =>
    tokens.create(ctx, { userId, type: 'GOOGLE_AUTHENTICATOR' }),
  )
  return { id: made.id, serial: made.serial, userId }
}

/** A passkey whose key nobody holds. */
export const buildPasskey = async (ctx: Context, userId: string): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('fido_credentials')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      user_id: userId,
      credential_id: ctx.platform.ids.random(16).toString('base64url'),
      public_key: ctx.platform.ids.random(77),
      counter: 0,
      aaguid: '00000000-0000-0000-0000-000000000000',
      transports: '[]',
      name: 'Passkey',
      state: 'ACTIVE',
      rp_id: 'localhost',
      attestation_format: 'none',
      device_type: 'singleDevice',
      backed_up: false,
      user_verified: true,
      created_at: ctx.platform.clock.now(),
      last_used_at: null,
    })
    .execute()
  return id
}

/** A completed job of a user. */
export const buildJob = async (
  ctx: Context,
  { kind, ownerId }: { readonly kind: string; readonly ownerId: string },
): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('async_jobs')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      kind,
      owner_id: ownerId,
      state: 'COMPLETED',
      result: JSON.stringify({
        results: [],
        paging: { limit: 50, total: 0, estimated: false, nextCursor: null, prevCursor: null },
      }),
      error_code: null,
      submitted_at: now,
      completed_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute()
  return id
}
