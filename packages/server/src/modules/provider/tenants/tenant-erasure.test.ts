import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  cancelTenantDeletion,
  deleteTenant,
  listTenantDeletions,
  readTenantDeletion,
} from '@signet/contract/provider/tenant-deletions'
import { createTenant, readTenant } from '@signet/contract/provider/tenants'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { countTables, fillTables } from '../../../../testing/database/filled-tables.ts'
import { buildTenantBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant, tenantContexts } from '../../../app/tenant-jobs.ts'
import { day } from '../../../kit/module.ts'
import type { Platform } from '../../../platform/platform.ts'
import { grantEntitlement, listEntitlements } from '../../tenancy/entitlements/index.ts'
import { eraseDueTenants } from './index.ts'

let test: TestApp
let admin: BuiltUser
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = await buildAdmin(test.ctx)
  await test.platform.queue.start()
})
beforeEach(async () => {
  as = await signInAs(test.ctx, admin)
})
afterAll(() => test.close())

const build = (more: object = {}) => buildTenantBelow(test, as, more)
const readDeletion = async (id: string) =>
  (await test.call(readTenantDeletion, { as, params: { id } })).body

/** Requests the deletion of a tenant and waits until the grace period is over. Returns its id. */
const pass = async (id: string): Promise<string> => {
  const { body, status, text } = await test.call(deleteTenant, { as, params: { id } })
  expect(status, text).toBe(200)
  test.clock.advance(30 * day)
  as = await signInAs(test.ctx, admin)
  return String(body.id)
}

interface Round {
  readonly platform?: Platform
  readonly mayGoOn?: () => Promise<boolean>
  readonly batch?: number
}

const erase = ({
  platform = test.platform,
  mayGoOn = async () => true,
  batch = 1000,
}: Round = {}) =>
  eraseDueTenants(platform, tenantContexts(platform, 'tenant-erasure'), { mayGoOn, batch })

/** As a process that is killed after so many steps. */
const killedAfter = (steps: number) => {
  let left = steps
  return async () => {
    left -= 1
    if (left < 0) throw new Error('killed')
    return true
  }
}

/** Both rounds: the second one counts again. */
const eraseWhole = async (round: Round = {}): Promise<void> => {
  await erase(round)
  test.clock.advance(60_000)
  await erase(round)
}

const archiveOf = (id: string): string =>
  join(test.platform.config.archivesDir, `audit-${id}-2026-01.jsonl.gz`)

describe('a tenant whose grace period is over', () => {
  it('is erased from every table and the disk, killed after each step, and the proof counts every row once', async () => {
    const { id, companyName, hostname, ctx } = await build()
    const other = await build()
    for (const each of [id, other.id]) expect(await fillTables(test.testDatabase, each)).toEqual([])
    for (let made = 0; made < 5; made += 1) await buildUser(ctx)
    await mkdir(test.platform.config.archivesDir, { recursive: true })
    for (const each of [id, other.id]) await writeFile(archiveOf(each), 'archive')
    const deletionId = await pass(id)
    const before = await countTables(test.testDatabase, id)
    const kept = await countTables(test.testDatabase, other.id)
    expect(Object.keys(before).length).toBeGreaterThan(100)
    let rounds = 0
    while (rounds < 400 && (await readDeletion(deletionId)).state !== 'ERASED') {
      // The first two are asked before anything is erased.
      await erase({ mayGoOn: killedAfter(3), batch: 2 })
      test.clock.advance(60_000)
      as = await signInAs(test.ctx, admin)
      rounds += 1
    }
    expect(rounds).toBeGreaterThan(Object.keys(before).length)
    const proof = await readDeletion(deletionId)
    expect(await countTables(test.testDatabase, id)).toEqual({})
    expect(await countTables(test.testDatabase, other.id)).toEqual(kept)
    expect([existsSync(archiveOf(id)), existsSync(archiveOf(other.id))]).toEqual([false, true])
    await rm(archiveOf(other.id))
    const rows = Array.isArray(proof.rows) ? proof.rows : []
    expect(Object.fromEntries(rows.map((row) => [row.table, row.rows]))).toEqual(before)
    const total = Object.values(before).reduce((sum, count) => sum + count, 0)
    expect(proof).toMatchObject({
      tenantId: id,
      companyName,
      requestedBy: admin.userId,
      erasedRows: total,
      rowsLeft: 0,
      backupsUntil: null,
    })
    const statement = String(proof.statement)
    expect(createHash('sha256').update(statement).digest('hex')).toBe(proof.digest)
    expect(JSON.parse(statement)).toMatchObject({
      tenant: id,
      hostNames: expect.arrayContaining([hostname]),
      rows: before,
      rowsLeft: 0,
    })
    const events = await test.call(listAuditEvents, { as, body: { entityId: id } })
    expect(events.text).toContain('TENANT_ERASED')
    const listed = await test.call(listTenantDeletions, { as, body: { state: 'ERASED' } })
    expect(listed.text).toContain(companyName)
  }, 180_000)

  it('is left alone before', async () => {
    const { id, call } = await build()
    const { body } = await test.call(deleteTenant, { as, params: { id } })
    test.clock.advance(30 * day - 60_000)
    as = await signInAs(test.ctx, admin)
    await erase()
    expect((await readDeletion(String(body.id))).state).toBe('PENDING')
    expect((await call(readSubscriber)).status).toBe(200)
    await test.call(cancelTenantDeletion, { as, params: { id } })
  })

  it('is not erased when the deletion is taken back at the last moment', async () => {
    const { id, call } = await build()
    const deletionId = await pass(id)
    const before = await countTables(test.testDatabase, id)
    const takeBack = async () => {
      await test.call(cancelTenantDeletion, { as, params: { id } })
      return true
    }
    await erase({ mayGoOn: takeBack })
    expect(await readDeletion(deletionId)).toMatchObject({ state: 'CANCELED', erasedRows: 0 })
    expect(Object.keys(await countTables(test.testDatabase, id))).toEqual(Object.keys(before))
    await expect.poll(async () => (await call(readSubscriber)).status).toBe(200)
  })

  it('is gone as soon as erasing has begun, and is not taken back', async () => {
    const { id, call } = await build()
    const deletionId = await pass(id)
    await erase({ mayGoOn: killedAfter(1) })
    expect(await readDeletion(deletionId)).toMatchObject({ state: 'ERASING', rowsLeft: null })
    expect((await test.call(readTenant, { as, params: { id } })).status).toBe(404)
    expect((await test.call(cancelTenantDeletion, { as, params: { id } })).status).toBe(404)
    expect((await test.call(deleteTenant, { as, params: { id } })).status).toBe(404)
    await expect.poll(async () => (await call(readSubscriber)).status).toBe(404)
    await eraseWhole()
    expect((await readDeletion(deletionId)).state).toBe('ERASED')
  })

  it('has users that are no users of its provider, which counts its own', async () => {
    await grantEntitlement(test.ctx, { type: 'AUTHENTICATION', allotment: 50 })
    const used = async () => (await listEntitlements(test.ctx)).map(({ consumed }) => consumed)
    const before = await used()
    expect(before[0]).toBeGreaterThan(0)
    const { id, ctx } = await build()
    for (let made = 0; made < 5; made += 1) await buildUser(ctx)
    const deletionId = await pass(id)
    await eraseWhole()
    expect((await readDeletion(deletionId)).state).toBe('ERASED')
    expect(await used()).toEqual(before)
  })

  it('is erased once by two nodes at the same time', async () => {
    const { id } = await build()
    await fillTables(test.testDatabase, id)
    const deletionId = await pass(id)
    const before = await countTables(test.testDatabase, id)
    await Promise.all([erase({ batch: 1 }), erase({ batch: 1 })])
    test.clock.advance(60_000)
    await Promise.all([erase(), erase()])
    const { state, rows } = await readDeletion(deletionId)
    expect(state).toBe('ERASED')
    const counted = Array.isArray(rows) ? rows.map((row) => [row.table, row.rows]) : []
    expect(Object.fromEntries(counted)).toEqual(before)
    const events = await test.call(listAuditEvents, { as, body: { entityId: id } })
    expect(events.text.match(/"TENANT_ERASED"/g)).toHaveLength(1)
  })

  it('gets no proof while rows still appear', async () => {
    const { id } = await build()
    const deletionId = await pass(id)
    await erase()
    expect((await readDeletion(deletionId)).state).toBe('ERASING')
    await test.testDatabase.asOwner((owner) =>
      owner.query(
        `insert into audit_events (tenant_id, occurred_at, id, actor_kind, actor_id, entity,
           entity_id, action, outcome, digest)
         values ($1, now(), gen_random_uuid(), 'system', '', '', '', 'LATE', 'SUCCESS', '')`,
        [id],
      ),
    )
    test.clock.advance(60_000)
    await erase()
    expect((await readDeletion(deletionId)).state).toBe('ERASING')
    expect(await countTables(test.testDatabase, id)).toEqual({})
    test.clock.advance(60_000)
    await erase()
    expect((await readDeletion(deletionId)).state).toBe('ERASED')
  })

  it('has its running and waiting jobs canceled', async () => {
    const { id, ctx } = await build()
    const held = Promise.withResolvers<void>()
    const begun: unknown[] = []
    await handleInTenant(test.platform, {
      queue: 'write-backs',
      work: async (_ctx, { content }) => {
        begun.push(content)
        await held.promise
      },
    })
    const enqueue = (code: string, startAfter?: Date) =>
      ctx.transaction(({ db }) =>
        test.platform.queue.enqueue(db, {
          tenantId: id,
          queue: 'write-backs',
          content: { code },
          ...(startAfter === undefined ? {} : { startAfter }),
        }),
      )
    await enqueue('runs')
    await enqueue('waits', new Date(test.clock.now().getTime() + 3_600_000))
    await expect.poll(() => begun).toEqual([{ code: 'runs' }])
    const deletionId = await pass(id)
    await eraseWhole()
    held.resolve()
    const { state, rows } = await readDeletion(deletionId)
    expect([state, rows]).toEqual([
      'ERASED',
      expect.arrayContaining([
        { table: 'pgboss.job', rows: 2 },
        { table: 'job_contents', rows: 2 },
      ]),
    ])
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(await countTables(test.testDatabase, id)).toEqual({})
    expect(begun).toHaveLength(1)
  })

  it('does not take the proofs of its own tenants with it', async () => {
    const reseller = await build({ isSp: true })
    const boss = await buildAdmin(reseller.ctx)
    const at = { ...test, call: reseller.call, tenant: reseller.ctx.tenant }
    const below = await buildTenantBelow(at, boss.token)
    const params = { id: below.id }
    const { body } = await reseller.call(deleteTenant, { as: boss.token, params })
    test.clock.advance(30 * day)
    as = await signInAs(test.ctx, admin)
    await eraseWhole()
    await pass(reseller.id)
    await eraseWhole()
    expect(await readDeletion(String(body.id))).toMatchObject({
      state: 'ERASED',
      tenantId: below.id,
    })
  })

  it('has a proof that says when the last backup is deleted, where that is known', async () => {
    const { id } = await build()
    const deletionId = await pass(id)
    const { platform } = test
    const config = { ...platform.config, backupRetentionDays: 35 }
    await eraseWhole({ platform: { ...platform, config } })
    const { erasedAt, backupsUntil } = await readDeletion(deletionId)
    const days = (Date.parse(String(backupsUntil)) - Date.parse(String(erasedAt))) / day
    expect(days).toBe(35)
  })
})

describe('host names of an erased tenant', () => {
  it('are no other tenant’s for a year', { meta: { covers: ['S21'] } }, async () => {
    const { id, hostname } = await build()
    const deletionId = await pass(id)
    const body = { companyName: 'Successor', hostname, entitlement: { bundle: 'PLUS' } }
    const code = async () => {
      const answer = await test.call(createTenant, { as, body })
      return [answer.status, answer.body.errorCode]
    }
    await erase({ mayGoOn: killedAfter(20) })
    expect(await code()).toEqual([409, 'subscriber_exists'])
    await eraseWhole()
    expect(await code()).toEqual([409, 'subscriber_exists'])
    const { erasedAt, hostNamesFreeAt } = await readDeletion(deletionId)
    const days = (Date.parse(String(hostNamesFreeAt)) - Date.parse(String(erasedAt))) / day
    expect(days).toBe(365)
    await test.testDatabase.asOwner((owner) =>
      owner.query(`update tenant_deletions set hosts_free_at = now() where id = $1`, [deletionId]),
    )
    expect(await code()).toEqual([201, undefined])
  })
})

describe('the tables of tenants', () => {
  const order = () =>
    test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<{ name: string }>('select name from tenant_table_order()')
      return rows.map(({ name }) => name)
    })

  it('are all that have a tenant_id, and the queue', async () => {
    const found = await test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        `select distinct i.table_name::text as name from information_schema.columns i
          where i.table_schema = 'public' and i.column_name = 'tenant_id'
            and not exists (select from pg_inherits p
              where p.inhrelid = format('public.%I', i.table_name)::regclass)`,
      )
      return rows.map(({ name }) => name)
    })
    expect((await order()).toSorted()).toEqual([...found, 'pgboss.job'].toSorted())
  })

  it('come after those whose rows refer to them, and tenants come last', async () => {
    const names = await order()
    const references = await test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<{ from: string; to: string }>(
        `select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
          from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
            and conrelid <> confrelid and conparentid = 0`,
      )
      return rows
    })
    const wrong = references.filter(
      ({ from, to }) => names.includes(to) && names.indexOf(from) > names.indexOf(to),
    )
    expect(wrong).toEqual([])
    expect(names.at(-1)).toBe('tenants')
  })

  it('include one that was made since, also with rows that refer to each other', async () => {
    const { id } = await build()
    await test.testDatabase.asOwner(async (owner) => {
      await owner.query(`create table late_things (
        tenant_id uuid not null references tenants, id integer not null, above integer,
        primary key (tenant_id, id), foreign key (tenant_id, above) references late_things)`)
      await owner.query(
        `insert into late_things select $1, n, nullif(n - 1, 0) from generate_series(1, 4) n`,
        [id],
      )
    })
    const deletionId = await pass(id)
    await eraseWhole({ batch: 2 })
    const { state, rows } = await readDeletion(deletionId)
    expect([state, rows]).toEqual([
      'ERASED',
      expect.arrayContaining([{ table: 'late_things', rows: 4 }]),
    ])
    await test.testDatabase.asOwner((owner) => owner.query('drop table late_things'))
  })
})

describe('the functions that erase', () => {
  const eraseIn = (tenantId: string, deletionId: string, table: string) =>
    sql`select erase_tenant_rows(${deletionId}::uuid, ${table}::text, 10)`.execute(
      test.platform.database.forTenant(tenantId),
    )

  it('refuse a tenant that is not being erased, and one of another provider', {
    meta: { covers: ['S21'] },
  }, async () => {
    const { id, ctx } = await build()
    await buildUser(ctx)
    const refused = { code: '23514' }
    await expect(eraseIn(test.tenant.id, randomUUID(), 'users')).rejects.toMatchObject(refused)
    const deletionId = await pass(id)
    await expect(eraseIn(test.tenant.id, deletionId, 'users')).rejects.toMatchObject(refused)
    await erase({ mayGoOn: killedAfter(1) })
    const other = await test.otherTenant()
    await expect(eraseIn(other.tenant.id, deletionId, 'users')).rejects.toMatchObject(refused)
    await expect(eraseIn(test.tenant.id, deletionId, 'nodes')).rejects.toMatchObject({
      code: '22023',
    })
    expect(await countTables(test.testDatabase, id)).toHaveProperty('users')
    // A tenant that is open is never erased, whatever its deletion says.
    await test.testDatabase.asOwner((owner) =>
      owner.query('update tenants set terminated = false where tenant_id = $1', [id]),
    )
    await expect(eraseIn(test.tenant.id, deletionId, 'users')).rejects.toMatchObject(refused)
    await test.testDatabase.asOwner((owner) =>
      owner.query('update tenants set terminated = true where tenant_id = $1', [id]),
    )
    await eraseWhole()
    expect(fieldOf(await readDeletion(deletionId), 'state')).toBe('ERASED')
    // A proof does not change any more.
    await expect(eraseIn(test.tenant.id, deletionId, 'users')).rejects.toMatchObject(refused)
  })
})
