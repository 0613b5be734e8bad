import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline'
import { checkout } from './documents.ts'

/** What the tests and npm have set for themselves: a newcomer's shell has none of it. */
const foreign =
  /^(?:SIGNET_|RADIUS_|SITE_AGENT_|TEST_|VITEST|npm_|NODE_|INIT_CWD$|UV_THREADPOOL_SIZE$|MALLOC_|ISSUER$|CLIENT_|PORT$)/

/** A newcomer's own programs, without those that the project brings. */
const ownPrograms = (path: string): string =>
  path
    .split(delimiter)
    .filter((folder) => !folder.startsWith(checkout))
    .join(delimiter)

const newcomersEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      foreign.test(name) || value === undefined
        ? []
        : [[name, name === 'PATH' ? ownPrograms(value) : value]],
    ),
  )

/**
 * Ctrl-C for the whole group once the input is closed: by `interrupt`, or because the worker of the
 * tests is gone.
 */
const terminal = `
exec 3<&0 </dev/null
(cat <&3; kill -s INT -- -$$) >/dev/null 2>&1 &
exec 3<&-
exec /bin/sh -eu -c "$0"
`

/** Commands as they were typed, and what they have printed so far. */
export interface Running {
  /** Resolves with all lines up to the first one like this. @throws where the commands end before it */
  until(line: RegExp): Promise<readonly string[]>
  /** Resolves with all that was printed. @throws unless the last command ends with 0 */
  ended(): Promise<string>
  /** Ctrl-C; resolves when all of it has ended. */
  interrupt(): Promise<void>
}

export interface Typed {
  readonly commands: string
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Types commands into a shell; the first that fails ends it. */
export const type = ({ commands, folder, environment = {} }: Typed): Running => {
  const child = spawn('/bin/sh', ['-c', terminal, commands], {
    cwd: folder,
    env: { ...newcomersEnvironment(), ...environment },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let changed = Promise.withResolvers<void>()
  const tell = (): void => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line)
      tell()
    })
  }
  let hasEnded = false
  const closed = once(child, 'close').then(() => {
    hasEnded = true
    child.stdin.end()
    tell()
  })
  const printed = (): string => `$ ${commands}\n${lines.join('\n')}`
  return {
    until: async (line) => {
      for (;;) {
        const at = lines.findIndex((each) => line.test(each))
        if (at !== -1) return lines.slice(0, at + 1)
        if (hasEnded) throw new Error(`ended before it was ready:\n${printed()}`)
        await changed.promise
      }
    },
    ended: async () => {
      await closed
      if (child.exitCode !== 0) throw new Error(`ended with ${child.exitCode}:\n${printed()}`)
      return lines.join('\n')
    },
    interrupt: async () => {
      child.stdin.end()
      await closed
    },
  }
}
