import { randomBytes, randomUUID } from 'node:crypto'
import { type ClientBase, escapeIdentifier } from 'pg'
import type { TestDatabase } from './test-database.ts'

interface Column {
  readonly name: string
  readonly type: string
}

interface Reference {
  readonly columns: readonly string[]
  readonly target: string
  readonly target_columns: readonly string[]
}

interface Table {
  readonly name: string
  /** Those that are never null and have no default. */
  readonly needed: readonly Column[]
  readonly references: readonly Reference[]
  /** Definitions of the checks. */
  readonly checks: readonly string[]
}

/** Parents before children: the other way round than rows are deleted. */
const tablesQuery = `
  select o.name,
    coalesce((select json_agg(json_build_object('name', i.column_name, 'type', i.data_type))
      from information_schema.columns i where i.table_schema = 'public' and i.table_name = o.name
        and i.is_nullable = 'NO' and i.column_default is null and i.is_generated = 'NEVER'), '[]') as needed,
    coalesce((select json_agg(json_build_object(
        'columns', (select json_agg(a.attname order by k.place) from unnest(f.conkey) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number),
        'target', f.confrelid::regclass::text,
        'target_columns', (select json_agg(a.attname order by k.place) from unnest(f.confkey) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number)))
      from pg_constraint f where f.contype = 'f' and f.conrelid = o.name::regclass), '[]') as references,
    coalesce((select json_agg(pg_get_constraintdef(c.oid)) from pg_constraint c
      where c.contype = 'c' and c.conrelid = o.name::regclass), '[]') as checks
  from tenant_table_order() with ordinality o(name, place)
  where o.name not in ('pgboss.job', 'tenants', 'tenant_deletions')
  order by o.place desc`

/** Some value of a type, different each time where it may be a key. */
const someValue = (type: string): unknown => {
  const values: Record<string, unknown> = {
    uuid: randomUUID(),
    text: randomUUID(),
    bytea: randomBytes(32),
    jsonb: '{}',
    boolean: false,
    ARRAY: '{}',
    bit: '0'.repeat(96),
    date: new Date(),
    'timestamp with time zone': new Date(),
  }
  return values[type] ?? 1
}

/** The first value that a check of a list allows, by column. */
const allowedOf = ({ checks }: Table): Readonly<Record<string, string>> =>
  Object.fromEntries(
    checks.flatMap((check) => {
      const [, column, value] = /\(\(?(\w+) = ANY \(ARRAY\['([^']*)'/.exec(check) ?? []
      return column === undefined || value === undefined ? [] : [[column, value]]
    }),
  )

/** What else a check demands: these are in stock. */
const fitting: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  grids: { state: 'UNASSIGNED' },
  tokens: { state: 'UNASSIGNED' },
  isolation_settings: { interval_hours: '24' },
  support_grants: { ended_at: '2026-11-30T08:00:00Z' },
}

const referred = async (owner: ClientBase, tenantId: string, { needed, references }: Table) => {
  const row: Record<string, unknown> = {}
  const isNeeded = (name: string) => needed.some((column) => column.name === name)
  for (const { columns, target, target_columns: names } of references) {
    if (!columns.every(isNeeded)) continue
    const { rows } = await owner.query<Record<string, unknown>>(
      `select ${names.map(escapeIdentifier).join()} from ${target} where tenant_id = $1 limit 1`,
      [tenantId],
    )
    columns.forEach((column, at) => {
      row[column] = rows[0]?.[names[at] ?? '']
    })
  }
  return row
}

const insert = async (owner: ClientBase, tenantId: string, table: Table): Promise<void> => {
  const values: Record<string, unknown> = {
    ...Object.fromEntries(table.needed.map(({ name, type }) => [name, someValue(type)])),
    ...allowedOf(table),
    ...fitting[table.name],
    ...(await referred(owner, tenantId, table)),
    tenant_id: tenantId,
  }
  const names = Object.keys(values)
  await owner.query(
    `insert into ${escapeIdentifier(table.name)} (${names.map(escapeIdentifier).join()})
      values (${names.map((_, at) => `$${at + 1}`).join()})`,
    names.map((name) => values[name]),
  )
}

/** Writes a row of a tenant into each table. Returns the tables whose rules it does not fit. */
export const fillTables = (
  { asOwner }: Pick<TestDatabase, 'asOwner'>,
  tenantId: string,
): Promise<readonly string[]> =>
  asOwner(async (owner) => {
    const unfilled: string[] = []
    const { rows: tables } = await owner.query<Table>(tablesQuery)
    await owner.query('begin')
    await owner.query(`select set_config('app.tenant', $1, true)`, [tenantId])
    for (const table of tables) {
      await owner.query('savepoint before')
      try {
        await insert(owner, tenantId, table)
      } catch (error) {
        await owner.query('rollback to before')
        unfilled.push(`${table.name}: ${error instanceof Error ? error.message : 'unknown'}`)
      }
    }
    await owner.query('commit')
    return unfilled
  })

/** How many rows of a tenant each table has, where there are any; found without the product's list. */
export const countTables = (
  { asOwner }: Pick<TestDatabase, 'asOwner'>,
  tenantId: string,
): Promise<Readonly<Record<string, number>>> =>
  asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select i.table_name as name from information_schema.columns i
        join pg_class c on c.oid = format('public.%I', i.table_name)::regclass
        where i.table_schema = 'public' and i.column_name = 'tenant_id'
          and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await owner.query<{ count: number }>(
        `select count(*)::integer as count from ${escapeIdentifier(name)} where tenant_id = $1`,
        [tenantId],
      )
      if ((rows[0]?.count ?? 0) > 0) counts[name] = rows[0]?.count ?? 0
    }
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::integer as count from pgboss.job where group_id = $1',
      [tenantId],
    )
    if ((rows[0]?.count ?? 0) > 0) counts['pgboss.job'] = rows[0]?.count ?? 0
    return counts
  })
