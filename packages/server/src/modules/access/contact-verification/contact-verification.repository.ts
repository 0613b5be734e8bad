import { type Selectable, sql } from 'kysely'
import { type Context, signedInUser } from '../../../kit/context.ts'
import type { ContactChallengeRow } from '../../../platform/db/schema/access.ts'

export type StoredChallenge = Selectable<ContactChallengeRow>

export interface Subject {
  /** VERIFY proves what is there, CHANGE what is to be. */
  readonly purpose: 'VERIFY' | 'CHANGE'
  readonly attribute: string
}

/** Wrong codes that one challenge bears. */
const mostTries = 5

/**
 * Keeps what this session wants to prove, and returns the id of its code: the last one while the
 * value is the same, so that asking again neither forgets wrong answers nor sends too often.
 */
export const keepChallenge = async (
  ctx: Context,
  { purpose, attribute }: Subject,
  { value, expiresAt }: { readonly value: string | null; readonly expiresAt: Date },
): Promise<string> => {
  const { id: userId, sessionId } = signedInUser(ctx)
  const now = ctx.platform.clock.now()
  const { rows } = await sql<{ id: string }>`
    insert into contact_challenges as c
      (tenant_id, session_id, purpose, attribute, id, user_id, value, expires_at)
    values (${ctx.tenant.id}::uuid, ${sessionId}::uuid, ${purpose}, ${attribute},
      ${ctx.platform.ids.uuid()}::uuid, ${userId}::uuid, ${value}, ${expiresAt})
    on conflict (tenant_id, session_id, purpose, attribute) do update set
      id = case when c.value is not distinct from excluded.value and c.expires_at > ${now}
        then c.id else excluded.id end,
      tries = case when c.value is not distinct from excluded.value and c.expires_at > ${now}
        then c.tries else 0 end,
      value = excluded.value,
      expires_at = case when c.value is not distinct from excluded.value and c.expires_at > ${now}
        then c.expires_at else excluded.expires_at end
    returning id`.execute(ctx.db)
  return rows[0]?.id ?? ''
}

/** Counts a try before it is judged, whatever comes of it; nothing when there are none left. */
export const takeTry = (
  ctx: Context,
  { purpose, attribute }: Subject,
): Promise<StoredChallenge | undefined> =>
  ctx.db
    .updateTable('contact_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('session_id', '=', signedInUser(ctx).sessionId)
    .where('purpose', '=', purpose)
    .where('attribute', '=', attribute)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', ctx.platform.clock.now())
    .returningAll()
    .executeTakeFirst()

export const forgetChallenge = async (ctx: Context, { id }: StoredChallenge): Promise<void> => {
  await ctx.db
    .deleteFrom('contact_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('session_id', '=', signedInUser(ctx).sessionId)
    .where('id', '=', id)
    .execute()
}
