import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tables } from '../src/platform/db/schema.ts'
import type { TestApp } from './test-app.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly needed: boolean
}

const columnsOf = ({ testDatabase }: TestApp, table: string): Promise<readonly Column[]> =>
  testDatabase.asOwner(async (owner) => {
    const { rows } = await owner.query<Column>(
      `select column_name as name, data_type as type,
         is_nullable = 'NO' and column_default is null as needed
       from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    return rows
  })

/** Some value of a type, different each time where it may be a key. */
const someValue = (type: string, now: Date): unknown => {
  const values: Record<string, unknown> = {
    uuid: randomUUID(),
    text: randomUUID(),
    bytea: randomBytes(32),
    jsonb: '{}',
    boolean: false,
    'timestamp with time zone': now,
  }
  return values[type] ?? 1
}

export type FilledRow = Readonly<Record<string, unknown>>

interface Wanted {
  readonly given: FilledRow
  /** Values of columns, where the table demands these. */
  readonly demanded?: FilledRow
}

/** Writes a row of the test's tenant with what the table demands; `given` beside it. */
export const insertFilled = async (
  test: TestApp,
  table: keyof Tables,
  { given, demanded = {} }: Wanted,
): Promise<FilledRow> => {
  const now = test.clock.now()
  const filled = (await columnsOf(test, table))
    .filter(({ name, needed }) => needed && !(name in given))
    .map(({ name, type }) => [name, demanded[name] ?? someValue(type, now)])
  const row: FilledRow = { ...Object.fromEntries(filled), tenant_id: test.tenant.id, ...given }
  const names = Object.keys(row)
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => row[name]))})`.execute(test.ctx.db)
  return row
}
