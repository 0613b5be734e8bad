import { listUsers } from '@signet/contract/identity/user-lists'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { planOf } from '../../../../testing/database/explain.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { principalQuery } from '../principals/principals.repository.ts'
import {
  pageQuery,
  searchQuery,
  type UserFilter,
  type UserWindow,
} from './user-lists.repository.ts'

const Ids = z.array(z.object({ id: z.string() }))
const Paging = z.object({ total: z.number(), nextCursor: z.string() })

/** 200,000 users, half of them another tenant's. */
const each = 100_000

let test: TestApp
let other: TestTenant

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  other = await test.otherTenant()
  await test.testDatabase.asOwner(async (owner) => {
    const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'users' and indexname <> 'users_pkey'`,
    )
    for (const { name } of indexes) await owner.query(`drop index ${name}`)
    for (const { tenant } of [test, other]) {
      await owner.query(
        `insert into users (tenant_id, id, user_id, user_id_key, type, state, locked, first_name,
           name_key, search_text, external_id, created_at, updated_at)
         select $1, ('01890000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'user-' || i,
           'user-' || i, case when i % 50 = 0 then 'LDAP_AD' else 'MGMT_UI' end,
           case when i % 500 = 0 then 'INACTIVE' else 'ACTIVE' end, i % 5000 = 0, name,
           name, 'user-' || i || chr(10) || name || chr(10) || name || '@example.test', 'x-' || i,
           timestamptz '2026-01-01' + i * interval '1 minute', timestamptz '2026-01-01'
         from generate_series(1, ${each}) i,
           lateral (select case when i % 7 = 0 then 'zulu ' else '' end || substr(md5(i::text), 1, 8) || ' ' || substr(md5((i % 1000)::text), 1, 6) as name) n`,
        [tenant.id],
      )
      await owner.query(
        `insert into user_identifiers (tenant_id, normalised, user_id, kind, value)
         select tenant_id, user_id_key, id, 'USER_ID', user_id from users where tenant_id = $1 limit 20000`,
        [tenant.id],
      )
      await owner.query(
        `insert into user_roles select tenant_id, id, (select r.id from roles r
           where r.tenant_id = u.tenant_id and r.built_in = 'USER') from users u where tenant_id = $1 limit 20000`,
        [tenant.id],
      )
      await owner.query(
        `insert into passwords (tenant_id, user_id, hash, changed_at)
         select tenant_id, id, 'hash', created_at from users where tenant_id = $1 limit 20000`,
        [tenant.id],
      )
      await owner.query(
        `insert into fido_credentials (tenant_id, id, user_id, credential_id, public_key, counter,
           aaguid, name, rp_id, attestation_format, device_type, backed_up, user_verified, created_at)
         select tenant_id, id, id, id::text, '', 0, '', 'Key', 'a.test', 'none', 'singleDevice',
           false, true, created_at from users where tenant_id = $1 limit 20000`,
        [tenant.id],
      )
      await owner.query(
        `insert into setup_links (tenant_id, token_hash, kind, user_id, created_at, expires_at, used_at)
         select tenant_id, sha256(id::text::bytea), 'INVITATION', id, created_at, created_at,
           case when user_id like '%0' then null else created_at end
         from users where tenant_id = $1 limit 20000`,
        [tenant.id],
      )
      await owner.query(
        `insert into oauth_roles (tenant_id, id, name, name_key, created_at)
         select $1, ('01890000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, i, i, now()
         from generate_series(1, 100) i`,
        [tenant.id],
      )
      await owner.query(
        `insert into user_oauth_roles select u.tenant_id, u.id, r.id from
           (select * from users where tenant_id = $1 limit 20000) u
           join oauth_roles r on r.tenant_id = u.tenant_id and r.name = (hashtext(u.user_id) & 63)::text`,
        [tenant.id],
      )
      await owner.query(
        `insert into sessions (tenant_id, id, user_id, kind, created_at, authenticated_at,
           last_seen_at, token_issued_at, token_expires_at, expires_at)
         select tenant_id, id, id, 'web', t, t, t, t, t, t
         from users, lateral (select created_at as t) c where tenant_id = $1 limit 20000`,
        [tenant.id],
      )
    }
    for (const { definition } of indexes) await owner.query(definition)
    await owner.query('analyze')
  })
}, 120_000)
afterAll(() => test.close())

const everyone = (): UserFilter => ({
  tenantId: test.tenant.id,
  state: null,
  type: null,
  locked: null,
  roleId: null,
  groups: null,
  organizationId: null,
  oauthRoleId: null,
  createdFrom: null,
  createdUntil: null,
  invitation: null,
  now: null,
  prefix: null,
  term: null,
})
const first: UserWindow = {
  sortBy: 'name',
  backwards: false,
  limit: 50,
  position: null,
  counting: false,
}
const later = (key: string): UserWindow['position'] => ({
  after: [key, '01890000-0000-7000-8000-000000000001', 100_000, 1],
  direction: 'next',
})
const page = (filter: Partial<UserFilter>, window: Partial<UserWindow> = {}) =>
  pageQuery(
    test.ctx.db,
    { ...everyone(), ...filter },
    { ...first, ...window, counting: window.position === undefined },
  ).compile()

/** Tables of a few rows, which are rightly read whole. */
const small = new Set<string | null>([
  'api_applications',
  'linked_identities',
  'provider_clients',
  'support_grants',
  'roles',
  'tenants',
])

const expectIndexes = async (query: CompiledQuery): Promise<void> => {
  const nodes = await planOf(test.platform.database, test.tenant.id, query)
  const scanned = nodes.filter(({ type, relation }) => type === 'Seq Scan' && !small.has(relation))
  expect(nodes.length).toBeGreaterThan(0)
  expect(scanned).toEqual([])
}

describe('with 200,000 users of two tenants, no sequential scan for', () => {
  it.each([
    ['the first page by name', {}, {}],
    ['the first page by user id', {}, { sortBy: 'userId' }],
    ['the newest', {}, { sortBy: 'created', backwards: true }],
    ['a later page', {}, { position: later('8') }],
    ['a later page by time', {}, { sortBy: 'created', position: later('2026-02-01T00:00:00Z') }],
    ['the inactive', { state: 'INACTIVE' }, {}],
    ['directory users', { type: 'LDAP_AD' }, {}],
    ['the locked', { locked: true }, {}],
    ['the holders of a role', { roleId: '01890000-0000-7000-8000-000000000001' }, {}],
    ['the holders of an OAuth role', { oauthRoleId: '01890000-0000-7000-8000-000000000001' }, {}],
    ['the invited', { invitation: 'PENDING', now: new Date('2026-01-05T00:00:00Z') }, {}],
    [
      'those whose invitation has expired, by time',
      { invitation: 'EXPIRED', now: new Date('2026-01-05T00:00:00Z') },
      { sortBy: 'created' },
    ],
    ['a beginning of names', { prefix: 'ab' }, {}],
    [
      'those made in one hour',
      {
        createdFrom: new Date('2026-02-01T00:00:00Z'),
        createdUntil: new Date('2026-02-01T01:00:00Z'),
      },
      {},
    ],
  ] satisfies [string, Partial<UserFilter>, Partial<UserWindow>][])(
    '%s',
    async (_name, filter, window) => {
      await expectIndexes(page(filter, window))
    },
  )

  it('a search, but for the function that does it', async () => {
    const asked = { key: null, id: null, limit: 50, sortBy: 'name', backwards: false } as const
    await expectIndexes(searchQuery({ ...everyone(), ...asked, term: 'abc' }))
  })

  it('the session of a request', async () => {
    await expectIndexes(
      principalQuery({
        tenantId: test.tenant.id,
        sessionId: '01890000-0000-7000-8000-000000000001',
      }),
    )
  })

  it('one user, by id, identifier and external id', async () => {
    const { db } = test.ctx
    const users = db.selectFrom('users').selectAll().where('tenant_id', '=', test.tenant.id)
    await expectIndexes(users.where('id', '=', '01890000-0000-7000-8000-000000000001').compile())
    await expectIndexes(users.where('external_id', '=', 'x-1').compile())
    await expectIndexes(
      db
        .selectFrom('user_identifiers')
        .selectAll()
        .where('tenant_id', '=', test.tenant.id)
        .where('normalised', '=', 'user-1')
        .compile(),
    )
  })
})

/** Blocks that one search reads: work counted, not time. */
const blocksOf = async (term: string, position: UserWindow['position'] = null) => {
  const [key = null, id = null] = position?.after ?? []
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (analyze, buffers, format json)
    select * from search_users(${sql.lit(term)}, 'name', false, ${sql.lit(key)}, ${sql.lit(id)}::uuid,
      51, null, null, null, null, null, null, null, null, null, null, null)`.execute(test.ctx.db)
  const text = JSON.stringify(rows[0]?.['QUERY PLAN'])
  const blocks = [...text.matchAll(/"Shared (?:Hit|Read) Blocks":(\d+)/g)].map(([, n]) => Number(n))
  return Math.max(...blocks)
}

describe('inside the search function', () => {
  it.each([
    ['a rare term', 'user-77777', 1000],
    ['a term of nobody', 'nobody', 300],
    // md5('1'), cut: the second name of one user in a thousand.
    ['a common term', 'c4ca42', 2500],
    ['a term of everybody', 'example', 500],
  ])('%s reads few blocks', async (_name, term, most) => {
    await blocksOf(term)
    const { rows } = await sql<{ pages: number }>`select relpages as pages from pg_class
      where relname = 'users'`.execute(test.ctx.db)
    expect(rows[0]?.pages).toBeGreaterThan(4000)
    expect(await blocksOf(term)).toBeLessThan(most)
  })
})

describe('a tenant that has few of all users', () => {
  it('finds its own by a rare term, as one that has many of them does', async () => {
    const few = await test.otherTenant()
    const { token: as } = await buildAdmin(few.ctx)
    await buildUser(few.ctx, { userId: 'user-77777' })
    const [own, large] = [
      await few.call(listUsers, { as, body: { search: 'r-77777' } }),
      await test.call(listUsers, {
        as: (await buildAdmin(test.ctx)).token,
        body: { search: 'r-77777' },
      }),
    ]
    expect(own.body).toMatchObject({ results: [{ userId: 'user-77777' }], paging: { total: 1 } })
    expect(large.body).toMatchObject({ results: [{ userId: 'user-77777' }], paging: { total: 1 } })
    expect(Ids.parse(own.body.results)).not.toEqual(Ids.parse(large.body.results))
  })
})

it('a term of many who stand at the end of the order is found all the same', async () => {
  const { token: as } = await buildAdmin(test.ctx)
  const found = await test.call(listUsers, { as, body: { search: 'zulu', limit: 3 } })
  expect(found.body.paging).toMatchObject({ estimated: true })
  // One user in seven, judged by the planner from the hundred bounds of a histogram.
  expect(Paging.parse(found.body.paging).total).toBeGreaterThan(each / 50)
  expect(found.text.match(/"userId"/g)).toHaveLength(3)
})

it('a term of which the walk meets a few shows each user once', async () => {
  const { token: as } = await buildAdmin(test.ctx)
  await test.testDatabase.asOwner((owner) =>
    owner.query(
      `update users set search_text = search_text || chr(10) || 'zulu' where tenant_id = $1 and id in (
         select id from users where tenant_id = $1 order by name_key, id limit 2)`,
      [test.tenant.id],
    ),
  )
  const { body } = await test.call(listUsers, { as, body: { search: 'zulu', limit: 20 } })
  const ids = Ids.parse(body.results).map(({ id }) => id)
  expect(new Set(ids).size).toBe(20)
  expect(ids).toHaveLength(20)
})

describe('the total of a long list', () => {
  it('is estimated, and carried through the pages', async () => {
    const { token: as } = await buildAdmin(test.ctx)
    const list = (body: object) => test.call(listUsers, { as, body: { limit: 5, ...body } })
    const begun = await list({})
    expect(begun.body.paging).toMatchObject({ estimated: true })
    const { total, nextCursor } = Paging.parse(begun.body.paging)
    expect(total).toBeGreaterThan(each * 0.8)
    expect(total).toBeLessThan(each * 1.2)
    const second = await list({ cursor: nextCursor })
    expect(second.body.paging).toMatchObject({ total, estimated: true })
    expect((await list({ search: 'example' })).body.paging).toMatchObject({ estimated: true })
    const exact = await list({ search: 'c4ca42' })
    expect(exact.body.paging).toMatchObject({ total: each / 1000, estimated: false })
  })
})
