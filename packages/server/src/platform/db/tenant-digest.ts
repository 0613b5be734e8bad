import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from './database.ts'

/** Every table with rows of tenants; a new one is among them by itself. */
const tenantTables = `select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and has_table_privilege(c.oid, 'select')
  order by c.relname`

/** SQL that reads how many rows `t` of a table there are, and a hash over them that no order changes. */
export const rowDigest = `count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)`

/** What of a table is in the digest; all of it unless given. */
export interface TablePart {
  /** Columns that are left out. */
  readonly without: readonly string[]
  /** Rows `t`; all of the tenant unless given. */
  readonly only?: RawBuilder<unknown>
}

const whole: TablePart = { without: [] }

const partOf = (table: string, tenantId: string, { without, only }: TablePart) => {
  const row = without.length === 0 ? sql`t` : sql`(to_jsonb(t) - ${[...without]}::text[])`
  return sql`
    select ${sql.lit(table)} as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(${row}::text, 0)), 0) as text
    from ${sql.table(table)} t where t.tenant_id = ${tenantId}::uuid and ${only ?? sql`true`}`
}

/** A digest over the rows of a tenant that the role of this connection may read, by table. */
export const tenantDigest = async (
  db: TenantDb,
  tenantId: string,
  parts: ReadonlyMap<string, TablePart>,
): Promise<ReadonlyMap<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`${sql.raw(tenantTables)}`.execute(db)
  const digests = tables.map(({ name }) => partOf(name, tenantId, parts.get(name) ?? whole))
  const { rows } = await sql<{ name: string; text: string }>`
    ${sql.join(digests, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, text }) => [name, text]))
}
