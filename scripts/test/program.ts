import { type ChildProcess, spawn } from 'node:child_process'

export interface ProgramResult {
  readonly code: number
  /** Both streams as they came. */
  readonly output: string
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Absent: that of this process. */
  readonly cwd?: string
  readonly limitSeconds: number
}

/** Colours belong to a terminal, and what a program prints is kept and printed later. */
const colours = (): Record<string, string | undefined> =>
  process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }

const running = new Set<ChildProcess>()

/** Ends a program and all it started: each stands in a process group of its own. */
const killGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // The group is gone already.
  }
}

const graceMillis = 3000

export const stopPrograms = async (): Promise<void> => {
  const ended = [...running].map((child) => {
    killGroup(child, 'SIGTERM')
    setTimeout(() => killGroup(child, 'SIGKILL'), graceMillis).unref()
    return new Promise((resolve) => child.once('exit', resolve))
  })
  await Promise.all(ended)
}

/**
 * Runs a script under this Node and collects what it prints. What it leaves running is ended
 * with it; a program that takes longer than its limit fails.
 */
export const runScript = (
  file: string,
  args: readonly string[],
  { env = {}, cwd = process.cwd(), limitSeconds }: ProgramOptions,
): Promise<ProgramResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...process.env, ...colours(), ...env },
      cwd,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const limit = setTimeout(() => {
      chunks.push(Buffer.from(`\nStopped: it ran for more than ${limitSeconds} s.\n`))
      killGroup(child, 'SIGKILL')
    }, limitSeconds * 1000)
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(limit)
      killGroup(child, 'SIGKILL')
    })
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
