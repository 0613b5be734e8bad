import type { TestDatabase } from '../../../testing/database/test-database.ts'
import { modules } from '../../app/modules.ts'
import { platformModule } from '../../app/platform.module.ts'
import type { Module } from '../../kit/module.ts'

const records: readonly Module[] = [platformModule, ...Object.values(modules).flat()]

/** Columns whose values let their reader in, or would after a search through short values. */
export const secretColumns: readonly string[] = records.flatMap((each) => each.secretColumns ?? [])

/** Columns that look like secrets by type or name, and are none. */
export const openColumns: readonly string[] = records.flatMap((each) => each.openColumns ?? [])

/** Columns that are to be found in one of the two lists above; `name_key` is a name in lower case. */
export const suspiciousColumns = ({ asOwner }: TestDatabase): Promise<string[]> =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
       join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p') and not t.relispartition
       where c.table_schema = 'public' and (c.data_type = 'bytea' or (c.data_type = 'text'
         and c.column_name ~ 'hash|secret|password|token|key|seal|hmac|nonce|cookie|credential$'
         and c.column_name <> 'name_key'))`,
    )
    return rows.map(({ name }) => name)
  })

/** Secret columns that hold nothing in any row. */
export const emptyColumns = ({ asOwner }: TestDatabase): Promise<string[]> =>
  asOwner(async (owner) => {
    const empty: string[] = []
    for (const column of secretColumns) {
      const [table, name] = column.split('.')
      const { rowCount } = await owner.query(
        `select from ${table} where ${name} is not null limit 1`,
      )
      if (rowCount === 0) empty.push(column)
    }
    return empty
  })

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (!Buffer.isBuffer(value)) return []
  const encoded = [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
  return [...encoded, [...value].join(',')]
}

/** What the secret columns of all tenants hold, as it would look in a text. */
export const storedSecrets = ({ asOwner }: TestDatabase): Promise<Set<string>> =>
  asOwner(async (owner) => {
    const found = new Set<string>()
    for (const column of secretColumns) {
      const [table, name] = column.split('.')
      const { rows } = await owner.query<{ value: unknown }>(
        `select distinct ${name} as value from ${table} where ${name} is not null`,
      )
      for (const { value } of rows) for (const text of textsOf(value)) found.add(text)
    }
    return found
  })
