import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { installedBinaries, packagedBinaries } from './postgres-binaries.ts'

/** Starts a server, prints its address and waits; killed, it can clean up nothing. */
const owner = `
import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
const { url } = await startPostgres()
console.log(url)
setInterval(() => {}, 1000)
`

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const isSilent = async (url: string): Promise<boolean> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (!(await answers(url))) return true
    await sleep(100)
  }
  return false
}

const available = installedBinaries() ?? packagedBinaries()

test.skipIf(available === undefined)(
  'a server of its own answers until it is stopped',
  async () => {
    const server = await startPostgres()
    expect(await answers(server.url)).toBe(true)
    await server.stop()
    expect(await answers(server.url)).toBe(false)
  },
  60_000,
)

test.skipIf(available === undefined)(
  'the server ends with a runner that was killed',
  async () => {
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', owner], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [chunk]: unknown[] = await once(runner.stdout, 'data')
    const url = String(chunk).trim()
    expect(await answers(url)).toBe(true)
    runner.kill('SIGKILL')
    expect(await isSilent(url)).toBe(true)
  },
  60_000,
)
