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
}

/** The service as a process of its own, ready to answer; `where` names its database. */
export const startService = async (
  where: Readonly<Record<string, string>>,
  { main = ownMain, args = [] }: Program = {},
): Promise<ServiceProcess> => {
  const { PATH, HOME } = process.env
  const port = Number(where['SIGNET_PORT'] ?? (await freePort()))
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
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('Ready.')) return { child, port }
  }
  throw new Error('the service ended before it was ready')
}
