import type { TestDatabase } from '../../../testing/database/test-database.ts'
import { rowDigest } from '../../platform/db/tenant-digest.ts'

const productTables = `select table_name as name from information_schema.columns
  where table_schema = 'public' and column_name = 'tenant_id' and table_name in
    (select relname from pg_class where relkind in ('r', 'p') and not relispartition)
  order by table_name`

const tables = new WeakMap<TestDatabase, Promise<readonly string[]>>()

const listTables = (testDatabase: TestDatabase): Promise<readonly string[]> =>
  testDatabase.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(productTables)
    return rows.map(({ name }) => name)
  })

const tablesOf = (testDatabase: TestDatabase): Promise<readonly string[]> => {
  const listed = tables.get(testDatabase) ?? listTables(testDatabase)
  tables.set(testDatabase, listed)
  return listed
}

interface Reading {
  /** Tells readings apart. */
  readonly name: string
  /** SQL of what is told of the rows `t` of a table. */
  readonly told: string
  readonly except: readonly string[]
}

/** One statement, prepared once for a connection: to plan it takes longer than to run it. */
const read = async (
  testDatabase: TestDatabase,
  tenantId: string,
  { name, told, except }: Reading,
): Promise<Record<string, string>> => {
  const wanted = (await tablesOf(testDatabase)).filter((table) => !except.includes(table))
  const text = wanted
    .map(
      (table) => `select '${table}' as name, ${told} as text from ${table} t where tenant_id = $1`,
    )
    .join(' union all ')
  return testDatabase.asOwner(async (owner) => {
    const statement = { name: [name, ...except].join(' '), text, values: [tenantId] }
    const { rows } = await owner.query<{ name: string; text: string }>(statement)
    return Object.fromEntries(rows.map((row) => [row.name, row.text]))
  })
}

/** Each row of each product table of a tenant, as text. */
export const stateOf = (testDatabase: TestDatabase, tenantId: string) =>
  read(testDatabase, tenantId, {
    name: 'texts',
    told: `coalesce(string_agg(t::text, E'\\n' order by t::text), '')`,
    except: [],
  })

/**
 * What two looks are compared by: how many rows each product table of a tenant has, and a hash over
 * them; tables that calls themselves touch left out.
 */
export const digestOf = (
  testDatabase: TestDatabase,
  tenantId: string,
  except: readonly string[] = [],
) =>
  read(testDatabase, tenantId, {
    name: 'digest',
    told: rowDigest,
    except,
  })
