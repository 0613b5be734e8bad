import { spawnSync } from 'node:child_process'
import { treeOf } from './processes.ts'

/** The server and its database share one core; who drives them has the other. */
export const serverCore = '0'
const driverCore = '1'
export const bothCores = '0,1'

/** The command that starts another one on these cores, whatever the driver runs on. */
export const onCores = (cores: string, command: readonly string[]): [string, string[]] => [
  'taskset',
  ['-c', cores, ...command],
]

const move = (pid: number, cores: string): boolean =>
  spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)]).status === 0

/** Moves this process, all its threads, to the driver's core. */
export const pinDriver = (): void => {
  if (!move(process.pid, driverCore)) {
    throw new Error('taskset could not pin the driver: two cores are needed')
  }
}

/** A server and all it has started may use both cores as long as the work takes. */
export const onBothCores = async <T>(pid: number, work: () => Promise<T>): Promise<T> => {
  for (const each of treeOf(pid)) move(each, bothCores)
  try {
    return await work()
  } finally {
    for (const each of treeOf(pid)) move(each, serverCore)
  }
}
