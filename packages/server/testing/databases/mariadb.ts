import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const tls = join(import.meta.dirname, '../tls')

export interface MariaDb {
  readonly port: number
  /** Statements as its administrator. @returns what they answer, by tabs and lines without a head */
  run(sql: string): string
  close(): Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  server.close()
  await once(server, 'close')
  return port
}

const expectDone = (command: string, given: readonly string[], input?: string): string => {
  const { status, stdout, stderr, error } = spawnSync(command, given, { encoding: 'utf8', input })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout
}

const patienceMillis = 60_000

/** MariaDB of the Debian package on a port of its own, with TLS by the authority of the tests. */
export const startMariaDb = async (): Promise<MariaDb> => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mariadb-'))
  const port = await freePort()
  const socket = join(folder, 'socket')
  for (const file of ['server.pem', 'server.key']) copyFileSync(join(tls, file), join(folder, file))
  const own = ['--no-defaults', `--datadir=${join(folder, 'data')}`]
  const root = process.getuid?.() === 0 ? ['--user=root'] : []
  expectDone('mariadb-install-db', [
    ...own,
    ...root,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
  const server = spawn(
    'mariadbd',
    [
      ...own,
      ...root,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${socket}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--ssl-cert=${join(folder, 'server.pem')}`,
      `--ssl-key=${join(folder, 'server.key')}`,
      '--innodb-buffer-pool-size=16M',
      '--innodb-log-file-size=8M',
      '--skip-log-bin',
    ],
    { stdio: 'ignore' },
  )
  const run = (sql: string): string =>
    expectDone(
      'mariadb',
      ['--no-defaults', '--skip-column-names', `--socket=${socket}`, '--user=root'],
      sql,
    )
  const until = Date.now() + patienceMillis
  for (;;) {
    try {
      run('select 1')
      break
    } catch (error) {
      if (Date.now() > until || server.exitCode !== null) throw error
      await pause(100)
    }
  }
  return {
    port,
    run,
    close: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
