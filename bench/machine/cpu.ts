import { listProc, readProc, statOf, treeOf } from './processes.ts'

/** CPU milliseconds since the start. */
export interface CpuUse {
  /** Server threads but libuv's workers, which run the hashes. */
  readonly serverMillis: number
  readonly hashMillis: number
  readonly postgresMillis: number
}

/** What is measured: the process trees whose CPU time counts. */
export interface Measured {
  readonly serverPid: number
  /** null without a database. */
  readonly postgresPid: number | null
}

const nanosPerMilli = 1e6
/** USER_HZ is 100 on every Linux that Node runs on (proc(5)). */
const millisPerTick = 10

/** Nanoseconds a thread has run (sched-stats, "schedstat", first field). */
const runMillis = (pid: number, thread: string): number =>
  Number(readProc(`${pid}/task/${thread}/schedstat`)?.split(' ', 1)[0] ?? 0) / nanosPerMilli

const isHashThread = (pid: number, thread: string): boolean =>
  readProc(`${pid}/task/${thread}/comm`)?.trim() === 'libuv-worker'

interface ByThread {
  readonly hash: number
  readonly rest: number
}

const processMillis = (pid: number): ByThread => {
  const sum = { hash: 0, rest: 0 }
  for (const thread of listProc(`${pid}/task`)) {
    sum[isHashThread(pid, thread) ? 'hash' : 'rest'] += runMillis(pid, thread)
  }
  return sum
}

/** utime and stime of children that have ended and were waited for (proc(5), cutime and cstime). */
const endedMillis = (pid: number): number => {
  const stat = statOf(pid)
  return (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) * millisPerTick
}

const treeMillis = (pid: number): number =>
  treeOf(pid).reduce((total, each) => {
    const { hash, rest } = processMillis(each)
    return total + hash + rest
  }, endedMillis(pid))

export const cpuOf = ({ serverPid, postgresPid }: Measured): CpuUse => {
  const { hash, rest } = processMillis(serverPid)
  return {
    serverMillis: rest,
    hashMillis: hash,
    postgresMillis: postgresPid === null ? 0 : treeMillis(postgresPid),
  }
}

export const cpuBetween = (before: CpuUse, after: CpuUse): CpuUse => ({
  serverMillis: after.serverMillis - before.serverMillis,
  hashMillis: after.hashMillis - before.hashMillis,
  postgresMillis: after.postgresMillis - before.postgresMillis,
})

export const totalMillis = ({ serverMillis, hashMillis, postgresMillis }: CpuUse): number =>
  serverMillis + hashMillis + postgresMillis

/** Time that all cores together were busy, whoever kept them so (/proc/stat, first line). */
export const machineBusyMillis = (): number => {
  const fields = (readProc('stat') ?? '').split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields
  return (user + nice + system + irq + softirq + steal) * millisPerTick
}

export const ownMillis = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
