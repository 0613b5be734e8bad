import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/**
 * Whether the user whose id is `column` can begin a sign-in by something of their own: a password, a
 * passkey that is switched on, or an account elsewhere.
 */
export const isWayIn = (tenantId: string, column: string) => {
  const user = sql.ref(column)
  return sql<SqlBool>`(
    exists (select 1 from passwords p where p.tenant_id = ${tenantId}::uuid and p.user_id = ${user})
    or exists (select 1 from fido_credentials f where f.tenant_id = ${tenantId}::uuid
      and f.user_id = ${user} and f.state = 'ACTIVE')
    or exists (select 1 from linked_identities i where i.tenant_id = ${tenantId}::uuid
      and i.user_id = ${user}))`
}

/** Those of the users who have a way in. Part of a transaction that holds them. */
export const findWithWayIn = async (
  { db, tenant }: Context,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.tenant_id = ${tenant.id}::uuid
      and u.id = any (${userIds}::uuid[]) and ${isWayIn(tenant.id, 'u.id')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a user has a way in. Part of a transaction that holds their ways in. */
export const hasWayIn = async (ctx: Context, userId: string): Promise<boolean> =>
  (await findWithWayIn(ctx, [userId])).has(userId)
