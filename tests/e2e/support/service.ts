import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))
const startMillis = 60_000

export interface Service {
  readonly url: string
  /** The link for the first administrator, as printed; null once it is used. */
  readonly setupLink: string | null
  stop(): Promise<void>
}

export interface ServiceOptions {
  /** An owner URL of an empty PostgreSQL database; absent: the embedded database. */
  readonly databaseUrl?: string
  /** Kept by the caller: a second start finds the same data. */
  readonly dataDir: string
}

export const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'signet-e2e-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The environment without variables of the tests: an unknown SIGNET_ name refuses the start. */
const cleanEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('SIGNET_') || value === undefined ? [] : [[name, value]],
    ),
  )

/** What the service prints until it is ready. */
const readiness = async (child: ChildProcess): Promise<{ setupLink: string | null }> => {
  if (child.stdout === null) throw new Error('no output')
  const seen: string[] = []
  let setupLink: string | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    seen.push(line)
    setupLink = /(https?:\/\/\S*setup\S*)/.exec(line)?.[1] ?? setupLink
    if (line === 'Ready.') return { setupLink }
  }
  throw new Error(`the service ended before it was ready:\n${seen.join('\n')}`)
}

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Starts the real service as its users do, on a port of its own. */
export const startService = async ({ databaseUrl, dataDir }: ServiceOptions): Promise<Service> => {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: {
      ...cleanEnvironment(),
      UV_THREADPOOL_SIZE: '8',
      SIGNET_PORT: String(port),
      SIGNET_DATA: dataDir,
      SIGNET_DEV: 'true',
      SIGNET_LOG_LEVEL: 'warn',
      ...(databaseUrl === undefined
        ? {}
        : {
            SIGNET_DATABASE_OWNER_URL: databaseUrl,
            SIGNET_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
          }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), startMillis)
  const { setupLink } = await readiness(child)
  clearTimeout(timer)
  return { url: `http://localhost:${port}`, setupLink, stop: () => stopped(child) }
}
