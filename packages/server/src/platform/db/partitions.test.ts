import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { tenantA, tenantB } from '../../../testing/database/test-probe.ts'
import { tenantTable } from './migration.ts'

let opened: TestDatabase

const monthsFromNow = (months: number): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
}

beforeAll(async () => {
  opened = await openTestDatabase()
  await opened.asOwner(async (owner) => {
    await owner.query(`create table visits (tenant_id uuid not null, seen_at timestamptz not null,
      id integer not null default 7, primary key (tenant_id, seen_at, id)) partition by range (seen_at)`)
    await owner.query('create table visits_default partition of visits default')
    await owner.query('create table plain (tenant_id uuid primary key)')
    for (const table of ['visits', 'visits_default', 'plain']) {
      for (const statement of tenantTable(table)) await owner.query(statement)
    }
  })
})

afterAll(() => opened.drop())

const ensure = async (table: string, month: Date): Promise<unknown> => {
  const { rows } =
    await sql`select ensure_month_partition(${table}, ${month}::date) as made`.execute(
      opened.database.system,
    )
  return rows[0]
}

const partOf = (month: Date): string =>
  `visits_${month.getUTCFullYear()}_${String(month.getUTCMonth() + 1).padStart(2, '0')}`

const visit = (tenantId: string, at: Date): CompiledQuery =>
  CompiledQuery.raw('insert into visits (tenant_id, seen_at) values ($1, $2)', [tenantId, at])

test('makes a month’s partition once, for the runtime role', async () => {
  expect(await ensure('visits', monthsFromNow(1))).toEqual({ made: true })
  expect(await ensure('visits', monthsFromNow(1))).toEqual({ made: false })
})

test('puts rows of the month there, from its first instant to its last', async () => {
  const month = monthsFromNow(2)
  await ensure('visits', month)
  const last = new Date(monthsFromNow(3).getTime() - 1)
  await opened.database.flush(tenantA, [visit(tenantA, month), visit(tenantA, last)])
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(partOf(month))}`.execute(
    opened.database.forTenant(tenantA),
  )
  expect(rows).toEqual([{ id: 7 }, { id: 7 }])
})

test('keeps tenants apart in the partition itself', async () => {
  const month = monthsFromNow(4)
  await ensure('visits', month)
  await opened.database.flush(tenantA, [visit(tenantA, month)])
  const { rows } = await sql`select * from ${sql.table(partOf(month))}`.execute(
    opened.database.forTenant(tenantB),
  )
  expect(rows).toEqual([])
})

test('moves rows that had fallen into the default partition', async () => {
  const month = monthsFromNow(5)
  await opened.database.flush(tenantA, [visit(tenantA, month)])
  expect(await ensure('visits', month)).toEqual({ made: true })
  const { rows } = await sql`select id from ${sql.table(partOf(month))}`.execute(
    opened.database.forTenant(tenantA),
  )
  expect(rows).toEqual([{ id: 7 }])
})

test.each(['plain', 'users', 'migrations', 'pg_class', 'visits; drop table visits'])(
  'refuses to partition %s',
  async (table) => {
    await expect(ensure(table, monthsFromNow(0))).rejects.toThrow('is not partitioned by month')
  },
)

test.each([-40, 40])('refuses a month %i months away', async (months) => {
  await expect(ensure('visits', monthsFromNow(months))).rejects.toThrow('out of range')
})

// Needs two connections, which the embedded database has not.
if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
  test('loses no row that was on its way while its month got a partition', async () => {
    const month = monthsFromNow(6)
    await opened.asOwner(async (owner) => {
      await owner.query('begin')
      await owner.query(`select ensure_month_partition('visits', $1::date)`, [month])
      const writing = opened.database.flush(tenantA, [visit(tenantA, month)])
      const waiting = `select from pg_locks where not granted and relation = 'visits_default'::regclass`
      await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
      await owner.query('commit')
      await writing
    })
    const { rows } = await sql`select id from ${sql.table(partOf(month))}`.execute(
      opened.database.forTenant(tenantA),
    )
    expect(rows).toEqual([{ id: 7 }])
  })
}
