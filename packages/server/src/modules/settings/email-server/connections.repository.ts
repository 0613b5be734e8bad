import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { EmailConnectionRow } from '../../../platform/db/schema/email.ts'

export type StoredConnection = Selectable<EmailConnectionRow>

export const insertConnection = (
  ctx: Context,
  row: Omit<Insertable<EmailConnectionRow>, 'tenant_id'>,
): Promise<StoredConnection> =>
  ctx.db
    .insertInto('email_connections')
    .values({ ...row, tenant_id: ctx.tenant.id })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findConnection = (ctx: Context, id: string): Promise<StoredConnection | undefined> =>
  ctx.db
    .selectFrom('email_connections')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()

interface Taken {
  readonly stateHash: Buffer
  readonly sessionId: string
  readonly now: Date
}

/** Uses a connection's state up, in one statement: of many at once one gets it. */
export const takeConnection = (
  ctx: Context,
  { stateHash, sessionId, now }: Taken,
): Promise<StoredConnection | undefined> =>
  ctx.db
    .updateTable('email_connections')
    .set({ state: 'FAILED' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('state_hash', '=', stateHash)
    .where('session_id', '=', sessionId)
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const endConnection = (
  ctx: Context,
  id: string,
  end: { readonly state: 'CONNECTED' | 'FAILED'; readonly reason: string | null },
): Promise<StoredConnection> =>
  ctx.db
    .updateTable('email_connections')
    .set(end)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
