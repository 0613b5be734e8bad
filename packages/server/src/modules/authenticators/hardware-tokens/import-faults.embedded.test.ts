import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packed } from '../../../../testing/authenticators/hardware-tokens.ts'
import { container, keyPackage } from '../../../../testing/authenticators/key-files.ts'
import { type FaultRun, inFaultRun } from '../../../../testing/faults/fault-run.ts'
import { unlessFault } from '../../../../testing/faults/faults.ts'
import { expectForEveryKill } from '../../../../testing/faults/seeds.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { importKeyFile } from './import.service.ts'

/* Guard: a key file is one transaction, whatever its length. */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const total = 30

const file = {
  groups: [],
  dryRun: false,
  content: packed(
    container(
      Array.from({ length: total }, (_, at) =>
        keyPackage({ serial: `FILE-${at}`, id: `FILE-${at}` }),
      ).join(''),
    ),
  ),
}

/** Tokens in stock and the events that record them. */
const countsOf = async ({ ctx }: FaultRun): Promise<readonly [tokens: number, events: number]> => {
  const tokens = await ctx.db
    .selectFrom('tokens')
    .select('serial')
    .where('tenant_id', '=', ctx.tenant.id)
    .execute()
  const events = await ctx.db
    .selectFrom('audit_events')
    .select('entity_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('action', '=', 'TOKEN_CREATED')
    .execute()
  return [tokens.length, events.length]
}

const scenario = async (run: FaultRun): Promise<void> => {
  let imported = 0
  const importing = {
    name: 'administrator',
    work: async () => {
      const answer = await run
        .node(0)
        .work((ctx) => importKeyFile(ctx, file))
        .catch(unlessFault)
      imported = answer?.imported ?? 0
    },
  }
  await run.run([importing])
  const [tokens, events] = await countsOf(run)
  expect([0, total]).toContain(tokens)
  expect(events).toBe(tokens)
  expect([0, tokens]).toContain(imported)
  await run.runWithoutFaults([importing])
  expect(imported).toBe(total - tokens)
  expect(await countsOf(run)).toEqual([total, total])
}

describe('an import of a key file that is killed at any await', () => {
  it('imports the whole file once or nothing of it', { meta: { covers: ['S46'] } }, async () => {
    await expectForEveryKill((plan, seed) =>
      inFaultRun({ test, seed, turns: 'stopped', plan }, scenario),
    )
  })
})
