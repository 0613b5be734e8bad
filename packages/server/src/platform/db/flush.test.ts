import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import {
  createProbes,
  insertProbe,
  selectProbes,
  tenantA,
  tenantB,
} from '../../../testing/database/test-probe.ts'

let opened: TestDatabase

beforeAll(async () => {
  opened = await openTestDatabase()
  await createProbes(opened)
})

afterAll(() => opened.drop())

beforeEach(async () => {
  await opened.asOwner((owner) => owner.query('truncate probes'))
})

const idsOf = async (tenantId: string): Promise<number[]> => {
  const { rows } = await opened.database.forTenant(tenantId).executeQuery(selectProbes)
  return rows.map(({ id }) => id)
}

const run = (text: string, ...values: unknown[]) =>
  opened.database.forTenant(tenantA).executeQuery(CompiledQuery.raw(text, values))

test('answers each statement in order', async () => {
  const results = await opened.database.flush(tenantA, [
    insertProbe(tenantA, 1),
    selectProbes,
    CompiledQuery.raw('delete from probes returning id'),
  ])
  expect(results).toEqual([
    { rows: [], numAffectedRows: 1n },
    { rows: [{ id: 1, note: 'x' }] },
    { rows: [{ id: 1 }], numAffectedRows: 1n },
  ])
})

test('waits for the disk unless it is told otherwise, on the embedded database always', async () => {
  const asked = CompiledQuery.raw(`select current_setting('synchronous_commit') as waits`)
  const ask = async (options?: { onDisk: 'soon' }) =>
    (await opened.database.flush(tenantA, [asked], options))[0]?.rows[0]
  // Of this connection, which is idle each time that the next one is wanted.
  await run(`select set_config('synchronous_commit', 'local', false)`)
  const soon = opened.database.kind === 'postgres' ? 'off' : 'local'
  expect([await ask(), await ask({ onDisk: 'soon' }), await ask()]).toEqual([
    { waits: 'local' },
    { waits: soon },
    { waits: 'local' },
  ])
})

test('writes nothing when a key in the middle is taken', async () => {
  const batch = [insertProbe(tenantA, 1), insertProbe(tenantA, 1), insertProbe(tenantA, 2)]
  await expect(opened.database.flush(tenantA, batch)).rejects.toMatchObject({ code: '23505' })
  expect(await idsOf(tenantA)).toEqual([])
})

test('writes nothing when a row in the middle is for another tenant', async () => {
  const batch = [insertProbe(tenantA, 1), insertProbe(tenantB, 2), insertProbe(tenantA, 3)]
  await expect(opened.database.flush(tenantA, batch)).rejects.toMatchObject({ code: '42501' })
  expect([await idsOf(tenantA), await idsOf(tenantB)]).toEqual([[], []])
})

test('can use a statement again that was first sent in a failed write', async () => {
  const late = CompiledQuery.raw('select 41 + 1 as answer')
  const failing = CompiledQuery.raw('select 1 / 0')
  await expect(opened.database.flush(tenantA, [failing, late])).rejects.toThrow('division')
  await expect(opened.database.flush(tenantA, [late, failing])).rejects.toThrow('division')
  expect((await run(late.sql)).rows).toEqual([{ answer: 42 }])
})

test('goes on after a table was altered under a prepared statement', async () => {
  await run('select * from probes')
  await opened.asOwner((owner) => owner.query('alter table probes add column extra text'))
  await run('insert into probes values ($1, 1, $2, $3)', tenantA, 'x', 'more')
  const { rows } = await run('select * from probes')
  await opened.asOwner((owner) => owner.query('alter table probes drop column extra'))
  expect(rows).toEqual([{ tenant_id: tenantA, id: 1, note: 'x', extra: 'more' }])
})

test('keeps a bounded number of statements prepared', async () => {
  for (let index = 0; index < 450; index += 1) {
    const { rows } = await run(`select ${index} as answer`)
    expect(rows).toEqual([{ answer: index }])
  }
  const [row] = await opened.database.runScript(
    'select count(*)::int as count from pg_prepared_statements',
  )
  expect(row?.count).toBeLessThanOrEqual(401)
})

test('refuses more parameters than the protocol can count', async () => {
  const values = Array.from({ length: 65_536 }, () => 1)
  await expect(run('select 1', ...values)).rejects.toThrow('65536 parameters')
})

test('carries a value of 20 MB and 100,000 rows', async () => {
  const long = 'x'.repeat(20_000_000)
  expect((await run('select $1::text as long', long)).rows).toEqual([{ long }])
  const { rows } = await run('select * from generate_series(1, 100000) as number')
  expect(rows.length).toBe(100_000)
})

test.each([
  ['timestamptz', new Date('2026-11-21T10:11:12.345Z'), undefined],
  ['timestamptz', new Date('0099-01-01T00:00:00Z'), undefined],
  ['int8', 9_007_199_254_740_991, undefined],
  ['int8', 9_007_199_254_740_993n, undefined],
  ['jsonb', { a: [1, { b: null }] }, undefined],
  ['bytea', Buffer.from([0, 1, 255, 92]), undefined],
  ['text', 'naïve "quoted" \\ \u{1F511}', undefined],
  ['boolean', false, undefined],
  ['numeric', '12345678901234567890.5', undefined],
  ['date', '2026-11-21', undefined],
  ['uuid', tenantA, undefined],
  ['text[]', ['a', 'b"\\,{}', 'NULL', ''], undefined],
  ['text[]', ['a', null], undefined],
  ['bytea[]', [Buffer.from([1, 2]), Buffer.from([])], undefined],
  ['int8[]', [1, 9_007_199_254_740_993n], undefined],
  ['timestamptz[]', [new Date('2026-01-02T03:04:05Z')], undefined],
  ['text', undefined, null],
])('brings a value of %s back as it was', async (type, value, expected) => {
  const { rows } = await run(`select $1::${type} as value`, value)
  expect(rows).toEqual([{ value: expected === undefined ? value : expected }])
})
