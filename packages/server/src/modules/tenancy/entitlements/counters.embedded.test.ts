import { createUser, deleteUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { type FaultRun, inFaultRun } from '../../../../testing/faults/fault-run.ts'
import { unlessFault } from '../../../../testing/faults/faults.ts'
import { expectForSeeds } from '../../../../testing/faults/seeds.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { grantEntitlement, issuanceCredits, takeSmsVoice } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const bought = { seats: 3, messages: 4, credits: 3 } as const

/** What a caller learned; `unknown` where no answer came. */
type Outcome = 'given' | 'refused' | 'unknown'

const outcomeOf = async (ask: Promise<boolean>): Promise<Outcome> => {
  const given = await ask.catch(unlessFault)
  if (given === null) return 'unknown'
  return given ? 'given' : 'refused'
}

/** What all callers of a run learned. */
const newLedger = () => {
  const entries: { readonly what: string; readonly outcome: Outcome }[] = []
  return {
    add: (what: string, outcome: Outcome) => void entries.push({ what, outcome }),
    count: (what: string, outcome: Outcome) =>
      entries.filter((each) => each.what === what && each.outcome === outcome).length,
  }
}
type Ledger = ReturnType<typeof newLedger>

/** Like the claim of a pass: the credit and its purpose in one transaction. */
const takeCredit = (ctx: Context): Promise<boolean> =>
  ctx.transaction(async (ctx) => {
    const isTaken = (await issuanceCredits.take(ctx, 1)) === 1
    if (isTaken) audit(ctx, 'NOTED', { subject: { entity: 'ISSUANCE', id: 'credit' } })
    return isTaken
  })

interface Caller {
  readonly run: FaultRun
  readonly ledger: Ledger
  readonly as: string
  readonly name: string
}

const seatOutcome = (answer: Answer | null, refusal: string): Outcome => {
  if (answer === null || answer.status >= 500) return 'unknown'
  if (answer.status < 300) return 'given'
  expect(answer.body.code).toBe(refusal)
  return 'refused'
}

const takeSeat = async ({ run, ledger, as, name }: Caller): Promise<void> => {
  const body = { userId: name }
  const made = await run.node().call(createUser, { as, body }).catch(unlessFault)
  const outcome = seatOutcome(made, 'entitlement_used_up')
  ledger.add('seat', outcome)
  const givesBack = outcome === 'given' && (name === 'a1' || run.random.happens(0.3))
  if (!givesBack) return
  const params = { id: String(made?.body.id) }
  const left = await run.node().call(deleteUser, { as, params }).catch(unlessFault)
  ledger.add('seat back', seatOutcome(left, 'never refused'))
}

const kinds = ['seat', 'message', 'credit', 'message'] as const

const act = async (caller: Caller, kind: (typeof kinds)[number]): Promise<void> => {
  const { run, ledger } = caller
  switch (kind) {
    case 'seat':
      return takeSeat(caller)
    case 'message':
      return ledger.add('message', await outcomeOf(run.node().work(takeSmsVoice)))
    case 'credit':
      return ledger.add('credit', await outcomeOf(run.node().work(takeCredit)))
  }
}

const counters = async ({ db, tenant }: Context) => {
  const rows = await db
    .selectFrom('entitlements')
    .select(['type', 'consumed', 'sms_voice_consumed'])
    .where('tenant_id', '=', tenant.id)
    .execute()
  const used = new Map(rows.map(({ type, consumed }) => [type, consumed]))
  const messages = rows.reduce((sum, row) => sum + row.sms_voice_consumed, 0)
  return { seats: used.get('AUTHENTICATION'), credits: used.get('ISSUANCE'), messages }
}

const countOf = async ({ db, tenant }: Context, what: 'users' | 'NOTED'): Promise<number> => {
  const rows =
    what === 'users'
      ? db.selectFrom('users').select('id').where('tenant_id', '=', tenant.id)
      : db
          .selectFrom('audit_events')
          .select('id')
          .where('tenant_id', '=', tenant.id)
          .where('action', '=', what)
  return (await rows.execute()).length
}

/** Counts what callers received, at most what they may have received, and never passes the bound. */
const expectBetween = (
  used: number,
  ledger: Ledger,
  { what, bound }: { what: string; bound: number },
) => {
  const given = ledger.count(what, 'given')
  expect([what, used]).toEqual([what, Math.max(used, given)])
  expect(used).toBeLessThanOrEqual(Math.min(bound, given + ledger.count(what, 'unknown')))
}

const scenario = async (run: FaultRun): Promise<void> => {
  const { ctx } = run
  const { token: as } = await buildAdmin(ctx)
  await grantEntitlement(ctx, {
    type: 'AUTHENTICATION',
    allotment: 1 + bought.seats,
    sms_voice_allotment: bought.messages,
  })
  await grantEntitlement(ctx, { type: 'ISSUANCE', allotment: bought.credits })
  const ledger = newLedger()
  const callers = ['a', 'b', 'c', 'd', 'e'].map((name, at) => ({
    name,
    work: async () => {
      // Each kind occurs in every run.
      const wanted = [kinds[at] ?? 'seat', run.random.oneOf(kinds), run.random.oneOf(kinds)]
      for (const [turn, kind] of wanted.entries()) {
        await act({ run, ledger, as, name: `${name}${turn + 1}` }, kind)
      }
    },
  }))
  await run.run(callers)

  const { seats, credits, messages } = await counters(ctx)
  expect([seats, credits]).toEqual([await countOf(ctx, 'users'), await countOf(ctx, 'NOTED')])
  expect(seats).toBeLessThanOrEqual(1 + bought.seats)
  const kept = ledger.count('seat', 'given') - ledger.count('seat back', 'given')
  const unsure = ledger.count('seat back', 'unknown')
  expect(seats).toBeGreaterThanOrEqual(1 + kept - unsure)
  expectBetween(messages, ledger, { what: 'message', bound: bought.messages })
  expectBetween(credits ?? 0, ledger, { what: 'credit', bound: bought.credits })
}

const runOf = (seed: number): Promise<readonly string[]> =>
  inFaultRun({ test, seed, turns: 'idle' }, scenario)

describe('counters of entitlements under calls that are cut off, delayed and killed', () => {
  it('never pass their bound and lose nothing', { timeout: 900_000 }, async () => {
    await expectForSeeds(25, runOf)
  })

  it('run the same steps when a seed is replayed', async () => {
    await runOf(0)
    expect(await runOf(3)).toEqual(await runOf(3))
  })
})
