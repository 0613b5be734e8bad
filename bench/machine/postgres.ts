import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onCores, serverCore } from './pinning.ts'
import { ended, startedHere } from './started.ts'

/** A PostgreSQL server of the run's own, with fsync on, beside the service on its core. */
export interface Postgres {
  readonly pid: number
  readonly version: string
  /** The owner's address of a database. */
  url(database: string): string
  createDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

const binaries = (): string => {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'initdb'))
    .filter(existsSync)
    .map((path) => dirname(realpathSync(path)))
  const debian = '/usr/lib/postgresql'
  const packaged = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : []
  const found = [...onPath, ...packaged].find((folder) => existsSync(join(folder, 'postgres')))
  if (found === undefined) throw new Error('PostgreSQL is not installed (initdb, postgres).')
  return found
}

const idOf = (flag: string): number =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)

/** PostgreSQL refuses to run as root. */
const identity = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

const settings = (port: number): string[] =>
  [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=512MB',
    'max_wal_size=4GB',
    'fsync=on',
    'synchronous_commit=on',
  ].flatMap((setting) => ['-c', setting])

const waitUntilReady = async (folder: string, server: ChildProcess): Promise<void> => {
  const state = join(folder, 'data', 'postmaster.pid')
  while (!existsSync(state) || !readFileSync(state, 'utf8').includes('ready')) {
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start.')
    await sleep(50)
  }
}

export const startPostgres = async (): Promise<Postgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-bench-'))
  const { uid, gid } = identity()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const who = { ...identity(), cwd: folder }
  const bin = binaries()
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', 'data', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust'],
    { ...who, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const [command, args] = onCores(serverCore, [
    join(bin, 'postgres'),
    '-D',
    'data',
    ...settings(port),
  ])
  const server = startedHere(spawn(command, args, { ...who, stdio: 'ignore' }))
  await waitUntilReady(folder, server)
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return {
    pid: server.pid ?? 0,
    version: stdout.trim(),
    url,
    createDatabase: async (name) => {
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
      await client.end()
    },
    stop: async () => {
      await ended(server, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
