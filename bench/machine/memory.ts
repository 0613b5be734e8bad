import { readProc, treeOf } from './processes.ts'

const proportional = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readProc(`${pid}/smaps_rollup`) ?? '')?.[1] ?? 0)

/** Proportional set size of a process tree in MB (10^6 bytes). */
export const memoryMb = (pid: number): number =>
  (treeOf(pid).reduce((total, each) => total + proportional(each), 0) * 1024) / 1e6
