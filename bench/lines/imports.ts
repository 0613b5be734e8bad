import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Administrator } from '../flows/administration.ts'
import { importUsers } from '../flows/imports.ts'
import { connect } from '../load/http.ts'
import { cpuBetween, cpuOf, type Measured, totalMillis } from '../machine/cpu.ts'
import { memoryMb } from '../machine/memory.ts'
import { onBothCores } from '../machine/pinning.ts'
import { freePort } from '../machine/postgres.ts'
import { startService } from '../machine/service.ts'
import { found, missing } from '../report/finding.ts'
import { peopleFile } from '../seed/people-file.ts'
import { environment, host, serviceFlags } from '../subject/environment.ts'
import { openSeeding } from '../subject/seeding.ts'
import { firstPath } from '../subject/signet.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

const warmRows = 2000
const sampleMillis = 250

interface Importing {
  readonly administrator: Administrator
  readonly measured: Measured
  readonly rows: number
}

/** From the first part of the file to the end of the operation, after a small one. */
const timeImport = async ({ administrator, measured, rows }: Importing) => {
  await importUsers(administrator, peopleFile('warm', warmRows), warmRows)
  let peakMb = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMb(measured.serverPid))
  }, sampleMillis)
  const before = cpuOf(measured)
  const began = performance.now()
  try {
    await importUsers(administrator, peopleFile('person', rows), rows)
  } finally {
    clearInterval(sampling)
  }
  const perSecond = (rows / (performance.now() - began)) * 1000
  return { perSecond, peakMb, cpuMillis: totalMillis(cpuBetween(before, cpuOf(measured))) / rows }
}

/** Steadier than the time it takes, where others use the machine. */
const cpuLine = (on: string) =>
  ({
    line: `import of users with hashes, ${on}: CPU of a row`,
    unit: 'ms',
    better: 'less',
  }) as const

const million = 1_000_000

export interface Imported {
  readonly site: Site
  readonly rows: number
}

/** Beside the users who are there already. */
export const importLines: Measure<Imported> = {
  lines: [goals.importPostgres, goals.importPostgresMemory, goals.importMillionMemory],
  needs: ['startImportusers'],
  async run({ site, rows }) {
    const signet = await site.start({}, 'both')
    try {
      const administrator = { http: signet.http, token: site.seeding.adminToken }
      const { measured } = signet
      const { perSecond, peakMb, cpuMillis } = await onBothCores(site.postgres.pid, () =>
        timeImport({ administrator, measured, rows }),
      )
      return [
        found(goals.importPostgres, perSecond),
        found(cpuLine('PostgreSQL'), cpuMillis),
        found(goals.importPostgresMemory, peakMb),
        rows < million
          ? missing(goals.importMillionMemory, 'only with --large')
          : found(goals.importMillionMemory, peakMb),
      ]
    } finally {
      await signet.stop()
    }
  },
}

const embeddedRows = 20_000

const measureEmbedded = async (dataFolder: string) => {
  const port = await freePort()
  const env = environment({ port, database: null, dataFolder })
  const start = () =>
    startService({
      script: 'packages/server/dist/main.js',
      nodeArgs: serviceFlags,
      env,
      host,
      port,
      path: firstPath,
      pinned: false,
    })
  // The embedded database has one process at a time.
  await (await start()).stop()
  const seeding = await openSeeding(env)
  await seeding.close()
  const service = await start()
  const http = connect(service.url)
  try {
    const administrator = { http, token: seeding.adminToken }
    const measured = { serverPid: service.pid, postgresPid: null }
    return await timeImport({ administrator, measured, rows: embeddedRows })
  } finally {
    await http.close()
    await service.stop()
  }
}

export const embeddedImportLines: Measure<object> = {
  lines: [goals.importEmbedded, goals.importEmbeddedMemory],
  needs: ['startImportusers'],
  async run() {
    const dataFolder = mkdtempSync(join(tmpdir(), 'signet-bench-data-'))
    try {
      const { perSecond, peakMb, cpuMillis } = await measureEmbedded(dataFolder)
      return [
        found(goals.importEmbedded, perSecond),
        found(cpuLine('embedded'), cpuMillis),
        found(goals.importEmbeddedMemory, peakMb),
      ]
    } finally {
      rmSync(dataFolder, { recursive: true, force: true })
    }
  },
}
