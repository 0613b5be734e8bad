import { sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import type { SealedColumn } from './sealed-columns.ts'

interface SealedValue {
  readonly key: string
  readonly sealed: Buffer
}

const batchSize = 200

/** Values of a column under another key than the given one (its id: bytes 2 to 17). */
const listOutdated = async (
  db: TenantDb,
  tenantId: string,
  { column, keyId }: { readonly column: SealedColumn; readonly keyId: Buffer },
): Promise<readonly SealedValue[]> => {
  const name = sql.ref(column.column)
  const { rows } = await sql<SealedValue>`
    select ${sql.ref(column.key)}::text as key, ${name} as sealed from ${sql.table(column.table)}
    where tenant_id = ${tenantId} and substring(${name} from 2 for 16) <> ${keyId}
    limit ${batchSize}`.execute(db)
  return rows
}

interface Replacement extends SealedValue {
  readonly column: SealedColumn
  readonly next: Buffer
}

/** Writes only over the value that was read: a change in between wins. */
const replace = async (
  db: TenantDb,
  tenantId: string,
  { column, key, sealed, next }: Replacement,
): Promise<void> => {
  const name = sql.ref(column.column)
  await sql`
    update ${sql.table(column.table)} set ${name} = ${next}
    where tenant_id = ${tenantId} and ${sql.ref(column.key)}::text = ${key} and ${name} = ${sealed}
  `.execute(db)
}

export interface Resealing {
  readonly db: TenantDb
  readonly tenantId: string
  readonly columns: readonly SealedColumn[]
  /** The id of the active data key. */
  readonly keyId: Buffer
  readonly again: (purpose: string, sealed: Buffer) => Promise<Buffer>
}

/** Brings every value under the active key, batch by batch. Returns how many were sealed again. */
export const resealColumns = async (work: Resealing): Promise<number> => {
  const { db, tenantId, keyId } = work
  let count = 0
  for (const column of work.columns) {
    let values = await listOutdated(db, tenantId, { column, keyId })
    while (values.length > 0) {
      for (const value of values) {
        const next = await work.again(column.purpose(value.key), value.sealed)
        await replace(db, tenantId, { column, ...value, next })
      }
      count += values.length
      values = await listOutdated(db, tenantId, { column, keyId })
    }
  }
  return count
}
