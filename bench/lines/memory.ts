import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '@signet/server/platform/db/embedded'
import { createLog } from '@signet/server/platform/log'
import { connect } from '../load/http.ts'
import { memoryMb } from '../machine/memory.ts'
import { freePort } from '../machine/postgres.ts'
import { startService } from '../machine/service.ts'
import { found } from '../report/finding.ts'
import { seedUsers } from '../seed/users.ts'
import { registerApp } from '../subject/applications.ts'
import { environment, host, serviceFlags } from '../subject/environment.ts'
import { openSeeding } from '../subject/seeding.ts'
import { firstPath } from '../subject/signet.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'
import { driveSignIn } from './sign-in.ts'

const settleMillis = 5000

/** Before the first load: what a start takes. */
export const idleMemoryLine: Measure<Pick<Stage, 'signet'>> = {
  lines: [goals.memoryIdle],
  async run({ signet }) {
    await sleep(settleMillis)
    return [found(goals.memoryIdle, memoryMb(signet.service.pid))]
  },
}

/** After all loads of the table. */
export const loadedMemoryLine: Measure<Pick<Stage, 'signet'>> = {
  lines: [goals.memoryLoaded],
  run: async ({ signet }) => [found(goals.memoryLoaded, memoryMb(signet.service.pid))],
}

const users = 1000

interface Place {
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  readonly dataFolder: string
}

const start = ({ env, port }: Place) =>
  startService({
    script: 'packages/server/dist/main.js',
    nodeArgs: serviceFlags,
    env,
    host,
    port,
    path: firstPath,
    pinned: true,
  })

/** The embedded database has one process at a time: the service, then the seeding. */
const seed = async (place: Place): Promise<string> => {
  await (await start(place)).stop()
  const seeding = await openSeeding(place.env)
  await seeding.close()
  const log = createLog({ level: 'error' })
  const { database, asOwner } = await openEmbedded({ directory: place.dataFolder, log })
  const range = { tenantId: seeding.ctx.tenant.id, from: 0, to: users }
  await asOwner((owner) => seedUsers(owner, seeding.ctx, range))
  await database.close()
  return seeding.adminToken
}

const loaded = async (place: Place): Promise<number> => {
  const token = await seed(place)
  const service = await start(place)
  const http = connect(service.url)
  const measured = { serverPid: service.pid, postgresPid: null }
  const signet = { service, http, measured, env: place.env, stop: service.stop }
  const site = { app: await registerApp(http, token), users }
  await driveSignIn({ site, signet, seconds: 8 })
  const megabytes = memoryMb(service.pid)
  await http.close()
  await service.stop()
  return megabytes
}

export const embeddedMemoryLine: Measure<object> = {
  lines: [goals.memoryEmbedded],
  async run() {
    const dataFolder = mkdtempSync(join(tmpdir(), 'signet-bench-data-'))
    try {
      const port = await freePort()
      const env = environment({ port, database: null, dataFolder })
      return [found(goals.memoryEmbedded, await loaded({ env, port, dataFolder }))]
    } finally {
      rmSync(dataFolder, { recursive: true, force: true })
    }
  },
}
