import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { tablesOutsideRowSecurity } from '../../../testing/database/system-tables.ts'

/** What reads rows of all tenants in order: the audit sequencer, and who tells of ended sessions. */
const indexesAcrossTenants = [
  'audit_events_by_xid',
  'held_statement_watches_due',
  'sessions_untold',
  'tenants_by_parent',
]

let opened: TestDatabase

beforeAll(async () => {
  opened = await openTestDatabase()
})

afterAll(() => opened.drop())

const names = async (query: string): Promise<string[]> =>
  opened.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(query)
    return rows.map(({ name }) => name)
  })

const tables = `
  pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where c.relkind in ('r', 'p')`

describe('the migrated schema', () => {
  test('has exactly the listed tables outside row-level security', async () => {
    const found = await names(
      `select c.relname as name from ${tables} and not c.relrowsecurity order by 1`,
    )
    expect(found).toEqual(tablesOutsideRowSecurity)
  })

  test('has no schema but its own and the job library’s', async () => {
    const found = await names(`select nspname as name from pg_namespace
      where nspname not like 'pg\\_%' and nspname <> 'information_schema' order by 1`)
    expect(found).toEqual(['pgboss', 'public'])
  })

  test('lets the runtime role see rows of its tenant alone', {
    meta: { covers: ['S21'] },
  }, async () => {
    const condition = `(tenant_id = (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid)`
    const found = await names(`
      select tablename || '.' || policyname as name from pg_policies
      where schemaname = 'public' and roles && array['public', 'signet_runtime']::name[]
        and (qual is distinct from $q$${condition}$q$ or with_check is distinct from $q$${condition}$q$
          or cmd <> 'ALL')`)
    expect(found).toEqual([])
  })

  test('has a tenant_id uuid that is never null in every table under row security', async () => {
    const found = await names(`select c.relname as name from ${tables} and c.relrowsecurity
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'
        and a.atttypid = 'uuid'::regtype and a.attnotnull)`)
    expect(found).toEqual([])
  })

  test('leads every key and index with the tenant', async () => {
    const found = await names(`select distinct i.relname as name from pg_index x
      join pg_class i on i.oid = x.indexrelid
      join pg_class c on c.oid = x.indrelid and c.relrowsecurity and not c.relispartition
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where a.attname is distinct from 'tenant_id' order by 1`)
    expect(found).toEqual(indexesAcrossTenants)
  })

  test('carries the tenant in every foreign key', async () => {
    const found = await names(`select k.conname as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid and c.relrowsecurity
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where k.contype = 'f' and not a.attnum = any (k.conkey)`)
    expect(found).toEqual([])
  })

  test('has no index on an expression: none is used under row security', async () => {
    const found = await names(`select i.relname as name from pg_index x
      join pg_class i on i.oid = x.indexrelid
      join pg_class c on c.oid = x.indrelid and c.relrowsecurity
      where x.indexprs is not null`)
    expect(found).toEqual([])
  })

  test('has only functions of the owner with a fixed search path', async () => {
    const found = await names(`select p.proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
      where p.prosecdef and not exists (select from unnest(p.proconfig) s where s like 'search_path=%')`)
    expect(found).toEqual([])
  })

  test('keeps the owner’s functions from everyone but the runtime role', async () => {
    const found = await names(`select p.proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
      where p.prosecdef and (p.proacl is null or exists (
        select from aclexplode(p.proacl) e where e.grantee = 0))`)
    expect(found).toEqual([])
  })
})
