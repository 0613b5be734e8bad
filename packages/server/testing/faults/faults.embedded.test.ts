import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../src/kit/audit.ts'
import type { Context } from '../../src/kit/context.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type FaultRun, inFaultRun } from './fault-run.ts'
import { type Exposure, type Fault, type FaultPlan, noFaults } from './faults.ts'
import { expectForEveryKill, expectForSeeds } from './seeds.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** One fault, at the first step that can have it, from the given step on. */
const oneFault = (fault: Fault, from = 1): FaultPlan => {
  let [step, isDue] = [0, true]
  const faultOf = ({ possible }: Exposure): Fault | null => {
    step += 1
    if (!isDue || step < from || !possible.includes(fault)) return null
    isDue = false
    return fault
  }
  return { ...noFaults, faultOf }
}

/** Two statements and a commit. */
const note = (ctx: Context): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await ctx.db.selectFrom('users').select('id').execute()
    await ctx.db.selectFrom('groups').select('id').execute()
    audit(ctx, 'NOTED', { subject: { entity: 'GRIDS', id: 'a grid' } })
  })

const countNotes = async ({ ctx }: FaultRun): Promise<number> => {
  const rows = await ctx.db
    .selectFrom('audit_events')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('action', '=', 'NOTED')
    .execute()
  return rows.length
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'none')

/** Runs `note` on each of the places; the errors and the number of notes. */
const outcomes = async (plan: FaultPlan, places: readonly number[]) => {
  const met = new Map<number, string>()
  let notes = 0
  const trace = await inFaultRun({ test, seed: 1, turns: 'stopped', plan }, async (run) => {
    await run.run(
      places.map((place, at) => ({
        name: `operation ${at}`,
        work: async () => {
          const error = await run
            .node(place)
            .work(note)
            .then(
              () => null,
              (thrown: unknown) => thrown,
            )
          met.set(at, nameOf(error))
        },
      })),
    )
    notes = await countNotes(run)
  })
  return { met: places.map((_, at) => met.get(at)), notes, trace }
}

describe('a step of a process', () => {
  it('has no effect where the process is killed before it', async () => {
    const { met, notes } = await outcomes(oneFault('killed before', 4), [0])
    expect([met, notes]).toEqual([['ProcessKilled'], 0])
  })

  it('has its effect but no answer where the process is killed after it', async () => {
    const { met, notes } = await outcomes(oneFault('killed after'), [0])
    expect([met, notes]).toEqual([['ProcessKilled'], 1])
  })

  it('fails with its own process alone', async () => {
    const { met, notes } = await outcomes(oneFault('killed after'), [0, 1, 0])
    expect([met, notes]).toEqual([['ProcessKilled', 'none', 'ProcessKilled'], 2])
  })

  it('has its effect where the connection is lost after it, and none before it', async () => {
    const after = await outcomes(oneFault('lost after'), [0])
    const before = await outcomes(oneFault('lost before', 2), [0])
    expect([after.met, after.notes]).toEqual([['DatabaseUnreachable'], 1])
    expect([before.met, before.notes]).toEqual([['DatabaseUnreachable'], 0])
  })

  it('is run again with its transaction after a serialization failure', async () => {
    const { met, notes, trace } = await outcomes(oneFault('conflict'), [0])
    expect([met, notes]).toEqual([['none'], 1])
    expect(trace.filter((line) => line.includes('select users'))).toHaveLength(2)
  })
})

describe('a wait of an operation', () => {
  it('ends in the order of virtual time without taking real time', async () => {
    const ended: string[] = []
    const began = Date.now()
    await inFaultRun({ test, seed: 1, turns: 'stopped', plan: noFaults }, async (run) => {
      const waiting = (name: string, millis: number) => ({
        name,
        work: async () => {
          await sleep(millis)
          ended.push(name)
        },
      })
      await run.run([waiting('long', 86_400_000), waiting('short', 1000)])
      expect(run.clock.elapsed()).toBeGreaterThanOrEqual(86_400_000)
    })
    expect(ended).toEqual(['short', 'long'])
    expect(Date.now() - began).toBeLessThan(86_400_000)
  })
})

describe('a run of seeds', () => {
  it('fails with the seed that replays the failure', async () => {
    const failing = async (seed: number): Promise<void> => {
      if (seed === 2) throw new Error('two')
    }
    await expect(expectForSeeds(3, failing)).rejects.toThrow('FAULT_SEED=2 replays')
  })

  it('kills the process once at each step', async () => {
    const killed: (string | undefined)[] = []
    await expectForEveryKill(async (plan) => {
      const { met } = await outcomes(plan, [0])
      killed.push(...met)
    })
    // begin, two statements and the commit; then a run that no kill hits.
    expect(killed).toEqual([...Array<string>(4).fill('ProcessKilled'), 'none'])
  })
})
