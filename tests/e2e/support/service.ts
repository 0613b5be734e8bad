import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const serverFolder = fileURLToPath(new URL('../../../packages/server/', import.meta.url))
/** As `npm start` runs it. */
const main = join(serverFolder, 'dist', 'main.js')
/** Only catches hangs. */
const startMillis = 300_000
/** Of every service on a database of the test server. */
export const masterKey = Buffer.alloc(32, 3).toString('base64')

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
  /** Loads the demonstration in place of a service that waits for its first administrator. */
  readonly demo?: boolean
  /** Begins then, by Debian's faketime, and goes on from there. */
  readonly at?: Date
  /** For services that have to know of each other before they start. */
  readonly port?: number
  /** Its public name; another one than `localhost` keeps the cookies of two services apart. */
  readonly host?: string
  /** Answers TLS by itself, and asks browsers for certificates of people. */
  readonly withTls?: boolean
  /** Beside what every service of a journey is given. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Below the range from which systems take the ports of outgoing connections. */
const ports = { first: 20_000, count: 12_000 }

const canListen = async (port: number): Promise<boolean> => {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}

/**
 * Keeps a port from other workers and suites that draw one, until this process ends: by the same number
 * of UDP, on which nothing of a journey listens.
 */
const canReserve = async (port: number): Promise<boolean> => {
  const mark = createSocket('udp4')
  try {
    mark.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(mark, 'listening')
    mark.unref()
    return true
  } catch {
    mark.close()
    return false
  }
}

/** A port that nothing listens on, and that is given once. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = ports.first + randomInt(ports.count)
    if ((await canReserve(port)) && (await canListen(port))) return port
  }
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
  for await (const line of createInterface({ input: child.stdout })) {
    seen.push(line)
    if (line === 'Ready.') return { setupLink: null }
    // The last line of a start, where there is one.
    if (/^https?:\/\/\S+\/setup\/\S+$/.test(line)) return { setupLink: line }
  }
  throw new Error(`the service ended before it was ready:\n${seen.join('\n')}`)
}

/** Prints what the service logs as an error: it says more of a failure than its pages. */
const reportErrors = async ({ stdout }: ChildProcess): Promise<void> => {
  if (stdout === null) return
  for await (const line of createInterface({ input: stdout })) {
    if (/"level":"?(?:error|fatal|[56]0)\b/.test(line))
      process.stderr.write(`${line.slice(0, 4000)}\n`)
  }
}

/** Ends the service once its input is closed: by `stop`, or because the worker of the tests is gone. */
const guard = `
exec 3<&0
"$@" </dev/null &
service=$!
(cat <&3 >/dev/null; kill $service) 2>/dev/null &
guard=$!
wait $service
status=$?
kill $guard 2>/dev/null
exit $status
`

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  child.stdin?.end()
  await once(child, 'exit')
}

/** Debian's library that shows a program another time, as its command names it. */
const faketimeLibrary = (): string =>
  execFileSync('faketime', ['-m', 'now', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).trim()

/** What makes a program begin then. Timers go by a clock of their own, which stays as it is. */
const otherTime = (at: Date | undefined): Record<string, string> =>
  at === undefined
    ? {}
    : {
        TZ: 'UTC',
        LD_PRELOAD: faketimeLibrary(),
        FAKETIME: `@${at.toISOString().slice(0, 19).replace('T', ' ')}`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }

/** A certificate of `localhost`. */
const tls = {
  SIGNET_TLS_CERT: join(serverFolder, 'testing/tls/server.pem'),
  SIGNET_TLS_KEY: join(serverFolder, 'testing/tls/server.key'),
  SIGNET_TLS_CLIENT_CERTIFICATES: 'true',
}

/** Starts the real service as its users do, on a port of its own. */
export const startService = async ({
  databaseUrl,
  dataDir,
  demo = false,
  at,
  host = 'localhost',
  port: given,
  withTls = false,
  environment = {},
}: ServiceOptions): Promise<Service> => {
  const port = given ?? (await freePort())
  const url = `${withTls ? 'https' : 'http'}://${host}:${port}`
  const command = [process.execPath, main, ...(demo ? ['--demo'] : [])]
  const child = spawn('/bin/sh', ['-c', guard, 'service', ...command], {
    env: {
      ...cleanEnvironment(),
      ...otherTime(at),
      UV_THREADPOOL_SIZE: '8',
      SIGNET_PORT: String(port),
      SIGNET_PUBLIC_URL: url,
      SIGNET_DATA: dataDir,
      SIGNET_DEV: 'true',
      SIGNET_LOG_LEVEL: 'warn',
      ...(databaseUrl === undefined
        ? {}
        : {
            SIGNET_DATABASE_OWNER_URL: databaseUrl,
            SIGNET_MASTER_KEY: masterKey,
          }),
      ...(withTls ? tls : {}),
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const timer = setTimeout(() => child.stdin?.end(), startMillis)
  const { setupLink } = await readiness(child)
  clearTimeout(timer)
  // What is not read fills the pipe, and then stops the service.
  void reportErrors(child)
  return { url, setupLink, stop: () => stopped(child) }
}
