import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyMigratedDirectory } from '../../../../testing/database/test-embedded.ts'
import {
  createProbes,
  insertProbe,
  selectProbes,
  tenantA,
} from '../../../../testing/database/test-probe.ts'
import { createLog } from '../../log.ts'
import { openEmbedded } from '../embedded.ts'

const log = createLog({ level: 'silent' })
let directory: string

beforeEach(async () => {
  directory = await copyMigratedDirectory()
})

afterEach(() => rm(directory, { recursive: true, force: true }))

/** Opens the directory for one piece of work. */
const opening = async <T>(
  work: (opened: Awaited<ReturnType<typeof openEmbedded>>) => Promise<T>,
): Promise<T> => {
  const opened = await openEmbedded({ directory, log })
  try {
    return await work(opened)
  } finally {
    await opened.database.close()
  }
}

test('syncs once to the disk for each commit and never for a read', async () => {
  await opening(async (opened) => {
    await createProbes(opened)
    // The next file of the log is made with more writes to the disk: this one is new.
    await opened.asOwner((owner) => owner.query('select pg_switch_wal()'))
    await opened.database.flush(tenantA, [insertProbe(tenantA, -1)])
    const before = await opened.server.countSyncs()
    for (let id = 0; id < 100; id += 1) {
      await opened.database.flush(tenantA, [insertProbe(tenantA, id)])
    }
    const after = await opened.server.countSyncs()
    for (let id = 0; id < 100; id += 1) {
      await opened.database.forTenant(tenantA).executeQuery(selectProbes)
    }
    expect([after - before, (await opened.server.countSyncs()) - after]).toEqual([100, 0])
  })
})

/** Starts the writer, kills it once it has told `enough` rows; the last row it told. */
const writeUntilKilled = async (first: number, enough: number): Promise<number> => {
  const file = join(import.meta.dirname, '../../../../testing/database/writing-child.ts')
  const child = spawn(process.execPath, [file, directory, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = -1
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (last - first >= enough) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return last
}

test('loses no acknowledged row when the process is killed', async () => {
  await opening(createProbes)
  const told = [await writeUntilKilled(0, 300), await writeUntilKilled(10_000, 700)]
  const ids = await opening(async ({ database }) => {
    const { rows } = await database.forTenant(tenantA).executeQuery(selectProbes)
    return new Set(rows.map(({ id }) => id))
  })
  const expected = told.flatMap((last, round) =>
    Array.from({ length: (last % 10_000) + 1 }, (_, index) => round * 10_000 + index),
  )
  expect(expected.filter((id) => !ids.has(id))).toEqual([])
  expect(expected.length).toBeGreaterThan(1_000)
})

test('refuses a second process while the first one runs', async () => {
  await opening(async () => {
    await expect(openEmbedded({ directory, log })).rejects.toMatchObject({ name: 'StartRefused' })
  })
})

test('begins again after a first start that was cut off', async () => {
  await rm(join(directory, 'database'), { recursive: true })
  await mkdir(join(directory, 'database.new'))
  await writeFile(join(directory, 'database.new', 'PG_VERSION'), '18')
  await opening(async ({ database }) => {
    const { rows } = await sql`select count(*) from migrations`.execute(database.system)
    expect(rows).toHaveLength(1)
  })
})
