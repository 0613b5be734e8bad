import { DatabaseUnreachable } from '../../src/platform/db/sql-errors.ts'
import type { Random } from './random.ts'
import { ProcessKilled } from './simulated-process.ts'

/** How a step fails, `before` or `after` it took effect. */
export type Fault = 'lost before' | 'lost after' | 'conflict' | 'killed before' | 'killed after'

const kills = ['killed before', 'killed after'] as const satisfies readonly Fault[]

/** The faults that each kind of step can have. */
export const faultsOf = {
  /** A round trip that commits by itself, or a call to another service. */
  roundTrip: ['lost before', 'lost after', ...kills],
  /** Within a transaction: whether it took effect makes no difference, the rollback undoes it. */
  statement: ['lost before', 'killed before'],
  commit: ['lost before', 'lost after', 'conflict', ...kills],
  /** Work of another thread, or a wait. */
  local: ['killed before'],
} as const satisfies Readonly<Record<string, readonly Fault[]>>

export interface Exposure {
  readonly possible: readonly Fault[]
  /** It commits or calls another service, or comes right after such a step. */
  readonly isExposed: boolean
}

/** Decides which operation runs next and which of its steps fail. */
export interface FaultPlan {
  /** The fault of the next step, more often for an exposed one; null for none. */
  faultOf(step: Exposure): Fault | null
  /** Milliseconds by which all operations are delayed now; 0 for none. */
  stall(): number
  /** Whether the operation of the last step takes the next one too. */
  staysWithLast(): boolean
}

const isKill = (fault: Fault): boolean => kills.some((kill) => kill === fault)

export interface Intensity {
  /** Probability that a step fails; each run draws one of these. */
  readonly rates: readonly number[]
  /** Upper bounds for one run. */
  readonly faults: number
  readonly kills: number
  readonly stalls: number
}

/** For runs of a few hundred steps. */
export const usualIntensity: Intensity = {
  rates: [0.01, 0.03, 0.1],
  faults: 4,
  kills: 2,
  stalls: 1,
}

/** Most guards are for a crash right after a commit or a call to another service. */
const exposedFactor = 4

/** Longer than a repeated sign-in answer waits for the first; longer than a printer's lease. */
const stallsMillis = [16_000, 70_000] as const

/** A plan drawn from the seed; the rate of faults and the interleaving differ from run to run. */
export const drawPlan = (random: Random, { rates, ...limits }: Intensity): FaultPlan => {
  const left = { ...limits }
  const rate = random.oneOf(rates)
  const stallRate = random.oneOf([0, 0, 0.02])
  const stickiness = random.oneOf([0, 0.5, 0.9])
  return {
    faultOf: ({ possible, isExposed }) => {
      if (left.faults === 0 || !random.happens(isExposed ? rate * exposedFactor : rate)) return null
      const fault = random.oneOf(possible)
      if (isKill(fault)) {
        if (left.kills === 0) return null
        left.kills -= 1
      }
      left.faults -= 1
      return fault
    },
    stall: () => {
      if (left.stalls === 0 || !random.happens(stallRate)) return 0
      left.stalls -= 1
      return random.oneOf(stallsMillis)
    },
    staysWithLast: () => random.happens(stickiness),
  }
}

export interface OneKill extends FaultPlan {
  readonly hasStruck: () => boolean
}

/** Kills the process at the given step, after its effect where that is possible. */
export const killAtStep = (step: number): OneKill => {
  let passed = 0
  return {
    faultOf: ({ possible }) => {
      passed += 1
      if (passed !== step) return null
      return possible.includes('killed after') ? 'killed after' : 'killed before'
    },
    stall: () => 0,
    staysWithLast: () => true,
    hasStruck: () => passed >= step,
  }
}

/** No step fails. */
export const noFaults: FaultPlan = {
  faultOf: () => null,
  stall: () => 0,
  staysWithLast: () => true,
}

export const connectionLost = (): Error => new DatabaseUnreachable('the connection was cut')

/** For callers that an injected fault may hit: null. @throws any other error */
export const unlessFault = (error: unknown): null => {
  if (error instanceof ProcessKilled || error instanceof DatabaseUnreachable) return null
  throw error
}

/** SQLSTATE 40001: the transaction may be run again as a whole. */
export const serializationFailure = (): Error =>
  Object.assign(new Error('could not serialize access'), { code: '40001' })
