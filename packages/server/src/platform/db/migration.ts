/** One step of the schema. Append-only: a migration that has landed is never changed. */
export interface Migration {
  /** SQL run by the owner role, in order, in one transaction. */
  readonly statements: readonly string[]
}

const tenantIs = `tenant_id = nullif(current_setting('app.tenant', true), '')::uuid`

/**
 * Row-level security and grants of one product table: a row is seen and written only under
 * its own tenant. Partitioned tables: call it for each partition too.
 */
export const tenantTable = (name: string): readonly string[] => [
  `alter table ${name} enable row level security`,
  `create policy tenant on ${name} using (${tenantIs}) with check (${tenantIs})`,
  `grant select, insert, update, delete on ${name} to signet_runtime`,
]

/**
 * The partition of a table for one month, with row-level security of its own. At run time the
 * same is asked with `select ensure_month_partition(table, month)`.
 * @param month any day of it, as YYYY-MM-DD, at most two years away
 */
export const monthPartition = (table: string, month: string): readonly string[] => [
  `select ensure_month_partition('${table}', '${month}')`,
]
