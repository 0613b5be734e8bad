import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/**
 * One change of somebody's ways in after the other, until the transaction ends: each finds what the
 * former has left. Whoever takes a password, a passkey or an account elsewhere away asks for it
 * before any row of these.
 */
export const holdWaysIn = async ({ db, tenant }: Context, userId: string): Promise<void> => {
  await sql`select 1 from users where tenant_id = ${tenant.id}::uuid and id = ${userId}::uuid
    for no key update`.execute(db)
}
