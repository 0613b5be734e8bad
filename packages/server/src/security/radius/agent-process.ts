import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** Tests run in the root of the checkout. */
const main = resolve('packages/radius/src/main.ts')

interface Listening {
  readonly authPort: number
  readonly acctPort: number
  readonly tlsPort: number | null
}

export interface AgentProcess extends Listening {
  /** Names of what it has told of so far. */
  readonly events: readonly string[]
  /** Waits until it tells of this. */
  told(event: string): Promise<void>
  stop(): Promise<void>
}

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })

/** The agent as it is run, on ports of its own. */
export const startAgentProcess = async (
  env: Readonly<Record<string, string>>,
): Promise<AgentProcess> => {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      RADIUS_LISTEN: '127.0.0.1',
      RADIUS_AUTH_PORT: '0',
      RADIUS_ACCT_PORT: '0',
      RADIUS_TLS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const events: string[] = []
  const waiting = new Map<string, () => void>()
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes.toString()
  })
  const listening = await new Promise<Listening>((listens, reject) => {
    child.once('exit', () => reject(new Error(`the agent did not start: ${errors}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, ...details } = JSON.parse(line)
      events.push(String(event))
      waiting.get(String(event))?.()
      if (event === 'listening') listens(details)
    })
  })
  return {
    ...listening,
    events,
    told: (event) =>
      new Promise((done) => {
        if (events.includes(event)) return done()
        waiting.set(event, done)
      }),
    stop: () => stopped(child),
  }
}
