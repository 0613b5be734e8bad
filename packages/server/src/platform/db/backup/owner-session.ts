import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { StartRefused } from '../../start-refused.ts'
import { lockDirectory } from '../embedded/directory-lock.ts'
import { EmbeddedServer } from '../embedded/server.ts'
import { syncPath, syncTree } from '../embedded/sync-tree.ts'
import type { DatabaseConfig } from '../open.ts'
import { withClient } from '../postgres.ts'

type OwnerWork<T> = (owner: pg.ClientBase) => Promise<T>

const ownerUrlOf = ({ databaseUrl, databaseOwnerUrl }: DatabaseConfig): string | null => {
  if (databaseUrl === null || databaseOwnerUrl !== null) return databaseOwnerUrl
  throw new StartRefused('The owner sees every tenant: give SIGNET_DATABASE_OWNER_URL')
}

const asSuperuser = async <T>(directory: string, work: OwnerWork<T>): Promise<T> => {
  const server = await EmbeddedServer.start({ directory })
  try {
    const owner = new pg.Client({
      user: 'postgres',
      database: 'postgres',
      stream: () => server.createStream('owner'),
    })
    await owner.connect()
    try {
      return await work(owner)
    } finally {
      await owner.end()
    }
  } finally {
    await server.close()
  }
}

const locked = async <T>(root: string, work: () => Promise<T>): Promise<T> => {
  const lock = lockDirectory(root)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/**
 * Runs `work` as the schema's owner on the configured database as it stands: nothing is migrated.
 * @throws StartRefused when there is none, or another process uses the embedded one
 */
export const withOwner = async <T>(config: DatabaseConfig, work: OwnerWork<T>): Promise<T> => {
  const ownerUrl = ownerUrlOf(config)
  if (ownerUrl !== null) return await withClient(ownerUrl, work)
  const root = resolve(config.dataDir)
  const directory = join(root, 'database')
  if (!existsSync(directory)) throw new StartRefused(`There is no database in ${root}`)
  return await locked(root, () => asSuperuser(directory, work))
}

/** The new files get their name last: what `work` did not finish is not there. */
const makeFiles = async <T>(root: string, work: OwnerWork<T>): Promise<T> => {
  const directory = join(root, 'database')
  if (existsSync(directory)) {
    throw new StartRefused(`${root} holds a database already: name another folder in SIGNET_DATA`)
  }
  const unfinished = `${directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  try {
    const value = await asSuperuser(unfinished, work)
    await syncTree(unfinished)
    await rename(unfinished, directory)
    await syncPath(root)
    return value
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Runs `work` as the owner of a database that is to be filled: the configured one on PostgreSQL,
 * new files in the data folder else.
 * @throws StartRefused when the data folder holds a database
 */
export const withNewOwner = async <T>(config: DatabaseConfig, work: OwnerWork<T>): Promise<T> => {
  const ownerUrl = ownerUrlOf(config)
  if (ownerUrl !== null) return await withClient(ownerUrl, work)
  const root = resolve(config.dataDir)
  return await locked(root, () => makeFiles(root, work))
}
