import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyMigratedDirectory } from '../../../../testing/database/test-embedded.ts'
import { createProbes, tenantA } from '../../../../testing/database/test-probe.ts'
import { createLog } from '../../log.ts'
import { type Embedded, openEmbedded } from '../embedded.ts'

let directory: string
let opened: Embedded

beforeAll(async () => {
  directory = await copyMigratedDirectory()
  opened = await openEmbedded({ directory, log: createLog({ level: 'silent' }) })
})

afterAll(async () => {
  await opened.database.close()
  await rm(directory, { recursive: true })
})

const connect = async (): Promise<pg.Client> => {
  const stream = () => opened.server.createStream('runtime')
  const client = new pg.Client({ user: 'postgres', database: 'postgres', stream })
  client.on('error', () => {})
  await client.connect()
  return client
}

const stateOf = async (client: pg.Client): Promise<unknown> => {
  const { rows } = await client.query(`select current_user::text as role,
    current_setting('app.tenant', true) as tenant, pg_current_xact_id_if_assigned() as xact,
    (select count(*)::int from pg_prepared_statements) as prepared`)
  return rows[0]
}

const clean = { role: 'signet_runtime', tenant: '', xact: null, prepared: 0 }

test('leaves nothing of a client that ended in a failed transaction', async () => {
  const first = await connect()
  await first.query(`set app.tenant = 'left'`)
  await first.query({ name: 'left', text: 'select 1' })
  await first.query('begin')
  await first.query('select 1 / 0').catch(() => {})
  await first.end()
  const second = await connect()
  expect(await stateOf(second)).toEqual(clean)
  await second.end()
})

test('leaves nothing of a client that was cut off in the middle of a statement', async () => {
  const first = await connect()
  await first.query('begin')
  first.connection.parse({ name: 'left', text: 'select 1', types: [] }, true)
  first.connection.stream.destroy()
  const second = await connect()
  expect(await stateOf(second)).toEqual(clean)
  await second.end()
})

test('takes the runtime role again for the client after the owner', async () => {
  const role = await opened.asOwner(async (owner) => {
    const { rows } = await owner.query('select current_user::text as role')
    return rows[0]
  })
  const [next] = await opened.database.runScript('select current_user::text as role')
  expect([role, next]).toEqual([{ role: 'postgres' }, { role: 'signet_runtime' }])
})

test('reclaims the space of changed rows, and keeps the role meanwhile', async () => {
  await createProbes(opened)
  await opened.database.transaction(tenantA, async ({ db }) => {
    await sql`insert into probes select ${tenantA}, i, 'x' from generate_series(1, 2000) i`.execute(
      db,
    )
    await sql`update probes set note = 'y'`.execute(db)
  })
  const dead = `select n_dead_tup::int as dead, current_user::text as role
    from pg_stat_user_tables where relname = 'probes'`
  await opened.database.runScript('select pg_stat_force_next_flush()')
  const before = await opened.database.runScript(dead)
  opened.server.maintain()
  const after = await opened.database.runScript(dead)
  expect([before, after]).toEqual([
    [{ dead: 2000, role: 'signet_runtime' }],
    [{ dead: 0, role: 'signet_runtime' }],
  ])
})

test('keeps the role of the owner while it reclaims space', async () => {
  const role = await opened.asOwner(async (owner) => {
    await owner.query('select 1')
    opened.server.maintain()
    return (await owner.query('select current_user::text as role')).rows
  })
  expect(role).toEqual([{ role: 'postgres' }])
})

test('goes on after its thread has stopped', async () => {
  const stream = opened.server.createStream('runtime')
  const cutOff = once(stream, 'error')
  // A startup packet with an empty user name ends PostgreSQL's process.
  stream.write(Buffer.from('\0\0\0\x0f\0\x03\0\0user\0\0\0', 'latin1'))
  expect(await cutOff).toMatchObject([{ message: 'the embedded database has stopped' }])
  const [row] = await opened.database.runScript('select current_user::text as role')
  expect(row).toEqual({ role: 'signet_runtime' })
})
