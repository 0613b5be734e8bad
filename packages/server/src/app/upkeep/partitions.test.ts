import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { audit } from '../../kit/audit.ts'
import { ensurePartitions, monthly, monthsFrom } from './partitions.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

it.each([
  ['2027-01-31T23:59:59.999Z', ['2027-01-01', '2027-02-01', '2027-03-01']],
  ['2026-12-31T23:30:00-02:00', ['2027-01-01', '2027-02-01', '2027-03-01']],
  ['2028-02-29T12:00:00Z', ['2028-02-01', '2028-03-01', '2028-04-01']],
  ['2026-11-01T00:00:00Z', ['2026-11-01', '2026-12-01', '2027-01-01']],
])('at %s the months are %j', (now, months) => {
  expect(monthsFrom(new Date(now))).toEqual(months)
})

const partitions = (table: string): Promise<string[]> =>
  test.testDatabase.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
      [table],
    )
    return rows.map(({ name }) => name)
  })

it('the audit log has partitions two months ahead at a month’s end, and goes on across it', async () => {
  const now = new Date()
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 1)
  test.clock.advance(end.getTime() - test.clock.now().getTime() - 1000)
  const note = () =>
    test.ctx.transaction(async (ctx) =>
      audit(ctx, 'TENANT_CREATED', { subject: { entity: 'TENANTS', id: ctx.tenant.id } }),
    )
  await ensurePartitions(test.platform)
  await note()
  test.clock.advance(2000)
  await note()
  await ensurePartitions(test.platform)
  const names = monthsFrom(test.clock.now()).map((month) => month.slice(0, 7).replace('-', '_'))
  for (const table of monthly) {
    expect(await partitions(table)).toEqual(
      expect.arrayContaining(names.map((name) => `${table}_${name}`)),
    )
  }
  const inDefault = await test.testDatabase.asOwner((owner) =>
    owner.query('select from audit_events_default'),
  )
  expect(inDefault.rowCount).toBe(0)
})

it('every table that is partitioned by time is looked after', async () => {
  const found = await test.testDatabase.asOwner((owner) =>
    owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'p'
         and relnamespace = 'public'::regnamespace order by 1`,
    ),
  )
  expect(found.rows.map(({ name }) => name)).toEqual(monthly.toSorted())
})
