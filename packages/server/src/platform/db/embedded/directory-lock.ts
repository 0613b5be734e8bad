import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '../../start-refused.ts'
import { errorCodeOf } from '../sql-errors.ts'

/** Who holds a data directory. A process id alone is used again, sooner or later. */
interface Holder {
  readonly pid: number
  readonly bootId: string
  /** Clock ticks from boot to the start of the process; empty where the system does not tell. */
  readonly startedAt: string
}

const readOr = (path: string, otherwise: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return otherwise
  }
}

/** Elsewhere than on Linux the time of boot, to ten seconds, tells one boot from another. */
const bootId = (): string =>
  readOr(
    '/proc/sys/kernel/random/boot_id',
    `boot-${Math.round((Date.now() / 1000 - uptime()) / 10)}`,
  )

/**
 * Of proc_pid_stat(5), from field 3 on; the second field, the name, may hold spaces and parentheses.
 */
const statOf = (pid: number): readonly string[] => {
  const stat = readOr(`/proc/${pid}/stat`, '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Field 22. */
const startOf = (pid: number): string => statOf(pid)[19] ?? ''

/** A zombie has ended, whether its parent ever asks or not; it holds no file (field 3). */
const hasEnded = (pid: number): boolean => /^[ZXx]$/.test(statOf(pid)[0] ?? '')

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}

const parseHolder = (text: string): Holder | null => {
  const [pid, boot, startedAt] = text.split('\n')
  if (!/^\d+$/.test(pid ?? '') || boot === undefined) return null
  return { pid: Number(pid), bootId: boot, startedAt: startedAt ?? '' }
}

const isAlive = (holder: Holder | null): boolean =>
  holder !== null &&
  holder.bootId === bootId() &&
  isRunning(holder.pid) &&
  holder.startedAt === startOf(holder.pid)

const refuse = (directory: string, { pid }: Holder) =>
  new StartRefused(
    `Another process (${pid}) uses the data directory ${directory}: stop it first, or name another in SIGNET_DATA`,
  )

/** A link is made at once with its content, or fails because the lock is there. */
const tryLink = (own: string, lock: string): boolean => {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes a lock away whose holder is gone. Two processes may do so at once: the one that moved a
 * living lock away by mistake puts it back.
 */
const removeStale = (lock: string, stale: string, moved: string): void => {
  try {
    renameSync(lock, moved)
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return
    throw error
  }
  if (readOr(moved, '') !== stale) tryLink(moved, lock)
  rmSync(moved, { force: true })
}

const take = (directory: string, own: string): string => {
  const lock = join(directory, 'signet.lock')
  while (!tryLink(own, lock)) {
    const text = readOr(lock, '')
    const holder = parseHolder(text)
    if (holder !== null && isAlive(holder)) throw refuse(directory, holder)
    removeStale(lock, text, `${own}.stale`)
  }
  return lock
}

export interface DirectoryLock {
  release(): void
}

/**
 * Takes a data directory for this process alone; PGlite itself would let two processes write.
 * The lock of a killed process is recovered.
 * @throws StartRefused when another process holds it or it cannot be written
 */
export const lockDirectory = (directory: string): DirectoryLock => {
  const own = join(directory, `signet.lock.${process.pid}`)
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    writeFileSync(own, `${process.pid}\n${bootId()}\n${startOf(process.pid)}\n`, { mode: 0o600 })
    try {
      const lock = take(directory, own)
      return { release: () => rmSync(lock, { force: true }) }
    } finally {
      rmSync(own, { force: true })
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error
    const reason = errorCodeOf(error) ?? String(error)
    throw new StartRefused(`The data directory ${directory} cannot be written (${reason})`, error)
  }
}
