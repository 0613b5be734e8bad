import { sql } from 'kysely'
import type { TenantDb } from './database.ts'
import type { Tables } from './schema.ts'

/** A table of which a tenant may have so many rows: each has a lock. */
export type Limited = keyof Tables

interface Bound {
  readonly db: TenantDb
  readonly tenant: { readonly id: string }
}

/** What a user may have so many of. */
export type LimitedPerUser = 'desktops' | 'grids' | 'tokens'

/**
 * Before what there is of it is counted and one more is added: of several at once in the tenant,
 * each counts what the one before has added. Held until the transaction ends.
 */
export const lockLimit = async ({ db, tenant }: Bound, table: Limited): Promise<void> => {
  // With hyphens, as a former release that still runs beside this one takes it.
  const key = `limit ${table.replaceAll('_', '-')} ${tenant.id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** Takes the lock of the table. @returns whether the tenant has fewer rows than these in it */
export const hasRoom = async (bound: Bound, table: Limited, most: number): Promise<boolean> => {
  await lockLimit(bound, table)
  const { rows } = await sql<{ count: string }>`
    select count(*) from ${sql.table(table)} where tenant_id = ${bound.tenant.id}`.execute(bound.db)
  return Number(rows[0]?.count) < most
}

/**
 * The same for what each of these users has. They are locked in the order of their ids: two who lock
 * several users do not wait for each other forever.
 */
export const lockLimitOf = async (
  { db }: Pick<Bound, 'db'>,
  what: LimitedPerUser,
  userIds: readonly string[],
): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`${what} of `}::text || o.id, 0))
    from (select id from unnest(${userIds}::text[]) u (id) order by id) o`.execute(db)
}
