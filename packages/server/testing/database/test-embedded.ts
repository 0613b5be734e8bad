import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DirectoryLock, lockDirectory } from '../../src/platform/db/embedded/directory-lock.ts'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { createLog } from '../../src/platform/log.ts'
import { StartRefused } from '../../src/platform/start-refused.ts'
import type { TestDatabase } from './test-database.ts'
import { migrationsHash } from './test-postgres.ts'

const log = createLog({ level: 'silent' })
const cache = resolve(import.meta.dirname, '../../../../.cache/embedded')
const prefix = 'signet-embedded-'
const leftoverAfterMs = 12 * 3_600_000

/** Parallel test workers wait for the one that builds the template. */
const waitForLock = async (directory: string): Promise<DirectoryLock> => {
  for (;;) {
    try {
      return lockDirectory(directory)
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error
      await sleep(100)
    }
  }
}

const buildTemplate = async (template: string): Promise<void> => {
  const lock = await waitForLock(cache)
  try {
    if (existsSync(template)) return
    for (const other of await readdir(cache)) {
      if (!other.startsWith('signet.lock')) await rm(join(cache, other), { recursive: true })
    }
    const building = `${template}.building`
    const { database } = await openEmbedded({ directory: building, log })
    await database.close()
    await rename(join(building, 'database'), template)
    await rm(building, { recursive: true })
  } finally {
    lock.release()
  }
}

/** What killed runs left. */
const removeLeftovers = async (): Promise<void> => {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > leftoverAfterMs) await rm(path, { recursive: true, force: true })
  }
}

/** A data directory with a migrated database in it. */
export const copyMigratedDirectory = async (): Promise<string> => {
  const template = join(cache, await migrationsHash())
  if (!existsSync(template)) await buildTemplate(template)
  await removeLeftovers()
  const directory = await mkdtemp(join(tmpdir(), prefix))
  await cp(template, join(directory, 'database'), { recursive: true })
  return directory
}

const openAt = async (directory: string): Promise<TestDatabase> => {
  const { database, asOwner } = await openEmbedded({ directory, log })
  let isOpen = true
  const close = async () => {
    if (isOpen) await database.close()
    isOpen = false
  }
  return {
    database,
    ownerUrl: null,
    asOwner,
    release: async () => {
      await close()
      return { SIGNET_DATA: directory }
    },
    reopen: () => openAt(directory),
    drop: async () => {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** An embedded database of its own, from a copy of a migrated one. */
export const openTestEmbedded = async (): Promise<TestDatabase> =>
  openAt(await copyMigratedDirectory())
