import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/**
 * Whether somebody can begin a sign-in by something of their own: a password, a passkey that is
 * switched on, or an account elsewhere. Part of a transaction that holds their ways in.
 */
export const hasWayIn = async ({ db, tenant }: Context, userId: string): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select (
    exists (select 1 from passwords where tenant_id = ${tenant.id}::uuid and user_id = ${userId}::uuid)
    or exists (select 1 from fido_credentials where tenant_id = ${tenant.id}::uuid
      and user_id = ${userId}::uuid and state = 'ACTIVE')
    or exists (select 1 from linked_identities where tenant_id = ${tenant.id}::uuid
      and user_id = ${userId}::uuid)) as has`.execute(db)
  return rows[0]?.has === true
}
