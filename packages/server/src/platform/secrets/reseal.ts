import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import type { SealedColumn } from './sealed-columns.ts'

interface SealedValue {
  readonly key: string
  readonly sealed: Buffer
}

const batchSize = 400

interface Resealing {
  readonly db: TenantDb
  readonly tenantId: string
  readonly columns: readonly SealedColumn[]
  /** The id of the active data key. */
  readonly keyId: Buffer
  readonly again: (purpose: string, sealed: Buffer) => Promise<Buffer>
}

/** Values of a column under another key than the active one (its id: bytes 2 to 17). */
const listOutdated = async (
  { db, tenantId, keyId }: Resealing,
  column: SealedColumn,
): Promise<readonly SealedValue[]> => {
  const name = sql.ref(column.column)
  const { rows } = await sql<SealedValue>`
    select ${sql.ref(column.key)}::text as key, ${name} as sealed from ${sql.table(column.table)}
    where tenant_id = ${tenantId} and substring(${name} from 2 for 16) <> ${keyId}
    limit ${column.batch ?? batchSize}`.execute(db)
  return rows
}

interface Replacement extends SealedValue {
  readonly next: Buffer
}

/** Writes only over the values that were read: a change in between wins. */
const replace = (
  tenantId: string,
  column: SealedColumn,
  values: readonly Replacement[],
): RawBuilder<unknown> => sql`
  update ${sql.table(column.table)} t set ${sql.ref(column.column)} = v.next
  from unnest(${values.map(({ key }) => key)}::text[], ${values.map(({ sealed }) => sealed)}::bytea[],
    ${values.map(({ next }) => next)}::bytea[]) as v (key, sealed, next)
  where t.tenant_id = ${tenantId} and t.${sql.ref(column.key)}::text = v.key
    and t.${sql.ref(column.column)} = v.sealed`

/**
 * Brings a batch of values of the first column that has any under the active key, in one write.
 * Returns how many; 0 when every value is under it.
 */
export const resealBatch = async (work: Resealing): Promise<number> => {
  for (const column of work.columns) {
    const values = await listOutdated(work, column)
    if (values.length === 0) continue
    const replacements = values.map(async (value) => ({
      ...value,
      next: await work.again(column.purpose(value.key), value.sealed),
    }))
    await replace(work.tenantId, column, await Promise.all(replacements)).execute(work.db)
    return values.length
  }
  return 0
}
