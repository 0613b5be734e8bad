import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'

/* Guards: `enable_sort` of `audit_page`, and the statistics that `ensure_month_partition` takes. */

/** Events of each of two tenants in a month, ten of one transaction. */
const each = 60_000
const none = '00000000-0000-0000-0000-000000000000'

let test: TestApp
let other: TestTenant
let first: bigint

/** The first day of a month that nothing has made a partition for. */
const monthAt = (away: number): string => {
  const now = new Date()
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + away, 1))
  return start.toISOString().slice(0, 10)
}
const partOf = (month: string): string => `audit_events_${month.slice(0, 7).replace('-', '_')}`

const Figures = z.array(z.object({ tuples: z.number(), bytes: z.number() }))

const figuresOf = async (table: string) => {
  const { rows } = await sql`select reltuples::float8 as tuples,
    pg_relation_size(oid)::float8 as bytes from pg_class where relname = ${table}`.execute(
    test.ctx.db,
  )
  const [figures] = Figures.parse(rows)
  if (figures === undefined) throw new Error(`no table ${table}`)
  return figures
}

const fill = (month: string) =>
  test.testDatabase.asOwner((owner) =>
    owner.query(
      `insert into audit_events (tenant_id, occurred_at, id, xid, actor_kind, actor_id, entity,
         entity_id, action, outcome, digest)
       select t, $2::timestamptz + i * interval '1 second', gen_random_uuid(),
         ($3::bigint + i / 10)::text::xid8, 'system', 'x', 'GRIDS', 'x', 'FILLED', 'SUCCESS', '\\x00'
       from generate_series(0, ${each - 1}) i, unnest($1::uuid[]) t order by i`,
      [[test.tenant.id, other.tenant.id], `${month} 00:00:00+00`, String(first)],
    ),
  )

const ensure = (month: string) =>
  sql`select ensure_month_partition('audit_events', ${month}::date)`.execute(
    test.platform.database.system,
  )

const blocksOnce = async (xid: bigint): Promise<number> => {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (analyze, buffers, format json)
    select * from audit_page(${sql.lit(String(first + BigInt(each)))}::xid8,
      ${sql.lit(String(xid))}::xid8, ${sql.lit(none)}::uuid, 1000)`.execute(test.ctx.db)
  const text = JSON.stringify(rows[0]?.['QUERY PLAN'])
  const blocks = [...text.matchAll(/"Shared (?:Hit|Read) Blocks":(\d+)/g)].map(([, n]) => Number(n))
  return Math.max(...blocks)
}

/**
 * Blocks that the next thousand events cost from a place in the order on: work counted, not time. A
 * connection that asks for the first time reads the catalogue of the database, too.
 */
const blocksFrom = async (xid: bigint): Promise<number> =>
  Math.min(await blocksOnce(xid), await blocksOnce(xid), await blocksOnce(xid))

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  other = await test.otherTenant()
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(
    test.ctx.db,
  )
  first = BigInt(rows[0]?.xid ?? 0) + 1_000_000n
}, 120_000)
afterAll(() => test.close())

it('a month whose events come before its partition has statistics once it is attached', async () => {
  const month = monthAt(9)
  await fill(month)
  await ensure(month)
  const { rows } = await test.testDatabase.asOwner((owner) =>
    owner.query('select attname from pg_stats where tablename = $1', [partOf(month)]),
  )
  expect(rows).toContainEqual({ attname: 'xid' })
}, 120_000)

describe('an export of a month without statistics', () => {
  const month = monthAt(11)
  beforeAll(async () => {
    await ensure(month)
    await test.testDatabase.asOwner((owner) =>
      owner.query(`alter table ${partOf(month)} set (autovacuum_enabled = false)`),
    )
    first += BigInt(each)
    await fill(month)
  }, 120_000)

  it('reads a page as cheaply at the end as at the beginning, and not the whole month', async () => {
    const { tuples, bytes } = await figuresOf(partOf(month))
    const pages = bytes / 8192
    expect(tuples).toBe(-1)
    expect(pages).toBeGreaterThan(1000)
    const last = first + BigInt(each / 10)
    for (const at of [first, first + BigInt(each / 20), last - 200n]) {
      expect(await blocksFrom(at)).toBeLessThan(pages / 2)
    }
  }, 120_000)

  it('gives each event once, in the order of the chain, and none of another tenant', async () => {
    const { rows } = await sql<{ tenant_id: string; xid: string; id: string }>`
      select tenant_id, xid::text, id from audit_page(${String(first + 50n)}::xid8,
        ${String(first)}::xid8, ${none}::uuid, 1000)`.execute(test.ctx.db)
    expect(rows).toHaveLength(500)
    expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set([test.tenant.id]))
    const places = rows.map(({ xid, id }) => `${xid.padStart(20, '0')} ${id}`)
    expect(places).toEqual(places.toSorted())
  })
})
