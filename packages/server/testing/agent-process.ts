import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const Line = z.looseObject({ event: z.string() })
type Told = z.output<typeof Line>

export interface AgentProcess {
  /** Names of what it has told of so far. */
  readonly events: readonly string[]
  /** All that it has printed. */
  output(): string
  /** Waits until it tells of this, and gives what was told. */
  told(event: string): Promise<Told>
  stop(): Promise<void>
}

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })

/** An agent as it is run: a program of the checkout that prints a line of JSON an event. */
export const startAgentProcess = (
  main: string,
  env: Readonly<Record<string, string>>,
): AgentProcess => {
  // Tests run in the root of the checkout.
  const child = spawn(process.execPath, [resolve(main)], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: Told[] = []
  const waiting = new Set<() => void>()
  let output = ''
  const wake = (): void => {
    for (const look of waiting) look()
  }
  child.stderr.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  child.once('close', wake)
  createInterface({ input: child.stdout }).on('line', (line) => {
    output += `${line}\n`
    lines.push(Line.parse(JSON.parse(line)))
    wake()
  })
  const told = (event: string): Promise<Told> =>
    new Promise((done, reject) => {
      const look = (): void => {
        const line = lines.find((each) => each.event === event)
        if (line === undefined && child.exitCode === null) return
        waiting.delete(look)
        if (line === undefined) reject(new Error(`the agent has ended: ${output}`))
        else done(line)
      }
      waiting.add(look)
      look()
    })
  return {
    get events() {
      return lines.map(({ event }) => event)
    },
    output: () => output,
    told,
    stop: () => stopped(child),
  }
}
