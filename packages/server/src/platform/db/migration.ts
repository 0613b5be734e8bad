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
