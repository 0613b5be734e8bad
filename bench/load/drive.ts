import { performance } from 'node:perf_hooks'
import {
  type CpuUse,
  cpuBetween,
  cpuOf,
  type Measured,
  machineBusyMillis,
  ownMillis,
  totalMillis,
} from '../machine/cpu.ts'
import { lanes } from './http.ts'
import { type Latency, latencyOf } from './percentiles.ts'

/** One operation of one lane; lanes run side by side, each its operations one after another. */
export type Operation = (lane: number) => Promise<void>

export interface Load {
  readonly measured: Measured
  readonly operation: Operation
  readonly lanes?: number
  readonly seconds?: number
  readonly warmSeconds?: number
  /** Whether anything prepared is left; without it operations never run out. */
  readonly more?: () => boolean
}

export interface Run {
  readonly operations: number
  /** CPU of service and database for one operation, in milliseconds. */
  readonly cpuMillis: number
  /** Of these, outside libuv's workers, which run the hashes. */
  readonly outsideHashMillis: number
  readonly postgresMillis: number
  /** Operations that one core, fully used, would do in a second. */
  readonly perCore: number
  readonly perSecond: number
  readonly latency: Latency
  /** Cores that others kept busy meanwhile: high means a disturbed run. */
  readonly foreignCores: number
}

/** So slow an operation needs so long before the compiler has seen enough of it. */
export const signInWarmSeconds = 15

/** Runs operations in every lane until the time is up; what has begun is finished. */
const runLanes = async (load: Load, seconds: number): Promise<number[]> => {
  const millis: number[] = []
  const end = performance.now() + seconds * 1000
  const lane = async (index: number): Promise<void> => {
    while (performance.now() < end && load.more?.() !== false) {
      const began = performance.now()
      await load.operation(index)
      millis.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: load.lanes ?? lanes }, (_, index) => lane(index)))
  return millis
}

const snapshot = (measured: Measured) => ({
  at: performance.now(),
  cpu: cpuOf(measured),
  own: ownMillis(),
  busy: machineBusyMillis(),
})

type Snapshot = ReturnType<typeof snapshot>

const perOperation = (cpu: CpuUse, operations: number) => ({
  cpuMillis: totalMillis(cpu) / operations,
  outsideHashMillis: (cpu.serverMillis + cpu.postgresMillis) / operations,
  postgresMillis: cpu.postgresMillis / operations,
})

const summary = (before: Snapshot, after: Snapshot, millis: readonly number[]): Run => {
  const cpu = cpuBetween(before.cpu, after.cpu)
  const wall = after.at - before.at
  const each = perOperation(cpu, millis.length)
  const foreign = after.busy - before.busy - totalMillis(cpu) - (after.own - before.own)
  return {
    ...each,
    operations: millis.length,
    perCore: 1000 / each.cpuMillis,
    perSecond: (millis.length * 1000) / wall,
    latency: latencyOf(millis),
    foreignCores: Math.max(0, foreign) / wall,
  }
}

/** Warms up, then measures. */
export const drive = async (load: Load): Promise<Run> => {
  await runLanes(load, load.warmSeconds ?? 4)
  const before = snapshot(load.measured)
  const millis = await runLanes(load, load.seconds ?? 5)
  if (millis.length === 0) throw new Error('nothing was left to measure')
  return summary(before, snapshot(load.measured), millis)
}
