import type { Context, Tenant } from '../../src/kit/context.ts'
import { systemContext } from '../../src/kit/create-context.ts'
import { createTenant } from '../../src/modules/provider/subscribers/index.ts'
import { tenantOf } from '../../src/modules/tenancy/tenants/index.ts'
import { systemIds } from '../../src/platform/ids.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { drawPlan, type FaultPlan, type Intensity, noFaults, usualIntensity } from './faults.ts'
import { type Node, type Surroundings, startNode, startPlatform } from './node.ts'
import { createRandom, type Random } from './random.ts'
import { type Operation, Scheduler, type SchedulerParts } from './scheduler.ts'
import { seededIds } from './seeded-ids.ts'
import { isReplayed } from './seeds.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'
import { virtualTime } from './virtual-time.ts'

/** A tenant and the processes of the service that serve it, on one database. */
export interface FaultRun {
  readonly random: Random
  readonly clock: VirtualClock
  readonly trace: readonly string[]
  /** For set-up and checks: no fault hits them. */
  readonly ctx: Context
  /** One of the processes that are up, or the one in this place. */
  node(place?: number): Node
  /** Runs operations concurrently, one step at a time. */
  run(operations: readonly Operation[]): Promise<void>
  /** The same without faults, now and later. */
  runWithoutFaults(operations: readonly Operation[]): Promise<void>
}

export interface FaultRunOptions extends Pick<Surroundings, 'test' | 'outside'> {
  readonly seed: number
  readonly turns: SchedulerParts['turns']
  /** How many there are; default 2. */
  readonly nodes?: number
  readonly intensity?: Partial<Intensity>
  /** Replaces the plan that is drawn from the seed. */
  readonly plan?: FaultPlan
  /** Runs after all operations were delayed: ends what the database's own clock ends. */
  readonly afterStall?: (millis: number) => Promise<void>
}

/** Steps in the message of a failure; a replay shows all. */
const mostLines = 40

/** An arbitrary moment; a fixed one makes codes and days the same in every run. */
const begin = new Date('2027-01-15T12:00:00Z')

/** Seed 0 runs without faults. */
const planOf = (seed: number, random: Random, intensity: Intensity): FaultPlan =>
  seed === 0 ? noFaults : drawPlan(random, intensity)

/** Apart, so that an id more or less changes nothing else. */
const streamsOf = (seed: number) => ({
  schedule: createRandom(4 * seed),
  /** For the operations of the test. */
  random: createRandom(4 * seed + 1),
  ids: createRandom(4 * seed + 2),
  /** For `Math.random`. */
  product: createRandom(4 * seed + 3),
})

let runs = 0

const newTenant = async (platform: Platform): Promise<Tenant> => {
  const row = await createTenant(
    { ...platform, ids: systemIds },
    {
      companyName: `Company ${runs}`,
      publicUrl: `http://faults-${process.pid}-${runs}.localhost:8080`,
      authenticationAccount: true,
      issuanceAccount: true,
      isProvider: true,
      parentTenantId: null,
    },
  )
  await platform.keyRing.warm(row.tenant_id)
  return tenantOf(row)
}

/** A tenant, and the processes that serve it. */
const startRun = async (options: FaultRunOptions) => {
  const { seed, test, outside, turns, intensity } = options
  const { nodes: count = 2, afterStall = async () => {} } = options
  const { random, ...streams } = streamsOf(seed)
  const clock = createVirtualClock(begin)
  const nodes: Node[] = []
  const started = (name: string) => startNode(around, { name, tenant })
  const afterKill = async (killed: SimulatedProcess): Promise<void> => {
    const at = nodes.findIndex(({ process }) => process === killed)
    nodes[at] = await started(`${killed.name}'`)
  }
  const { plan = planOf(seed, streams.schedule, { ...usualIntensity, ...intensity }) } = options
  const scheduler = new Scheduler({
    random: streams.schedule,
    clock,
    plan,
    turns,
    afterKill,
    afterStall,
  })
  runs += 1
  const ids = seededIds(streams.ids, clock, runs)
  const around: Surroundings = { test, clock, ids, scheduler, outside }
  const platform = await startPlatform(around, new SimulatedProcess('the test'))
  const tenant = await newTenant(platform)
  for (let place = 1; place <= count; place += 1) nodes.push(await started(`node ${place}`))
  const run: FaultRun = {
    random,
    clock,
    trace: scheduler.trace,
    ctx: systemContext(platform, { tenant, name: 'test' }),
    node: (place) => random.oneOf(place === undefined ? nodes : nodes.slice(place, place + 1)),
    run: (operations) => scheduler.run(operations),
    runWithoutFaults: (operations) => {
      scheduler.stopFaults()
      return scheduler.run(operations)
    },
  }
  return { run, scheduler, nodes, product: streams.product }
}

/** Runs `work` on a new tenant and new processes, which are killed at the end. Returns the trace. */
export const inFaultRun = async (
  options: FaultRunOptions,
  work: (run: FaultRun) => Promise<void>,
): Promise<readonly string[]> => {
  const { run, scheduler, nodes, product } = await startRun(options)
  const undo = virtualTime(scheduler, () => product.fraction())
  try {
    await work(run)
    return run.trace
  } catch (error) {
    const shown = run.trace.slice(isReplayed() ? 0 : -mostLines)
    throw new Error(`${String(error)}\n${shown.join('\n')}`, { cause: error })
  } finally {
    undo()
    for (const { process } of nodes) process.kill()
  }
}
