import type { TestDatabase } from '../../platform/db/test-database.ts'

const productTables = `select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'tenant_id' and table_name in
    (select relname from pg_class where relkind in ('r', 'p') and not relispartition)
  order by table_name`

const textsOf = (table: string): string =>
  `select '${table}' as name, coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text
   from ${table} t where tenant_id = $1`

/** Each row of each product table of a tenant, as text; tables that calls themselves touch left out. */
export const stateOf = (
  { asOwner }: TestDatabase,
  tenantId: string,
  except: readonly string[] = [],
): Promise<Record<string, string>> =>
  asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(productTables)
    const wanted = tables.map(({ name }) => name).filter((name) => !except.includes(name))
    const { rows } = await owner.query<{ name: string; text: string }>(
      wanted.map(textsOf).join(' union all '),
      [tenantId],
    )
    return Object.fromEntries(rows.map(({ name, text }) => [name, text]))
  })
