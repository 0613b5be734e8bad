import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { masterKey } from './test-platform.ts'

const ownMain = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A port that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address === null || typeof address === 'string' ? 0 : address.port
}

export interface ServiceProcess {
  readonly child: ChildProcess
  readonly port: number
}

interface Program {
  /** Another one than this checkout's: of a release. */
  readonly main?: string
  readonly args?: readonly string[]
  /** How the line begins that is waited for: ready to answer unless given. */
  readonly until?: string
}

/** How the service says that another has taken a port since it was found free. */
const taken = /^Port \d+ is taken/m

/** @throws Error with what it has written to its error output, when it ends before it is ready */
const startAt = async (
  port: number,
  where: Readonly<Record<string, string>>,
  { main = ownMain, args = [], until = 'Ready.' }: Program,
): Promise<ServiceProcess> => {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH,
      HOME,
      SIGNET_PORT: String(port),
      SIGNET_MASTER_KEY: masterKey,
      SIGNET_REQUEST_LIMIT_SCALE: '0',
      SIGNET_LOG_LEVEL: 'error',
      ...where,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes.toString()
    process.stderr.write(bytes)
  })
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(until)) return { child, port }
  }
  await closed
  throw new Error(`the service ended before it printed ${until}
${errors}`)
}

const mostTries = 3

/** The service as a process of its own; `where` names its database. */
export const startService = async (
  where: Readonly<Record<string, string>>,
  program: Program = {},
): Promise<ServiceProcess> => {
  const given = where['SIGNET_PORT']
  if (given !== undefined) return startAt(Number(given), where, program)
  for (let tries = 1; ; tries += 1) {
    try {
      return await startAt(await freePort(), where, program)
    } catch (error) {
      if (tries === mostTries || !taken.test(String(error))) throw error
    }
  }
}
