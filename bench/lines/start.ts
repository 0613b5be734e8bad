import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRoutes } from '@signet/server/app/areas'
import { quantile } from '../load/percentiles.ts'
import { freePort, type Postgres } from '../machine/postgres.ts'
import { startService } from '../machine/service.ts'
import { found } from '../report/finding.ts'
import { environment, host, serviceFlags } from '../subject/environment.ts'
import { firstPath } from '../subject/signet.ts'
import { buildSynthetic } from '../synthetic/write.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

const endpoints = 1300
const starts = 7

/** Migrates and fills the compile cache first; then the median of several starts, in seconds. */
const timeStarts = async (env: Readonly<Record<string, string>>, port: number): Promise<number> => {
  const script = await buildSynthetic(endpoints - allRoutes.length)
  const seconds: number[] = []
  for (let start = 0; start <= starts; start += 1) {
    const service = await startService({
      script,
      nodeArgs: serviceFlags,
      env,
      host,
      port,
      path: firstPath,
      pinned: false,
    })
    if (start > 0) seconds.push(service.startMillis / 1000)
    await service.stop()
  }
  return quantile(
    seconds.toSorted((a, b) => a - b),
    0.5,
  )
}

export const startOnPostgres: Measure<{ readonly postgres: Postgres }> = {
  lines: [goals.startPostgres],
  async run({ postgres }) {
    await postgres.createDatabase('started')
    const port = await freePort()
    const env = environment({ port, database: postgres.url('started') })
    return [found(goals.startPostgres, await timeStarts(env, port))]
  },
}

export const startEmbedded: Measure<object> = {
  lines: [goals.startEmbedded],
  async run() {
    const dataFolder = mkdtempSync(join(tmpdir(), 'signet-bench-data-'))
    try {
      const port = await freePort()
      const env = environment({ port, database: null, dataFolder })
      return [found(goals.startEmbedded, await timeStarts(env, port))]
    } finally {
      rmSync(dataFolder, { recursive: true, force: true })
    }
  },
}
