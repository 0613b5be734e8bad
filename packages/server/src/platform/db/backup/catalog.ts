import type { ClientBase } from 'pg'

/** A table with what there is to keep of it. */
export interface KeptTable {
  /** With its schema, quoted where needed. */
  readonly name: string
  readonly columns: readonly string[]
  /** Types in the order of the columns. */
  readonly types: readonly string[]
}

/**
 * Live processes, what the migrations themselves record, the library's own tables, and the copies of
 * archives that are open for reading stay behind.
 */
const leftBehind = [
  'migrations',
  'nodes',
  'leases',
  'request_counts',
  'archive_readings',
  'archived_events',
]

/** Of the job library only what still waits travels; its queues are made by migrations. */
export const jobTable = 'pgboss.job'

/**
 * Tables with their columns, partitioned ones as a whole. Generated columns are left out: the
 * database fills them.
 */
export const listKeptTables = async (owner: ClientBase): Promise<readonly KeptTable[]> => {
  const { rows } = await owner.query<KeptTable>(
    `select case when n.nspname = 'public' then format('public.%I', c.relname)
        else format('%I.%I', n.nspname, c.relname) end as name,
      array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' and c.relname <> all ($1::text[])
        or n.nspname = 'pgboss' and c.relname = 'job')
    group by n.nspname, c.relname order by n.nspname desc, c.relname`,
    [leftBehind],
  )
  return rows
}

/** Partitions of one month: `audit_events_2026_11`. */
export const listMonths = async (
  owner: ClientBase,
): Promise<{ parent: string; month: string }[]> => {
  const { rows } = await owner.query<{ parent: string; month: string }>(
    `select p.relname::text as parent, replace(right(c.relname, 7), '_', '-') || '-01' as month
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relname ~ ('^' || p.relname || '_[0-9]{4}_[0-9]{2}$')
    order by 1, 2`,
  )
  return rows
}

const hasTable = async (owner: ClientBase, name: string): Promise<boolean> => {
  const { rows } = await owner.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}

export const listApplied = async (owner: ClientBase): Promise<readonly string[]> => {
  if (!(await hasTable(owner, 'public.migrations'))) return []
  const { rows } = await owner.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}
