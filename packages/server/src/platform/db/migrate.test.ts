import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createLog } from '../log.ts'
import { applyMigrations, checkMigrated, listMigrationNames, migrate } from './migrate.ts'

const log = createLog({ level: 'silent' })

let opened: TestDatabase

beforeAll(async () => {
  opened = await openTestDatabase()
})

afterAll(() => opened.drop())

const appliedNames = async (): Promise<string[]> => {
  const rows = await opened.database.system.selectFrom('migrations').select('name').execute()
  return rows.map(({ name }) => name).toSorted()
}

test('has recorded every migration of this release', async () => {
  const known = await listMigrationNames()
  expect(await appliedNames()).toEqual(known)
})

test('does nothing the second time', async () => {
  expect(await opened.asOwner((owner) => migrate(owner, log))).toEqual([])
})

test('leaves nothing of a migration that fails, and keeps those before it', async () => {
  const migrations = [
    { name: '2100-a', statements: ['create table first (id integer)'] },
    { name: '2100-b', statements: ['create table second (id integer)', 'select 1 / 0'] },
  ]
  const failed = opened.asOwner((owner) => applyMigrations(owner, migrations, log))
  await expect(failed).rejects.toThrow('division by zero')
  const [row] = await opened.database.runScript(
    `select to_regclass('first')::text as first, to_regclass('second')::text as second`,
  )
  expect(row).toEqual({ first: 'first', second: null })
  expect(await appliedNames()).toContain('2100-a')
})

test('announces all in one line, and nothing where nothing is missing', async () => {
  const lines: unknown[] = []
  const heard = { info: (...line: unknown[]) => void lines.push(line) }
  for (const names of [['2101-a', '2101-b', '2101-c'], ['2101-d'], []]) {
    const migrations = names.map((name) => ({ name, statements: ['select 1'] }))
    await opened.asOwner((owner) => applyMigrations(owner, migrations, heard))
  }
  expect(lines).toEqual([
    [{ latest: '2101-c' }, 'Preparing the database… (3 migrations)'],
    [{ latest: '2101-d' }, 'Preparing the database… (1 migration)'],
  ])
})

test('refuses to start on a schema that lacks migrations', async () => {
  const known = await listMigrationNames()
  expect(() => checkMigrated(new Set(), known)).toThrow(`lacks ${known.length} migrations`)
})

test('starts on the schema of a newer release', async () => {
  const known = await listMigrationNames()
  const applied = new Set([...known, '2100-newer'])
  expect(() => checkMigrated(applied, known)).not.toThrow()
})
