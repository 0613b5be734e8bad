import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { listMigrations, migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres, withClient } from '../../src/platform/db/postgres.ts'
import { withDatabase, withSessionSettings } from '../../src/platform/db/postgres-url.ts'
import { createLog } from '../../src/platform/log.ts'
import type { TestDatabase } from './test-database.ts'

const silentLog = createLog({ level: 'silent' })

/** Any number that no other use of advisory locks on this server picks. */
const templateLock = 5_164_638

/** Longer than any run: a database of one may have no connection for most of it. */
const leftoverAfterMs = 12 * 3_600_000

/** As long as a busy machine may let a connection wait. */
export const patientConnectMs = 120_000

const serverUrl = (): string =>
  process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const migrationsHash = async (): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify(await listMigrations()))
    .digest('hex')
    .slice(0, 12)

const exists = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount !== 0
}

const drop = (client: pg.Client, name: string) =>
  client.query(`drop database if exists ${name} with (force)`)

const markUsed = (client: pg.Client, name: string) =>
  client.query(`comment on database ${name} is '${Date.now()}'`)

/** Databases that a killed run left, and templates of schemas that nobody uses any more. */
const dropLeftovers = async (client: pg.Client, template: string): Promise<void> => {
  const { rows } = await client.query<{ name: string; used: string | null; busy: boolean }>(
    `select d.datname as name, shobj_description(d.oid, 'pg_database') as used,
       exists (select from pg_stat_activity a where a.datid = d.oid) as busy
     from pg_database d
     where d.datname like 'signet\\_test\\_%' or d.datname like 'signet\\_template\\_%'`,
  )
  for (const { name, used, busy } of rows) {
    const isOld = Date.now() - Number(used ?? 0) > leftoverAfterMs
    if (name !== template && isOld && !busy) await drop(client, name)
  }
}

const patiently = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, work, patientConnectMs)

const buildTemplate = async (client: pg.Client, template: string): Promise<void> => {
  const building = `${template}_building`
  await drop(client, building)
  await client.query(`create database ${building}`)
  await patiently(withDatabase(serverUrl(), building), (owner) => migrate(owner, silentLog))
  await client.query(`alter database ${building} rename to ${template}`)
}

const createFromTemplate = async (client: pg.Client, name: string): Promise<void> => {
  const template = `signet_template_${await migrationsHash()}`
  await client.query('select pg_advisory_lock($1)', [templateLock])
  try {
    if (!(await exists(client, template))) await buildTemplate(client, template)
    await markUsed(client, template)
    await dropLeftovers(client, template)
    await client.query(`create database ${name} template ${template}`)
    await markUsed(client, name)
    await client.query(`revoke temporary on database ${name} from public`)
    await client.query(`alter database ${name} set synchronous_commit = off`)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock])
  }
}

/** Connections of the owner's that stay open: to make one takes longer than what it is made for. */
const ownersOf = (url: string) => {
  const pool = new pg.Pool({
    connectionString: withSessionSettings(url),
    max: 4,
    idleTimeoutMillis: 0,
  })
  pool.on('error', () => {})
  const use: TestDatabase['asOwner'] = async (work) => {
    const client = await pool.connect()
    let isWhole = false
    try {
      const result = await work(client)
      isWhole = true
      return result
    } finally {
      // What failed may have left a transaction open, or another role.
      client.release(!isWhole)
    }
  }
  return { use, close: () => pool.end() }
}

/** A new database on the test server, made from the migrated template. */
export const openTestPostgres = async (): Promise<TestDatabase> => {
  const name = `signet_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await patiently(serverUrl(), (client) => createFromTemplate(client, name))
  const ownerUrl = withDatabase(serverUrl(), name)
  const database = await openPostgres({
    url: null,
    ownerUrl,
    log: silentLog,
    poolSize: 8,
    connectTimeoutMs: patientConnectMs,
  })
  const owners = ownersOf(ownerUrl)
  const opened: TestDatabase = {
    database,
    ownerUrl,
    asOwner: owners.use,
    release: async () => ({ SIGNET_DATABASE_OWNER_URL: ownerUrl }),
    reopen: async () => opened,
    drop: async () => {
      await Promise.all([database.close(), owners.close()])
      await patiently(serverUrl(), (client) => drop(client, name))
    },
  }
  return opened
}
