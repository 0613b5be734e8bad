import { createHash } from 'node:crypto'
import { type Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SignUpRow } from '../../../platform/db/schema/access.ts'

export type StoredSignUp = Selectable<SignUpRow>

/** What a link bears: somebody with a mailbox may not try out which user ids are taken. */
const mostTries = 20

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

interface NewSignUp
  extends Pick<
    StoredSignUp,
    'email' | 'first_name' | 'last_name' | 'locale' | 'terms_url' | 'known' | 'expires_at'
  > {
  readonly token: string
}

export const insertSignUp = async (ctx: Context, { token, ...given }: NewSignUp): Promise<void> => {
  await ctx.db
    .insertInto('sign_ups')
    .values({
      ...given,
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      token_hash: hashOf(token),
      created_at: ctx.platform.clock.now(),
    })
    .execute()
}

/** A sign-up whose link may still be used; undefined for any other. */
export const findSignUp = (ctx: Context, token: string): Promise<StoredSignUp | undefined> =>
  ctx.db
    .selectFrom('sign_ups')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', hashOf(token))
    .where('known', '=', false)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', ctx.platform.clock.now())
    .executeTakeFirst()

/** Counts a try before it is judged; undefined when there are none left. */
export const takeTry = (ctx: Context, token: string): Promise<StoredSignUp | undefined> =>
  ctx.db
    .updateTable('sign_ups')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', hashOf(token))
    .where('known', '=', false)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', ctx.platform.clock.now())
    .returningAll()
    .executeTakeFirst()

/** Uses a link up, and with it whatever else waits for the same mailbox. False when it was used. */
export const useSignUp = async (ctx: Context, { id, email }: StoredSignUp): Promise<boolean> => {
  const used = await ctx.db
    .deleteFrom('sign_ups')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returning('id')
    .execute()
  await ctx.db
    .deleteFrom('sign_ups')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('email', '=', email)
    .execute()
  return used.length > 0
}

export const waiting = (ctx: Context) =>
  ctx.db
    .selectFrom('sign_ups')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('known', '=', false)
    .where('expires_at', '>', ctx.platform.clock.now())

export const removeWaiting = (ctx: Context, id: string): Promise<StoredSignUp | undefined> =>
  ctx.db
    .deleteFrom('sign_ups')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('known', '=', false)
    .returningAll()
    .executeTakeFirst()
