import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf } from '../../../../testing/database/explain.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createHandle } from '../../../platform/db/handle.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { list } from './groups.service.ts'

/** 40,000 groups, half of them another tenant's. */
const each = 20_000

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const other = await test.otherTenant()
  await test.testDatabase.asOwner(async (owner) => {
    for (const { tenant } of [test, other]) {
      await owner.query(
        `insert into groups (tenant_id, id, name, name_key, search_text, created_at, updated_at)
         select $1, gen_random_uuid(), name, name, name, now(), now()
         from generate_series(1, ${each}) i, lateral (select md5(i::text) as name) named`,
        [tenant.id],
      )
    }
    await owner.query('analyze groups')
  })
}, 120_000)
afterAll(() => test.close())

type Wanted = Parameters<typeof list>[1]

/** The plan of the one statement that a page takes. */
const planFor = async (wanted: Partial<Wanted>) => {
  const sent: CompiledQuery[] = []
  const db = createHandle<Tables>(async ({ text, values }) => {
    sent.push(CompiledQuery.raw(text, [...values]))
    return undefined
  })
  await list({ ...test.ctx, db }, { limit: 50, descending: false, ...wanted })
  const [query] = sent
  if (query === undefined) throw new Error('a page without a statement')
  return planOf(test.platform.database, test.tenant.id, query)
}

describe('a page of the groups of a tenant of 20,000', () => {
  it.each([
    ['the first', {}],
    ['the last', { descending: true }],
    ['with a beginning of names', { search: 'ab' }],
  ] as const)('%s is read off the index by name, and nothing is sorted', async (_name, wanted) => {
    const nodes = await planFor(wanted)
    expect(nodes.map(({ index }) => index)).toContain('groups_by_name')
    expect(nodes.map(({ type }) => type)).not.toContain('Sort')
    // The count reads up to 10,001 rows as they lie; connections avoid even that.
    expect(nodes.filter(({ type }) => type === 'Seq Scan').length).toBeLessThanOrEqual(1)
  })

  it('finds the rows of a search by their ids', async () => {
    const nodes = await planFor({ search: 'abc' })
    expect(nodes.map(({ index }) => index)).toContain('groups_pkey')
    expect(nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  })
})
