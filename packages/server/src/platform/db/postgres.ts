import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { Log } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import { ToldChanges, untoldChanges } from './changes.ts'
import type { Database } from './database.ts'
import { createOutage } from './outage.ts'
import { PooledDatabase } from './pooled-database.ts'
import { describeUrl, withSessionSettings } from './postgres-url.ts'
import { checkRuntimeRole, checkVersion, ensureRole, runtimeRole } from './runtime-role.ts'
import { errorCodeOf } from './sql-errors.ts'

interface PostgresOptions {
  /** The runtime role's address; null takes the runtime role over the owner's connection. */
  readonly url: string | null
  /** The owner's address; null when another process migrates. */
  readonly ownerUrl: string | null
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly poolSize?: number
  /** How long a connection is waited for: to be made, and to be lent. */
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly idleInTransactionTimeoutMs?: number
  /** Hears at once what other nodes change, over a connection of its own. */
  readonly listens?: boolean
}

const defaultConnectTimeoutMs = 5_000

/** One process keeps few connections busy at once; the rest would only hold memory. */
const defaultPoolSize = (): number => Math.min(40, Math.max(8, availableParallelism() * 4))

const reasons: Record<string, string> = {
  '28P01': 'refuses the password',
  '28000': 'refuses the user',
  '3D000': 'has no such database',
  '42704': `has no role ${runtimeRole}: migrate with SIGNET_DATABASE_OWNER_URL first`,
  '42501': `does not let this user take the role ${runtimeRole}`,
}

const refusal = (url: string, error: unknown): StartRefused => {
  if (error instanceof StartRefused) return error
  const code = errorCodeOf(error) ?? ''
  const reason = reasons[code] ?? `does not answer (${code || String(error)})`
  return new StartRefused(`The database ${describeUrl(url)} ${reason}`, error)
}

/**
 * Runs `work` on one connection of its own.
 * @throws StartRefused, in one sentence, when the server does not let us in
 */
export const withClient = async <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connectTimeoutMs = defaultConnectTimeoutMs,
): Promise<T> => {
  const client = new pg.Client({
    connectionString: withSessionSettings(url),
    connectionTimeoutMillis: connectTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw refusal(url, error)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const createPool = (connectionString: string, options: PostgresOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'signet',
    keepAlive: true,
    max: options.poolSize ?? defaultPoolSize(),
    connectionTimeoutMillis: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3_600,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30_000,
  })
  // An idle connection was lost: the pool dials again, and a query that cannot is told.
  pool.on('error', () => {})
  // A client in use that loses its connection emits too; its query rejects with the same error.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const checkPool = async (pool: pg.Pool, url: string): Promise<void> => {
  try {
    const client = await pool.connect()
    try {
      await checkRuntimeRole(client)
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw refusal(url, error)
  }
}

const queryTimeoutMs = 5_000

const listen = (connectionString: string, options: PostgresOptions): ToldChanges =>
  new ToldChanges(async () => {
    const client = new pg.Client({
      connectionString,
      application_name: 'signet changes',
      keepAlive: true,
      connectionTimeoutMillis: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
      query_timeout: queryTimeoutMs,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }, options.log)

/**
 * Opens PostgreSQL as the runtime role.
 * @throws StartRefused when it does not answer, is too old or its role could pass row security
 */
export const openPostgres = async (options: PostgresOptions): Promise<Database> => {
  const url = options.url ?? options.ownerUrl
  if (url === null) throw new StartRefused('No database address is given')
  if (options.url === null) {
    const prepare = async (owner: pg.Client): Promise<void> => {
      await checkVersion(owner)
      await ensureRole(owner, runtimeRole)
    }
    await withClient(url, prepare, options.connectTimeoutMs)
  }
  const role = options.url === null ? runtimeRole : undefined
  const address = withSessionSettings(url, role)
  const pool = createPool(address, options)
  await checkPool(pool, url)
  const changes = options.listens === true ? listen(address, options) : untoldChanges
  return new PooledDatabase({ kind: 'postgres', pool, outage: createOutage(options.log), changes })
}
