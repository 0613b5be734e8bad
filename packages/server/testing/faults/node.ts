import { createApp } from '../../src/app.ts'
import type { Context, Tenant } from '../../src/kit/context.ts'
import { systemContext } from '../../src/kit/create-context.ts'
import type { Hashes } from '../../src/platform/hashes.ts'
import type { Ids } from '../../src/platform/ids.ts'
import { type Outbound, OutboundFailed } from '../../src/platform/outbound.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { type Call, createCall } from '../call.ts'
import type { TestApp } from '../test-app.ts'
import { platformOn } from '../test-platform.ts'
import { faultsOf } from './faults.ts'
import { FaultyDatabase } from './faulty-database.ts'
import type { Scheduler } from './scheduler.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** A process of the service, as operations use it. */
export interface Node {
  readonly process: SimulatedProcess
  readonly ctx: Context
  /** Calls an endpoint. @throws ProcessKilled where the process ends before it has answered */
  readonly call: Call
  /** Other work of the process. @throws ProcessKilled */
  work<T>(run: (ctx: Context) => Promise<T>): Promise<T>
}

/** Shared by all processes of a run. */
export interface Surroundings {
  readonly test: Pick<TestApp, 'testDatabase'>
  readonly clock: VirtualClock
  readonly ids: Ids
  readonly scheduler: Scheduler
  /** Answers calls to other services. */
  readonly outside?: Outbound['fetch'] | undefined
}

/** Threads compute hashes; as steps their order follows from the seed. */
const steppedHashes = (
  hashes: Hashes,
  { scheduler }: Surroundings,
  process: SimulatedProcess,
): Hashes => {
  const stepped =
    <A extends readonly unknown[], T>(run: (...given: A) => Promise<T>) =>
    (...given: A): Promise<T> =>
      scheduler.step({ what: 'hash', process, faults: faultsOf.local }, () => run(...given))
  return {
    hash: stepped(hashes.hash),
    verify: stepped(hashes.verify),
    verifyDummy: stepped(hashes.verifyDummy),
    needsRehash: (stored) => hashes.needsRehash(stored),
    takeForeign: (text) => hashes.takeForeign(text),
    kindOf: (stored) => hashes.kindOf(stored),
    expectRoom: (tenantId, who) => hashes.expectRoom(tenantId, who),
    get computed() {
      return hashes.computed
    },
    get inFlight() {
      return hashes.inFlight
    },
    get waiting() {
      return hashes.waiting
    },
  }
}

const refused = (): Error =>
  Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })

const steppedOutbound = (
  outbound: Outbound,
  { scheduler, outside }: Surroundings,
  process: SimulatedProcess,
): Outbound => {
  const fetch = outside ?? outbound.fetch
  const lost = (when: 'before' | 'after') =>
    new OutboundFailed('no answer', when === 'before' ? refused() : undefined)
  return {
    fetch: (kind, url, request) => {
      const faults = faultsOf.roundTrip
      const step = { what: `call ${kind}`, process, faults, lost, isLasting: true }
      return scheduler.step(step, () => fetch(kind, url, request))
    },
    connectAllowed: (...given) => outbound.connectAllowed(...given),
    close: () => outbound.close(),
  }
}

/** A platform whose database, hashes and outgoing calls are steps of the scheduler. */
export const startPlatform = async (
  around: Surroundings,
  process: SimulatedProcess,
): Promise<Platform> => {
  const { test, clock, ids, scheduler } = around
  const database = new FaultyDatabase(test.testDatabase.database, scheduler, process)
  const platform = await platformOn({ database, clock, ids })
  return {
    ...platform,
    hashes: steppedHashes(platform.hashes, around, process),
    outbound: steppedOutbound(platform.outbound, around, process),
  }
}

/** Calls the app of a process; the first call assembles it. */
const callOf = (platform: Platform, { publicUrl }: Tenant, scheduler: Scheduler): Call => {
  const assemble = async (): Promise<Call> => {
    const app = await createApp(platform)
    await app.ready()
    return createCall(app, new URL(publicUrl).host)
  }
  let assembled: Promise<Call> | undefined
  return async (endpoint, given) => {
    assembled ??= scheduler.effect(assemble)
    return (await assembled)(endpoint, given)
  }
}

/** Starts a process of the service. */
export const startNode = async (
  around: Surroundings,
  { name, tenant }: { readonly name: string; readonly tenant: Tenant },
): Promise<Node> => {
  const process = new SimulatedProcess(name)
  const { scheduler } = around
  const platform = await startPlatform(around, process)
  const ctx = systemContext(platform, { tenant, name: 'test' })
  const ask = callOf(platform, tenant, scheduler)
  const work = async <T>(run: () => Promise<T>): Promise<T> => {
    const value = await scheduler.within(process, run)
    process.expectAlive()
    return value
  }
  return {
    process,
    ctx,
    call: (endpoint, given) => work(() => ask(endpoint, given)),
    work: (run) => work(() => run(ctx)),
  }
}
