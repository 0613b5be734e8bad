import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { copyMigratedDirectory } from '../../../../testing/database/test-embedded.ts'
import {
  createProbes,
  insertProbe,
  selectProbes,
  tenantA,
} from '../../../../testing/database/test-probe.ts'
import { createLog } from '../../log.ts'
import { openEmbedded } from '../embedded.ts'

/*
 * Guards: the thread that did not open is given up (server.ts), `hasRoom`, `translateError` of a full
 * disk, and the segments made in advance (wal-segments.ts).
 */

const silent = createLog({ level: 'silent' })

/** A small file system of its own; null where this process may not mount one. */
const mountSmall = (megabytes: number): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const fill = (folder: string): void =>
  writeFileSync(join(folder, 'fill'), Buffer.alloc(freeBytes(folder) - 2_000_000))

/** A row, and 100 kB for the write-ahead log. */
const write = (id: number) => [
  insertProbe(tenantA, id),
  CompiledQuery.raw(`select pg_logical_emit_message(false, 'test', repeat('x', 100000))`),
]

test('a full disk is named, loses nothing and is recovered from when there is room', async ({
  skip,
}) => {
  const folder = mountSmall(200)
  if (folder === null) return skip('this process may not mount a file system')
  const source = await copyMigratedDirectory()
  cpSync(source, join(folder, 'data'), { recursive: true })
  await rm(source, { recursive: true })
  const lines: { msg: string; reason?: string }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ level: 'warn', destination })
  const opened = await openEmbedded({ directory: join(folder, 'data'), log })
  const { database } = opened
  try {
    await createProbes(opened)
    fill(folder)
    const written: number[] = []
    const failures = new Set<string>()
    for (let id = 0; id < 2000 && failures.size === 0; id += 1) {
      await database.flush(tenantA, write(id)).then(
        () => written.push(id),
        (error: unknown) => failures.add(String(error)),
      )
    }
    const named = 'DatabaseUnreachable: the database takes no changes: disk full'
    for (let each = 0; each < 3; each += 1) {
      await expect(database.flush(tenantA, write(5000 + each))).rejects.toThrow('disk full')
      await expect(database.ping()).rejects.toMatchObject({ reason: 'disk full' })
    }
    expect([...failures]).toEqual([named])
    expect(lines.filter(({ reason }) => reason?.includes('disk full'))).toHaveLength(1)

    rmSync(join(folder, 'fill'))
    await expect
      .poll(() => database.flush(tenantA, write(9999)).then(() => 'written', String))
      .toBe('written')
    await expect.poll(() => database.ping().then(() => 'ready', String)).toBe('ready')
    const { rows } = await database.forTenant(tenantA).executeQuery(selectProbes)
    const ids = new Set(rows.map(({ id }) => id))
    expect(written.filter((id) => !ids.has(id))).toEqual([])
  } finally {
    await database.close()
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
})

test('a start on a full disk ends with its reason, and is made once there is room', async ({
  skip,
}) => {
  const folder = mountSmall(200)
  if (folder === null) return skip('this process may not mount a file system')
  try {
    const source = await copyMigratedDirectory()
    cpSync(source, join(folder, 'data'), { recursive: true })
    await rm(source, { recursive: true })
    writeFileSync(join(folder, 'fill'), Buffer.alloc(freeBytes(folder)))
    const start = () => openEmbedded({ directory: join(folder, 'data'), log: silent })
    await expect(start()).rejects.toThrow('no space left')
    rmSync(join(folder, 'fill'))
    const { database } = await start()
    await database.ping()
    await database.close()
  } finally {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
})

test('maintenance makes two segments in advance, and they are written to', async () => {
  const directory = await copyMigratedDirectory()
  const segments = () =>
    readdirSync(join(directory, 'database', 'pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name))
  let opened = await openEmbedded({ directory, log: silent })
  await createProbes(opened)
  const before = segments().length
  opened.server.maintain()
  await expect.poll(() => segments().length).toBeGreaterThanOrEqual(before + 1)
  for (let id = 0; id < 500; id += 1) await opened.database.flush(tenantA, write(id))
  await opened.database.close()
  opened = await openEmbedded({ directory, log: silent })
  const { rows } = await opened.database.forTenant(tenantA).executeQuery(selectProbes)
  expect(rows).toHaveLength(500)
  await opened.database.close()
  await rm(directory, { recursive: true })
})
