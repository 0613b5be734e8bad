import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoSeqScan, planOf } from '../../../testing/database/explain.ts'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createProbes, tenantA, tenantB } from '../../../testing/database/test-probe.ts'
import { createHandle } from './handle.ts'
import type { Tables } from './schema.ts'

let opened: TestDatabase

beforeAll(async () => {
  opened = await openTestDatabase()
  await createProbes(opened)
  await opened.asOwner(async (owner) => {
    await owner.query('create index probes_by_note on probes (tenant_id, note)')
    for (const tenantId of [tenantA, tenantB]) {
      await owner.query(
        'insert into probes select $1, i, md5(i::text) from generate_series(1, 10000) i',
        [tenantId],
      )
    }
    await owner.query('analyze probes')
  })
})

afterAll(() => opened.drop())

test('passes a query that reaches its rows by an index', async () => {
  const query = CompiledQuery.raw('select id from probes where tenant_id = $1 and note = $2', [
    tenantA,
    'x',
  ])
  await expectNoSeqScan(opened.database, tenantA, query)
  const nodes = await planOf(opened.database, tenantA, query)
  expect(nodes.map(({ index }) => index)).toContain('probes_by_note')
})

test('refuses a query that scans the table', async () => {
  const query = CompiledQuery.raw('select id from probes where lower(note) = $1', ['x'])
  await expect(expectNoSeqScan(opened.database, tenantA, query)).rejects.toThrow(
    'scans the whole of probes',
  )
})

test('knows how many rows of a list are wanted, without looking at values', () => {
  const query = createHandle<Tables>(async () => undefined)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantA)
    .limit(21)
    .compile()
  expect(query.sql).toMatch(/ limit 21$/)
  expect(query.parameters).toEqual([tenantA])
})
