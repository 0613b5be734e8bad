import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { rowInsertion } from './row-insertion.ts'

interface Probe {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
  readonly name_key: string
  readonly role_type: string
  readonly description: string | null
  readonly super_administrator: boolean
  readonly group_ids: readonly string[]
  readonly created_at: Date
}

/** As rows of a table that has columns of every kind and defaults for the others. */
const insertion = rowInsertion<Probe>('roles', {
  tenant_id: 'uuid',
  id: 'uuid',
  name: 'text',
  name_key: 'text',
  role_type: 'text',
  description: 'text',
  super_administrator: 'boolean',
  created_at: 'timestamptz',
})

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const rowOf = (name: string, change: Partial<Probe> = {}): Probe => ({
  tenant_id: test.tenant.id,
  id: test.platform.ids.uuid(),
  name,
  name_key: `probe ${name}`,
  role_type: 'ADMIN',
  description: null,
  super_administrator: false,
  group_ids: [],
  created_at: new Date('2026-03-29T01:30:00.123Z'),
  ...change,
})

it.each([
  [
    'with what an array quotes',
    () => [
      rowOf('plain'),
      rowOf('a "quote", a \\ and {braces}', {
        description: 'two\nlines',
        super_administrator: true,
      }),
      rowOf('nothing', { description: '' }),
    ],
  ],
  [
    'of plain texts',
    () => ['', ' ', 'NULL', 'a, {b}', "it's", 'two\nlines'].map((name) => rowOf(name)),
  ],
])('writes every value %s as it is, the others by their defaults', async (_values, made) => {
  const rows = made()
  await test.ctx.db.executeQuery(insertion(rows))
  const read = await test.ctx.db
    .selectFrom('roles')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  expect(read).toMatchObject(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  expect(read.map(({ version }) => version)).toEqual(rows.map(() => 1))
})

it('has one text whatever the number of rows', () => {
  const [one, many] = [[rowOf('a')], [rowOf('b'), rowOf('c')]].map(insertion)
  expect(many?.sql).toBe(one?.sql)
})
