import { spawnSync } from 'node:child_process'

/** The server and its database share one core; who drives them has the other. */
export const serverCore = '0'
const driverCore = '1'
export const bothCores = '0,1'

/** The command that starts another one on these cores, whatever the driver runs on. */
export const onCores = (cores: string, command: readonly string[]): [string, string[]] => [
  'taskset',
  ['-c', cores, ...command],
]

/** Moves this process, all its threads, to the driver's core. */
export const pinDriver = (): void => {
  const pid = String(process.pid)
  const { status } = spawnSync('taskset', ['-a', '-p', '-c', driverCore, pid])
  if (status !== 0) throw new Error('taskset could not pin the driver: two cores are needed')
}
