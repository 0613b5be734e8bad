import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import type { Log } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import type { Database } from './database.ts'
import { lockDirectory } from './embedded/directory-lock.ts'
import { hasRoom } from './embedded/room.ts'
import { EmbeddedServer } from './embedded/server.ts'
import { syncPath, syncTree } from './embedded/sync-tree.ts'
import { migrate } from './migrate.ts'
import { createOutage } from './outage.ts'
import { PooledDatabase } from './pooled-database.ts'
import { checkRuntimeRole } from './runtime-role.ts'
import { CannotWrite } from './sql-errors.ts'

interface EmbeddedOptions {
  /** Holds the lock and the database's files; made when missing. */
  readonly directory: string
  readonly log: Log
}

export interface Embedded {
  readonly database: Database
  readonly server: EmbeddedServer
  /** Runs `work` as superuser on the one session; nothing else runs meanwhile. */
  asOwner<T>(work: (owner: pg.ClientBase) => Promise<T>): Promise<T>
}

/** The one user PGlite knows; it refuses a session without a name. */
const session = { user: 'postgres', database: 'postgres' }

const createFiles = async (directory: string): Promise<void> => {
  const unfinished = `${directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  const server = await EmbeddedServer.start({ directory: unfinished })
  await server.close()
  await syncTree(unfinished)
  await rename(unfinished, directory)
  await syncPath(dirname(directory))
}

/** A start that was killed while it created the files begins again: they get their name last. */
const startServer = async (root: string): Promise<EmbeddedServer> => {
  const directory = join(root, 'database')
  try {
    if (!existsSync(directory)) await createFiles(directory)
    return await EmbeddedServer.start({ directory })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`The embedded database in ${root} does not open: ${reason}`, error)
  }
}

const migrateAsOwner = async (server: EmbeddedServer, log: Log): Promise<void> => {
  const owner = new pg.Client({ ...session, stream: () => server.createStream('owner') })
  await owner.connect()
  try {
    await migrate(owner, log)
  } finally {
    await owner.end()
  }
}

const createPool = (server: EmbeddedServer): pg.Pool => {
  const pool = new pg.Pool({
    ...session,
    stream: () => server.createStream('runtime'),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  })
  // The next query meets the same error, and is told of it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The session is dropped afterwards: the next client starts with the runtime role again. */
const asOwnerOf =
  (pool: pg.Pool): Embedded['asOwner'] =>
  async (work) => {
    const client = await pool.connect()
    try {
      await client.query('reset role')
      return await work(client)
    } finally {
      client.release(true)
    }
  }

const checkRole = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    await checkRuntimeRole(client)
  } finally {
    client.release()
  }
}

/**
 * Opens and migrates the database of a data directory, for this process alone.
 * @throws StartRefused when the directory is in use, cannot be written or does not open
 */
export const openEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const root = resolve(options.directory)
  const lock = lockDirectory(root)
  try {
    const server = await startServer(root)
    const afterClose = async () => {
      await server.close()
      lock.release()
    }
    try {
      await migrateAsOwner(server, options.log)
      const pool = createPool(server)
      await checkRole(pool)
      const database = new PooledDatabase({
        kind: 'embedded',
        pool,
        outage: createOutage(options.log),
        expectRoom: async () => {
          if (!hasRoom(root)) throw new CannotWrite('disk full')
        },
        afterClose,
      })
      return { database, server, asOwner: asOwnerOf(pool) }
    } catch (error) {
      await server.close()
      throw error
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
