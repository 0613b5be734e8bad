import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildGroup } from '../../../../testing/builders.ts'
import { planOf } from '../../../../testing/database/explain.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { mostCounted } from '../../../kit/lists.ts'
import { createHandle } from '../../../platform/db/handle.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { groupMembers } from '../groups/index.ts'
import { byNameQuery, type MemberFilter } from './member-lists.repository.ts'
import type { UserWindow } from './user-lists.repository.ts'

/** Members of the large group, and users of the tenant. */
const members = 20_000
const limit = 50
/** Members of the small group. */
const few = 11

let test: TestApp
let large: string
let small: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  large = (await buildGroup(test.ctx)).id
  small = (await buildGroup(test.ctx)).id
  const { id } = test.tenant
  await test.testDatabase.asOwner(async (owner) => {
    await owner.query(
      `insert into users (tenant_id, id, user_id, user_id_key, type, state, locked, first_name,
         name_key, search_text, created_at, updated_at)
       select $1, gen_random_uuid(), 'user-' || i, 'user-' || i, 'MGMT_UI', 'ACTIVE', false, name,
         name, name, timestamptz '2026-01-01', timestamptz '2026-01-01'
       from generate_series(1, ${members}) i, lateral (select md5(i::text) as name) n`,
      [id],
    )
    await owner.query(
      `insert into user_groups (tenant_id, user_id, group_id, name_key)
       select tenant_id, id, $2, name_key from users where tenant_id = $1`,
      [id, large],
    )
    await owner.query(
      `insert into user_groups (tenant_id, user_id, group_id, name_key)
       select tenant_id, id, $2, name_key from users where tenant_id = $1 limit ${few}`,
      [id, small],
    )
    await owner.query('analyze')
  })
}, 60_000)
afterAll(() => test.close())

const pageOf = (groups: readonly string[], window: Partial<UserWindow>) => {
  const filter: MemberFilter = {
    tenantId: test.tenant.id,
    state: null,
    type: null,
    locked: null,
    roleId: null,
    groups,
    organizationId: null,
    oauthRoleId: null,
    createdFrom: null,
    createdUntil: null,
    invitation: null,
    now: null,
    prefix: null,
    term: null,
  }
  const asked = { sortBy: 'name', backwards: false, limit, position: null, ...window } as const
  return byNameQuery(test.ctx.db, filter, { ...asked, counting: false }).compile()
}

interface Step {
  readonly type: string
  readonly relation: string | undefined
  /** Over all the times it was run. */
  readonly rows: number
}

const Plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  get Plans() {
    return z.array(Plan).optional()
  },
})

const stepsOf = (plan: z.output<typeof Plan>): readonly Step[] => [
  {
    type: plan['Node Type'],
    relation: plan['Relation Name'],
    rows: plan['Actual Rows'] * plan['Actual Loops'],
  },
  ...(plan.Plans ?? []).flatMap(stepsOf),
]

/** The steps of a query as they were taken. */
const taken = async ({ sql, parameters }: CompiledQuery): Promise<readonly Step[]> => {
  const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters])
  const { rows } = await test.ctx.db.executeQuery<Record<string, unknown>>(explain)
  const [{ Plan: top }] = z.tuple([z.object({ Plan })]).parse(rows[0]?.['QUERY PLAN'])
  return stepsOf(top)
}

describe('a page of the members of a group of 20,000', () => {
  const position = (direction: 'next' | 'prev'): UserWindow['position'] => ({
    after: ['8', '01890000-0000-7000-8000-000000000001', members, 1],
    direction,
  })
  const pages = [
    ['the first', {}],
    ['the last', { backwards: true }],
    ['a later one', { position: position('next') }],
    ['one before', { position: position('prev'), backwards: true }],
  ] satisfies [string, Partial<UserWindow>][]

  it.each(pages)('%s is read off the index of the group', async (_name, window) => {
    const plan = await planOf(test.platform.database, test.tenant.id, pageOf([large], window))
    expect(plan.map(({ index }) => index)).toContain('user_groups_by_name')
    const scanned = plan.filter(({ type }) => type === 'Seq Scan').map(({ relation }) => relation)
    expect(scanned).not.toContain('users')
    expect(scanned).not.toContain('user_groups')
  })

  it.each(pages)('%s reads and sorts no more members than it shows', async (_name, window) => {
    const steps = await taken(pageOf([large], window))
    const read = steps.filter(({ relation }) => relation === 'user_groups')
    expect(read.map(({ rows }) => rows)).toEqual([limit + 1])
    const sorts = steps.filter(({ type }) => type.endsWith('Sort'))
    expect(Math.max(0, ...sorts.map(({ rows }) => rows))).toBeLessThanOrEqual(limit + 1)
  })

  it('with a small group beside it reads a page of each', async () => {
    const steps = await taken(pageOf([large, small], {}))
    const read = steps.filter(({ relation }) => relation === 'user_groups')
    expect(read.map(({ rows }) => rows)).toEqual([limit + 1 + few])
  })
})

describe('the members of each of a page of groups', () => {
  /** Where two groups hold half of all members each, reading all is right. */
  const beside = 200
  beforeAll(() =>
    test.testDatabase.asOwner(async (owner) => {
      await owner.query(
        `insert into groups (tenant_id, id, name, name_key, search_text, created_at, updated_at)
         select $1, gen_random_uuid(), name, name, name, now(), now()
         from generate_series(1, ${beside}) i, lateral (select 'other-' || i as name) named`,
        [test.tenant.id],
      )
      await owner.query(
        `insert into user_groups (tenant_id, user_id, group_id, name_key)
         select u.tenant_id, u.id, g.id, u.name_key
         from (select *, row_number() over () as at from users where tenant_id = $1) u
         join (select id, row_number() over () as at from groups
           where tenant_id = $1 and name like 'other-%') g
           on u.at % ${beside} = g.at % ${beside}`,
        [test.tenant.id],
      )
      await owner.query('analyze')
    }),
  )

  /** The statements that are sent. */
  const sentFor = async (ids: readonly string[]): Promise<readonly CompiledQuery[]> => {
    const sent: CompiledQuery[] = []
    const db = createHandle<Tables>(async ({ text, values }) => {
      sent.push(CompiledQuery.raw(text, [...values]))
      return undefined
    })
    await groupMembers.countEach({ ...test.ctx, db }, ids)
    return sent
  }

  it('are counted in one statement, off the index of each group', async () => {
    const [query, ...others] = await sentFor([large, small])
    if (query === undefined) throw new Error('nothing was counted')
    expect(others).toEqual([])
    const plan = await planOf(test.platform.database, test.tenant.id, query)
    expect(plan.map(({ index }) => index)).toContain('user_groups_by_name')
    expect(plan.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  })

  it('are counted up to ten thousand, and no more of them are read', async () => {
    const counts = await groupMembers.countEach(test.ctx, [large, small])
    expect(counts.get(large)).toEqual({ count: mostCounted, estimated: true })
    expect(counts.get(small)).toEqual({ count: few, estimated: false })
    const [query] = await sentFor([large, small])
    const steps = query === undefined ? [] : await taken(query)
    const read = steps.filter(({ relation }) => relation === 'user_groups')
    const rows = read.reduce((sum, step) => sum + step.rows, 0)
    // Averages over both groups are rounded.
    expect(Math.abs(rows - (mostCounted + 1 + few))).toBeLessThanOrEqual(2)
  })

  it('are asked for by no statement where there is no group', async () => {
    expect(await sentFor([])).toEqual([])
  })
})
