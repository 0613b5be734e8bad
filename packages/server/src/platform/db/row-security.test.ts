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
  await opened.database.flush(tenantA, [insertProbe(tenantA, 1), insertProbe(tenantA, 2)])
})

const idsSeenBy = async (tenantId: string): Promise<number[]> => {
  const { rows } = await opened.database.forTenant(tenantId).executeQuery(selectProbes)
  return rows.map(({ id }) => id)
}

/** What is left on the connection that is used next. */
const tenantLeft = async (): Promise<unknown> => {
  const [row] = await opened.database.runScript(
    `select current_setting('app.tenant', true) as left`,
  )
  return row?.left || null
}

test('shows no row without a tenant', async () => {
  expect(await opened.database.runScript('select id from probes')).toEqual([])
  expect((await opened.database.system.executeQuery(selectProbes)).rows).toEqual([])
})

test('shows a tenant its own rows', async () => {
  expect(await idsSeenBy(tenantA)).toEqual([1, 2])
})

test('hides the rows of another tenant', { meta: { covers: ['S21'] } }, async () => {
  expect(await idsSeenBy(tenantB)).toEqual([])
})

test('refuses to write a row for another tenant', async () => {
  const foreign = opened.database.forTenant(tenantB).executeQuery(insertProbe(tenantA, 3))
  await expect(foreign).rejects.toMatchObject({ code: '42501' })
  expect(await idsSeenBy(tenantA)).toEqual([1, 2])
})

test('refuses to write a row without a tenant', async () => {
  const bare = opened.database.system.executeQuery(insertProbe(tenantA, 3))
  await expect(bare).rejects.toMatchObject({ code: '42501' })
})

test('changes no row of another tenant', async () => {
  const db = opened.database.forTenant(tenantB)
  const update = await db.executeQuery(CompiledQuery.raw(`update probes set note = 'taken'`))
  const remove = await db.executeQuery(CompiledQuery.raw('delete from probes'))
  expect([update.numAffectedRows, remove.numAffectedRows]).toEqual([0n, 0n])
  expect(await idsSeenBy(tenantA)).toEqual([1, 2])
})

test('refuses to move a row to another tenant', async () => {
  const move = CompiledQuery.raw('update probes set tenant_id = $1', [tenantB])
  const moved = opened.database.forTenant(tenantA).executeQuery(move)
  await expect(moved).rejects.toMatchObject({ code: '42501' })
})

test('leaves no tenant on the connection after a statement', async () => {
  await idsSeenBy(tenantA)
  expect(await tenantLeft()).toBeNull()
})

test('leaves no tenant on the connection after a syntax error', async () => {
  const wrong = opened.database.forTenant(tenantA).executeQuery(CompiledQuery.raw('selec 1'))
  await expect(wrong).rejects.toMatchObject({ code: '42601' })
  expect(await tenantLeft()).toBeNull()
})

test('leaves no tenant on the connection after a failed statement', async () => {
  const wrong = opened.database.forTenant(tenantA).executeQuery(CompiledQuery.raw('select 1 / 0'))
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
  expect(await tenantLeft()).toBeNull()
})

test('leaves no tenant on the connection after a transaction', async () => {
  await opened.database.transaction(tenantA, ({ db }) => db.executeQuery(selectProbes))
  expect(await tenantLeft()).toBeNull()
})

test('leaves no tenant on the connection after a transaction that failed', async () => {
  const failed = opened.database.transaction(tenantA, async ({ db }) => {
    await db.executeQuery(insertProbe(tenantA, 1))
  })
  await expect(failed).rejects.toMatchObject({ code: '23505' })
  expect(await tenantLeft()).toBeNull()
})

test('gives the runtime role no right to create anything', async () => {
  const statements = ['create table mine (id integer)', 'create temporary table mine (id integer)']
  for (const statement of [...statements, 'create schema mine', 'create role mine']) {
    await expect(opened.database.runScript(statement)).rejects.toMatchObject({ code: '42501' })
  }
})
