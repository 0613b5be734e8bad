import { readdirSync, readFileSync } from 'node:fs'

interface ProcessTimes {
  readonly parent: number
  /** Of the process and of the children it has waited for, in clock ticks. */
  readonly ticks: number
}

/** Linux counts CPU time in hundredths of a second (USER_HZ) on every platform Node supports. */
const ticksPerSecond = 100

/** Fields of /proc/<pid>/stat after the command, which may hold blanks and parentheses; proc(5). */
const timesOf = (stat: string): ProcessTimes => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [, parent = '0'] = fields
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(parent), ticks }
}

const processes = (): Map<number, ProcessTimes> => {
  const found = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      found.set(Number(name), timesOf(readFileSync(`/proc/${name}/stat`, 'utf8')))
    } catch {
      // The process ended between the two reads.
    }
  }
  return found
}

/**
 * CPU seconds of this process and of all it has started so far, which other load on the machine
 * does not change; undefined where there is no /proc.
 */
export const cpuSeconds = (): number | undefined => {
  if (process.platform !== 'linux') return undefined
  const all = processes()
  const children = Map.groupBy(all, ([, { parent }]) => parent)
  const sumOf = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, [child]) => sum + sumOf(child), all.get(pid)?.ticks ?? 0)
  return sumOf(process.pid) / ticksPerSecond
}
