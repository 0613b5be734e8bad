import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../../start-refused.ts'
import { errorCodeOf } from '../sql-errors.ts'
import { hasRoom } from './room.ts'

/** Says who holds the directory; the lock itself is on the other file, which always stays. */
const nameFile = 'signet.lock'
const heldFile = 'signet.lock.held'

/** Kept here: a connection that is garbage would be closed, and its lock released. */
const held = new Set<DatabaseSync>()

/** A process that is being killed holds its files until the last of its threads has ended. */
const endingMillis = 1000

/** Of SQLite: SQLITE_BUSY. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5

/**
 * The lock of the operating system on a file, by way of SQLite; null where it is held. The kernel
 * releases it with its process, and it counts in other containers and PID namespaces, too, and on
 * other hosts where the file system passes locks on.
 */
const lockFile = (path: string): DatabaseSync | null => {
  const file = new DatabaseSync(path, { timeout: endingMillis })
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file.close()
    if (isBusy(error)) return null
    throw error
  }
}

/** Process id and host of the holder; empty where they are not to be read. */
const holderOf = (path: string): string => {
  try {
    const [pid = '', host = ''] = readFileSync(path, 'utf8').split('\n')
    if (!/^\d+$/.test(pid)) return ''
    return host === hostname() ? ` (${pid})` : ` (${pid} on ${host})`
  } catch {
    return ''
  }
}

export interface DirectoryLock {
  release(): void
}

const take = (directory: string): DirectoryLock => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const name = join(directory, nameFile)
  const file = lockFile(join(directory, heldFile))
  if (file === null) {
    throw new StartRefused(
      `Another process${holderOf(name)} uses the data directory ${directory}: stop it first, or name another in SIGNET_DATA`,
    )
  }
  held.add(file)
  const release = (): void => {
    if (!held.delete(file)) return
    rmSync(name, { force: true })
    file.close()
  }
  try {
    writeFileSync(name, `${process.pid}\n${hostname()}\n`, { mode: 0o600 })
  } catch (error) {
    release()
    throw error
  }
  return { release }
}

/**
 * Takes a data directory for this process alone; PGlite itself would let two processes write.
 * The lock of a process that has ended, in whatever way, is free.
 * @throws StartRefused when another process holds it or it cannot be written
 */
export const lockDirectory = (directory: string): DirectoryLock => {
  try {
    return take(directory)
  } catch (error) {
    if (error instanceof StartRefused) throw error
    const reason = hasRoom(directory) ? (errorCodeOf(error) ?? String(error)) : 'no space left'
    throw new StartRefused(`The data directory ${directory} cannot be written (${reason})`, error)
  }
}
