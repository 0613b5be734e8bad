import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { inRoot } from './root.mjs'

/** No install or build takes so long; a lock this old was left by a machine that went down. */
const staleAfterMillis = 20 * 60_000

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A zombie has ended, whether its parent reaps it or not (proc_pid_stat(5), field 3). */
const hasEnded = (pid) => /\) [ZX] /.test(read(`/proc/${pid}/stat`) ?? '')

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const isStale = (path, holder) => {
  if (!isAlive(Number(holder))) return true
  try {
    return Date.now() - statSync(path).mtimeMs > staleAfterMillis
  } catch {
    return false
  }
}

/** Makes `path` with the content of `own`, or answers false where it exists: one atomic step. */
const link = (own, path) => {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Removes a lock whose holder is gone. Of several who see it, the one whose hard link to that
 * very lock is made removes it, so that nobody removes the lock of a successor.
 */
const removeStale = (path, holder) => {
  const claim = `${path}.stale-${holder}`
  if (!link(path, claim)) return
  if (read(claim) === holder) rmSync(path, { force: true })
  rmSync(claim, { force: true })
}

const acquire = async (path, own) => {
  for (let told = false; !link(own, path); ) {
    const holder = read(path)
    if (holder === undefined) continue
    if (isStale(path, holder)) {
      removeStale(path, holder)
      continue
    }
    if (!told) console.error(`Waiting for process ${holder}, which holds ${path}.`)
    told = true
    await sleep(200)
  }
}

/** Runs `work` while no other process of this checkout holds the same lock. */
export const withLock = async (name, work) => {
  mkdirSync(inRoot('.cache'), { recursive: true })
  const path = inRoot('.cache', `${name}.lock`)
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  const release = () => rmSync(path, { force: true })
  try {
    await acquire(path, own)
    process.once('exit', release)
    return await work()
  } finally {
    unlinkSync(own)
    if (read(path) === String(process.pid)) release()
    process.off('exit', release)
  }
}
