import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installedBinaries, unpackBinaries } from './postgres-binaries.ts'

/** A PostgreSQL server of the test run's own. */
export interface TestPostgres {
  readonly url: string
  readonly version: string
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

interface Identity {
  readonly uid?: number
  readonly gid?: number
}

const idOf = (flag: string, name: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/** PostgreSQL refuses to run as root: then as the first of these users that exists. */
const unprivileged = (): Identity => {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.')
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const memory = '/dev/shm'
/** The databases of a run and their log take less; a container often has 64 MB. */
const roomBytes = 6 * 1024 ** 3

/** In memory where there is room: most of what a test run writes is thrown away soon after. */
const place = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const initialise = (folder: string, binaries: string, identity: Identity): string => {
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  // Codepoint order with UTF-8 letters; only glibc is sure to have it.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const { status, stderr } = spawnSync(
    join(binaries, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'postgres', '-E', 'UTF8', `--locale=${locale}`].concat(
      '--auth=password',
      `--pwfile=${passwordFile}`,
      '--no-sync',
    ),
    { ...identity, cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
  return password
}

/**
 * Runs the server until standard input ends, which also happens when the runner is killed; then
 * stops it and removes the folder.
 */
const guardScript = `
exec 3<&0
"$@" >log 2>&1 &
server=$!
(cat <&3 >/dev/null; kill -INT $server) &
guard=$!
trap '' INT TERM HUP
wait $server
kill $guard 2>/dev/null
cd / && rm -rf "$FOLDER"
`

const settings = (port: number): string[] =>
  [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'jit=off',
    // The data lives as long as the run.
    'fsync=off',
    'full_page_writes=off',
    'max_wal_size=2GB',
    'checkpoint_timeout=1h',
    'timezone=UTC',
  ].flatMap((setting) => ['-c', setting])

const run = (folder: string, command: readonly string[], identity: Identity): ChildProcess =>
  spawn('/bin/sh', ['-c', guardScript, 'guard', ...command], {
    ...identity,
    cwd: folder,
    env: { ...process.env, FOLDER: folder },
    // A process group of its own: Ctrl-C reaches the runner, and the runner stops the server.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The last line of postmaster.pid tells the state. */
const waitUntilReady = async (folder: string, server: ChildProcess): Promise<void> => {
  for (;;) {
    const log = read(join(folder, 'log'))
    if (read(join(folder, 'data', 'postmaster.pid')).includes('ready')) return
    if (server.exitCode !== null || log.includes('FATAL')) {
      server.stdin?.end()
      throw new Error(`PostgreSQL did not start:\n${log}`)
    }
    await sleep(50)
  }
}

const stop = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.stdin?.end()
  await ended
}

const startIn = async (folder: string): Promise<TestPostgres> => {
  const identity = unprivileged()
  const binaries = installedBinaries() ?? (await unpackBinaries(folder))
  if (binaries === undefined)
    throw new Error(
      'No PostgreSQL for the tests: give TEST_DATABASE_URL (a superuser), or install the server.',
    )
  if (identity.uid !== undefined && identity.gid !== undefined)
    spawnSync('chown', ['-R', `${identity.uid}:${identity.gid}`, folder])
  const password = initialise(folder, binaries, identity)
  const port = await freePort()
  const command = [join(binaries, 'postgres'), '-D', 'data', ...settings(port)]
  const server = run(folder, command, identity)
  await waitUntilReady(folder, server)
  const { stdout } = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    version: stdout.trim(),
    stop: () => stop(server),
  }
}

/** @throws a sentence when there are no binaries or the server does not start. */
export const startPostgres = async (): Promise<TestPostgres> => {
  const folder = mkdtempSync(join(place(), 'signet-postgres-'))
  try {
    return await startIn(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
