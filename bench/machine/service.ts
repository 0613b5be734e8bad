import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bothCores, onCores, serverCore } from './pinning.ts'
import { ended, startedHere } from './started.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server under measurement, in a process of its own. */
export interface Service {
  readonly pid: number
  readonly url: string
  /** From the start of the process to the first answer with status 200. */
  readonly startMillis: number
  stop(): Promise<void>
}

export interface ServiceOptions {
  /** Script, relative to the checkout. */
  readonly script: string
  readonly args?: readonly string[]
  readonly nodeArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly host: string
  readonly port: number
  /** Asked until it answers 200. */
  readonly path: string
  /** On the server's core; a start is timed on all cores, as people have them. */
  readonly pinned: boolean
}

/** As the launcher sets it on one core: hashes and signatures share libuv's threads. */
const threadPoolSize = '5'

const environment = (
  env: Readonly<Record<string, string>>,
): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('SIGNET_')),
  ),
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: threadPoolSize,
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: `${root}.cache/compile-cache`,
  ...env,
})

const answers = ({ host, port, path }: ServiceOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path, agent: false, headers: { host: `${host}:${port}` } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      },
    )
    asked.once('error', () => resolve(false))
    asked.end()
  })

const pollMillis = 5

/** What it says goes to a file, as in production: a pipe would make the driver work. */
const start = (options: ServiceOptions, log: string) => {
  const { nodeArgs = [], script, args: given = [], pinned } = options
  const command = [process.execPath, ...nodeArgs, script, ...given]
  const [program, args] = onCores(pinned ? serverCore : bothCores, command)
  const file = openSync(log, 'w')
  const env = environment(options.env ?? {})
  return startedHere(spawn(program, args, { cwd: root, env, stdio: ['ignore', file, file] }))
}

/** @throws Error with what the process said, when it ends before it answers */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-bench-log-'))
  const log = join(folder, 'log')
  const began = performance.now()
  const child = start(options, log)
  while (!(await answers(options))) {
    if (child.exitCode !== null) {
      throw new Error(`${options.script} ended:\n${readFileSync(log, 'utf8')}`)
    }
    await sleep(pollMillis)
  }
  return {
    pid: child.pid ?? 0,
    url: `http://${options.host}:${options.port}`,
    startMillis: performance.now() - began,
    stop: async () => {
      await ended(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
