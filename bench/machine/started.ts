import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Notes a process, so that it ends when the run does, however the run ends. */
export const startedHere = <P extends ChildProcess>(child: P): P => {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

process.once('exit', endAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130))
}
