import { AsyncLocalStorage } from 'node:async_hooks'
import {
  connectionLost,
  type Fault,
  type FaultPlan,
  faultsOf,
  noFaults,
  serializationFailure,
} from './faults.ts'
import type { Random } from './random.ts'
import { ProcessKilled, type SimulatedProcess } from './simulated-process.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** A client or a worker that runs concurrently with others. */
export interface Operation {
  readonly name: string
  work(): Promise<void>
}

/** A point at which an operation stops until the scheduler resumes it. */
export interface Step {
  readonly what: string
  /** The process whose kill ends the step; null for a client's own wait. */
  readonly process: SimulatedProcess | null
  readonly faults: readonly Fault[]
  /** A commit or a call to another service: it lasts, even if the next step of its operation is lost. */
  readonly isLasting?: boolean
  /** The error of a connection that is cut before or after the effect; default: the database's. */
  readonly lost?: (when: 'before' | 'after') => Error
  /** The earliest end of a wait (`elapsed`). */
  readonly due?: number
}

/** The embedded database runs one transaction at a time. */
interface OpenTransaction {
  isOpen: boolean
}

interface Place {
  readonly operation: string
  readonly process: SimulatedProcess | null
  readonly transaction: OpenTransaction | null
}

interface Waiting extends Step {
  readonly operation: string
  readonly transaction: OpenTransaction | null
  readonly goOn: (fault: Fault | null) => void
  readonly end: (error: Error) => void
}

export interface SchedulerParts {
  readonly random: Random
  readonly clock: VirtualClock
  readonly plan: FaultPlan
  /**
   * When the next step may begin. `stopped`: every operation waits at a step or has ended, for
   * operations that use threads. `idle`: the event loop has nothing to do, for operations that wait
   * for each other within a process.
   */
  readonly turns: 'stopped' | 'idle'
  /** Runs once the transactions of the killed process are rolled back. */
  readonly afterKill: (process: SimulatedProcess) => Promise<void>
  readonly afterStall: (millis: number) => Promise<void>
}

/** Turns of the event loop without a change after which it is idle; an answer takes up to three. */
const quietTurns = 8
const patienceMillis = 120_000
/** The longest step, in virtual time. */
const mostMillisOfStep = 40

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Runs operations one step at a time, in an order and with faults that follow from the seed alone: a
 * step begins when the effect of the last one is complete and no operation runs.
 */
export class Scheduler {
  /** One line for each step. */
  readonly trace: string[] = []
  readonly #parts: SchedulerParts
  readonly #place = new AsyncLocalStorage<Place>()
  readonly #running = new Set<string>()
  readonly #killed: SimulatedProcess[] = []
  /** Operations whose last step lasts. */
  readonly #exposed = new Set<string>()
  #waiting: readonly Waiting[] = []
  #transaction: OpenTransaction | null = null
  #plan: FaultPlan
  #underWay = 0
  #moves = 0
  #last = ''
  #moved: () => void = () => {}

  constructor(parts: SchedulerParts) {
    this.#parts = parts
    this.#plan = parts.plan
  }

  /** Whether the caller is an operation: set-up and checks are not scheduled. */
  get isAtWork(): boolean {
    return this.#place.getStore() !== undefined
  }

  /** Milliseconds of a clock that only steps move. */
  elapsed(): number {
    return this.#parts.clock.elapsed()
  }

  stopFaults(): void {
    this.#plan = noFaults
  }

  /** Runs the operations to their ends. @throws what an operation throws */
  async run(operations: readonly Operation[]): Promise<void> {
    const ends = operations.map((operation) => this.#begin(operation))
    const settled = Promise.allSettled(ends)
    while (await this.#goOn());
    if (this.#running.size > 0) {
      throw new Error(`${[...this.#running].join(', ')} waits for something that no step provides`)
    }
    await settled
    await Promise.all(ends)
  }

  /** Runs work as part of a process: its waits end when the process is killed. */
  within<T>(process: SimulatedProcess, work: () => Promise<T>): Promise<T> {
    const place = this.#place.getStore()
    return place === undefined ? work() : this.#place.run({ ...place, process }, work)
  }

  /** Waits until it is this step's turn, then runs it. @throws the step's fault */
  async step<T>(step: Step, effect: () => Promise<T>): Promise<T> {
    const after = await this.pass(step)
    const value = await this.effect(effect)
    after()
    return value
  }

  /**
   * Waits until it is this step's turn. The caller runs the effect, then the returned function, which
   * throws a fault after the effect.
   * @throws a fault before the effect
   */
  async pass(step: Step): Promise<() => void> {
    step.process?.expectAlive()
    const place = this.#place.getStore()
    if (place === undefined) return () => step.process?.expectAlive()
    const fault = await this.#wait(step, place)
    const { lost = connectionLost } = step
    if (fault === 'lost before') throw lost('before')
    if (fault === 'conflict') throw serializationFailure()
    return () => {
      if (fault === 'killed after' && step.process !== null) this.#kill(step.process)
      step.process?.expectAlive()
      if (fault === 'lost after') throw lost('after')
    }
  }

  /** Runs work outside the event loop (database, threads): the next step waits for it. */
  async effect<T>(run: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await run()
    } finally {
      this.#underWay -= 1
      this.#move()
    }
  }

  /** Holds all other operations until the transaction has ended. */
  async transaction<T>(run: () => Promise<T>): Promise<T> {
    const place = this.#place.getStore()
    if (place === undefined) return await run()
    const transaction: OpenTransaction = { isOpen: true }
    this.#transaction = transaction
    try {
      return await this.#place.run({ ...place, transaction }, run)
    } finally {
      transaction.isOpen = false
      this.#transaction = null
      this.#move()
    }
  }

  /** Waits in virtual time. */
  async pause(millis: number): Promise<void> {
    const process = this.#place.getStore()?.process ?? null
    const faults = process === null ? [] : faultsOf.local
    const due = this.elapsed() + millis
    const after = await this.pass({ what: `waited ${Math.round(millis)} ms`, process, faults, due })
    after()
  }

  async #begin({ name, work }: Operation): Promise<void> {
    this.#running.add(name)
    try {
      await this.#place.run({ operation: name, process: null, transaction: null }, work)
    } finally {
      this.#running.delete(name)
      this.#move()
    }
  }

  #wait(step: Step, place: Place): Promise<Fault | null> {
    const transaction = place.transaction?.isOpen === true ? place.transaction : null
    return new Promise((goOn, end) => {
      const waiting = { ...step, operation: place.operation, transaction, goOn, end }
      this.#waiting = [...this.#waiting, waiting]
      this.#move()
    })
  }

  /** Runs one step of one operation; false when there is none left. */
  async #goOn(): Promise<boolean> {
    await this.#rest()
    for (const process of this.#killed.splice(0)) await this.#parts.afterKill(process)
    if (this.#waiting.length === 0) return false
    if (this.#transaction === null) await this.#stall()
    const next = this.#choose(this.#ready())
    if (next === undefined) return false
    this.#release(next)
    return true
  }

  /** Where all operations wait, the clock advances to the end of the shortest wait. */
  #ready(): readonly Waiting[] {
    const mine = this.#waiting.filter(({ transaction }) => transaction === this.#transaction)
    const soonest = Math.min(...mine.map(({ due = 0 }) => due))
    const { clock } = this.#parts
    if (mine.length > 0) clock.advance(Math.max(0, soonest - clock.elapsed()))
    return mine.filter(({ due = 0 }) => due <= clock.elapsed())
  }

  #choose(ready: readonly Waiting[]): Waiting | undefined {
    if (ready.length === 0) return undefined
    // Threads finish in any order, so the order of arrival must not matter.
    const sorted = ready.toSorted((a, b) => a.operation.localeCompare(b.operation, 'en'))
    const own = sorted.find(({ operation }) => operation === this.#last)
    const stays = this.#plan.staysWithLast()
    return own !== undefined && stays ? own : this.#parts.random.oneOf(sorted)
  }

  async #stall(): Promise<void> {
    const millis = this.#plan.stall()
    if (millis === 0) return
    this.trace.push(`all operations are delayed by ${millis} ms`)
    this.#parts.clock.advance(millis)
    await this.#parts.afterStall(millis)
  }

  #release(next: Waiting): void {
    const { operation, process, what, isLasting = false } = next
    const isExposed = this.#exposed.delete(operation) || isLasting
    const exposure = { possible: next.faults, isExposed }
    const fault = next.faults.length === 0 ? null : this.#plan.faultOf(exposure)
    if (isLasting) this.#exposed.add(operation)
    const where = process === null ? '' : ` at ${process.name}`
    this.trace.push(`${operation}${where}: ${what}${fault === null ? '' : ` -> ${fault}`}`)
    this.#last = operation
    this.#parts.clock.advance(this.#parts.random.below(mostMillisOfStep))
    if (fault === 'killed before' && process !== null) return this.#kill(process)
    this.#waiting = this.#waiting.filter((each) => each !== next)
    this.#move()
    next.goOn(fault)
  }

  #kill(process: SimulatedProcess): void {
    process.kill()
    this.#killed.push(process)
    const ended = this.#waiting.filter((each) => each.process === process)
    this.#waiting = this.#waiting.filter((each) => each.process !== process)
    this.#move()
    for (const { end } of ended) end(new ProcessKilled(process.name))
  }

  #move(): void {
    this.#moves += 1
    this.#moved()
  }

  /** Returns once no operation runs. */
  async #rest(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; ) {
      const before = this.#moves
      if (this.#isGoingOn()) await this.#nextMove()
      else await turn()
      quiet = before === this.#moves ? quiet + 1 : 0
    }
  }

  #isGoingOn(): boolean {
    if (this.#underWay > 0) return true
    const open = this.#transaction
    if (open !== null) return !this.#waiting.some(({ transaction }) => transaction === open)
    if (this.#parts.turns === 'idle') return false
    const stopped = new Set(this.#waiting.map(({ operation }) => operation))
    return [...this.#running].some((operation) => !stopped.has(operation))
  }

  #nextMove(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(
          new Error(
            `an operation waits for something that is no step, after: ${this.trace.at(-1)}`,
          ),
        )
      }, patienceMillis)
      this.#moved = () => {
        clearTimeout(late)
        this.#moved = () => {}
        resolve()
      }
    })
  }
}
