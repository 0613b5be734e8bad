import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Payload } from '../tokens.repository.ts'

interface NewRequest {
  readonly tokenId: Buffer
  readonly userId: string
  readonly sealed: Buffer | null
}

/** Its row among tokens has to be written before, in the same flush. */
export const insertRequest = (
  { db, tenant, platform }: Context,
  { tokenId, userId, sealed }: NewRequest,
): CompiledQuery =>
  db
    .insertInto('oidc_sign_in_requests')
    .values({
      tenant_id: tenant.id,
      id: platform.ids.uuid(),
      token_id: tokenId,
      user_id: userId,
      sealed_notification: sealed,
    })
    .compile()

export interface WaitingRequest {
  readonly id: string
  readonly tokenId: Buffer
  readonly userId: string
  readonly payload: Payload
  readonly sealed: Buffer | null
}

/** Nobody has decided about it. */
const isOpen = sql<boolean>`not jsonb_exists_any(t.payload, array['grantId', 'error'])`

const most = 20

const waiting = ({ db, tenant, platform }: Context, userId: string) =>
  db
    .selectFrom('oidc_sign_in_requests as r')
    .innerJoin('oidc_tokens as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.token_id'),
    )
    .select(['r.id', 't.id as tokenId', 'r.user_id as userId', 't.payload'])
    .select('r.sealed_notification as sealed')
    .where('r.tenant_id', '=', tenant.id)
    .where('r.user_id', '=', userId)
    // The row stays a while longer, to tell that the time is over.
    .where(
      sql<boolean>`(t.payload ->> 'exp')::bigint > ${Math.floor(platform.clock.now().getTime() / 1000)}`,
    )
    .where(isOpen)

export const listWaiting = (ctx: Context, userId: string): Promise<WaitingRequest[]> =>
  waiting(ctx, userId).orderBy('r.id', 'desc').limit(most).execute()

export const findWaitingRequest = (
  ctx: Context,
  userId: string,
  id: string,
): Promise<WaitingRequest | undefined> =>
  waiting(ctx, userId).where('r.id', '=', id).executeTakeFirst()

/** Writes what became of a request that nobody has decided about; whether it was still so. */
export const decideRequest = async (
  { db, tenant }: Context,
  { tokenId }: WaitingRequest,
  { grantId = null, ...decision }: { readonly grantId?: string | null } & Payload,
): Promise<boolean> => {
  const added = { ...decision, ...(grantId === null ? {} : { grantId }) }
  const rows = await db
    .updateTable('oidc_tokens as t')
    .set({ grant_id: grantId, payload: sql<string>`t.payload || ${JSON.stringify(added)}::jsonb` })
    .where('t.tenant_id', '=', tenant.id)
    .where('t.id', '=', tokenId)
    .where(isOpen)
    .returning('t.id')
    .execute()
  return rows.length > 0
}

interface NewGrant {
  readonly id: string
  readonly userId: string
  readonly clientId: string
  readonly sessionId: string
  readonly payload: Payload
  readonly expiresAt: Date
}

export const insertRequestGrant = async (
  { db, tenant }: Context,
  { id, userId, clientId, sessionId, payload, expiresAt }: NewGrant,
): Promise<void> => {
  await db
    .insertInto('oidc_grants')
    .values({
      tenant_id: tenant.id,
      id,
      user_id: userId,
      client_id: clientId,
      session_id: sessionId,
      payload: JSON.stringify(payload),
      expires_at: expiresAt,
    })
    .execute()
}
