import { readdirSync, readFileSync } from 'node:fs'

/** A file of /proc; null when the process or thread has just ended. */
export const readProc = (path: string): string | null => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return null
  }
}

export const listProc = (path: string): string[] => {
  try {
    return readdirSync(`/proc/${path}`)
  } catch {
    return []
  }
}

/** The fields of /proc/PID/stat after the name: the name may hold spaces and brackets (proc(5)). */
export const statOf = (pid: number): string[] =>
  readProc(`${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ') ?? []

export const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0)

const childrenOf = (pid: number): number[] =>
  listProc(`${pid}/task`).flatMap((thread) =>
    (readProc(`${pid}/task/${thread}/children`) ?? '')
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  )

/** A process and everything it started that still runs. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]
