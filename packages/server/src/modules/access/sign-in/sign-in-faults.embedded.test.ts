import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  type SigningIn,
} from '../../../../testing/access/people.ts'
import { buildGrid } from '../../../../testing/authenticators/grids.ts'
import type { BuiltUser } from '../../../../testing/builders.ts'
import { type FaultRun, inFaultRun } from '../../../../testing/faults/fault-run.ts'
import { GaveUp, insistentCall } from '../../../../testing/faults/insistent-call.ts'
import { expectForSeeds } from '../../../../testing/faults/seeds.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { budgets } from '../../authenticators/attempts/budgets.ts'
import { recoveryCodes } from '../../authenticators/recovery-codes/index.ts'

/*
 * Guards: an attempt is charged before it is checked, in a statement that commits on its own; codes,
 * evidence, session, audit event and stored answer are one write.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

interface Client {
  readonly name: string
  /** Continues where it was cut off, until it has an outcome or gives up. */
  work(): Promise<void>
  readonly outcome: () => 'in' | 'refused' | undefined
}

/** The second factor; the first is the password. */
type Second = (browser: SigningIn) => Promise<{
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}>

const unlessGivenUp = (error: unknown): void => {
  if (!(error instanceof GaveUp)) throw error
}

/** A browser that signs in and repeats each request until it has an answer. */
const clientOf =
  (run: FaultRun, { userId }: BuiltUser) =>
  (name: string, second: Second): Client => {
    const browser = browserOf(insistentCall(run))
    let outcome: 'in' | 'refused' | undefined
    const proves = (prove: () => ReturnType<Second>) => async (): Promise<void> => {
      const { status, body } = await prove()
      if (body.authenticationCompleted === true) outcome = 'in'
      else if (status !== 200) outcome = 'refused'
    }
    const steps: (() => Promise<unknown>)[] = [
      () => browser.query(userId),
      proves(() => browser.prove('PASSWORD', goodPassword)),
      proves(() => second(browser)),
    ]
    const work = async (): Promise<void> => {
      for (let next = steps[0]; next !== undefined; next = steps[0]) {
        await next()
        steps.shift()
        if (outcome !== undefined) steps.length = 0
      }
    }
    return { name, work: () => work().catch(unlessGivenUp), outcome: () => outcome }
  }

/** Guesses at a password; `refused` are the guesses that an answer called wrong. */
const guesserOf = (run: FaultRun, victim: BuiltUser) => (name: string) => {
  const refused = new Set<string>()
  const work = async (): Promise<void> => {
    const browser = browserOf(insistentCall(run))
    await browser.query(victim.userId)
    for (const guess of ['first', 'second', 'third']) {
      const { body } = await browser.prove('PASSWORD', guess)
      if (body.code === 'invalid_user_response') refused.add(guess)
      // A repeat gets the same answer and costs nothing.
      if (run.random.happens(0.2)) await browser.prove('PASSWORD', guess)
    }
  }
  return { name, work: () => work().catch(unlessGivenUp), refused }
}

const Cells = z.object({
  gridChallenge: z.object({ challenge: z.array(z.object({ column: z.string(), row: z.int() })) }),
})

/** People, each with browsers that present the same code at the same time. */
const buildGroups = async (run: FaultRun) => {
  const { ctx } = run
  const people = await Promise.all(Array.from({ length: 4 }, () => buildPerson(ctx)))
  const [alone, crowd, presser, reader] = people
  if (alone === undefined || crowd === undefined || presser === undefined || reader === undefined) {
    throw new Error('too few people')
  }
  const recoveryCode = async ({ id, userId: name }: BuiltUser): Promise<Second> => {
    await buildToken(ctx, id)
    const codes = await ctx.transaction((ctx) => recoveryCodes.createSet(ctx, { id, name }))
    return (browser) => browser.prove('RECOVERY_CODE', codes[0] ?? '')
  }
  const group = (user: BuiltUser, names: readonly string[], second: Second) => ({
    user,
    clients: names.map((name) => clientOf(run, user)(name, second)),
  })
  const code = (await buildToken(ctx, presser.id)).code()
  const card = await buildGrid(ctx, reader.id)
  const byCells: Second = async (browser) => {
    const { text } = await browser.challenge('GRID')
    return browser.prove('GRID', card.read(Cells.parse(JSON.parse(text)).gridChallenge.challenge))
  }
  return {
    alone: group(alone, ['alone'], await recoveryCode(alone)),
    crowd: group(crowd, ['recovery 1', 'recovery 2'], await recoveryCode(crowd)),
    presser: group(presser, ['token 1', 'token 2', 'token 3'], (browser) =>
      browser.prove('TOKEN', code),
    ),
    reader: group(reader, ['grid 1', 'grid 2'], byCells),
  }
}

const countsOf = async ({ ctx }: FaultRun, { id }: BuiltUser) => {
  const rowsOf = (table: 'sessions' | 'sign_in_evidence') =>
    ctx.db
      .selectFrom(table)
      .select('tenant_id')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('user_id', '=', id)
  const events = await ctx.db
    .selectFrom('audit_events')
    .select('outcome')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('action', '=', 'AUTHENTICATION')
    .where('entity_id', '=', id)
    .execute()
  return {
    sessions: (await rowsOf('sessions').execute()).length,
    endings: (await rowsOf('sign_in_evidence').where('session_id', 'is not', null).execute())
      .length,
    successes: events.filter(({ outcome }) => outcome === 'SUCCESS').length,
    failures: events.filter(({ outcome }) => outcome === 'FAILURE').length,
  }
}

const chargedTo = async ({ ctx }: FaultRun, { id }: BuiltUser): Promise<number> => {
  const rows = await ctx.db
    .selectFrom('attempt_budgets')
    .select('failures')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('subject', '=', id)
    .execute()
  return rows.reduce((sum, { failures }) => sum + failures, 0)
}

/** Every answer that a client received was charged; one that was lost may be charged or not. */
const expectCharged = async (run: FaultRun, victim: BuiltUser, answered: number): Promise<void> => {
  expect(answered).toBeLessThanOrEqual(budgets.PASSWORD.batch)
  expect(await chargedTo(run, victim)).toBeGreaterThanOrEqual(answered)
  const { failures, sessions } = await countsOf(run, victim)
  expect(failures).toBeGreaterThanOrEqual(answered)
  expect(sessions).toBe(0)
}

const expectSignedIn = async (
  run: FaultRun,
  { user, clients }: { readonly user: BuiltUser; readonly clients: readonly Client[] },
): Promise<void> => {
  const outcomes = clients.map(({ outcome }) => outcome())
  expect(outcomes).not.toContain(undefined)
  const signedIn = outcomes.filter((outcome) => outcome === 'in').length
  const { sessions, endings, successes } = await countsOf(run, user)
  expect([sessions, endings, successes]).toEqual([signedIn, signedIn, signedIn])
}

const scenario = async (run: FaultRun): Promise<void> => {
  const groups = await buildGroups(run)
  const clients = Object.values(groups).flatMap((group) => group.clients)
  const victim = await buildPerson(run.ctx)
  const guessers = ['guesser 1', 'guesser 2', 'guesser 3'].map(guesserOf(run, victim))
  await run.run([...clients, ...guessers])
  const answered = guessers.reduce((sum, { refused }) => sum + refused.size, 0)
  await expectCharged(run, victim, answered)

  // An attempt whose process died is taken over after 15 s.
  run.clock.advance(16_000)
  await run.runWithoutFaults(clients)
  for (const group of Object.values(groups)) await expectSignedIn(run, group)
  const signedIn = (group: { readonly clients: readonly Client[] }): number =>
    group.clients.filter(({ outcome }) => outcome() === 'in').length
  expect(signedIn(groups.alone)).toBe(1)
  for (const group of [groups.crowd, groups.presser]) {
    expect(signedIn(group)).toBeLessThanOrEqual(1)
  }
}

const runOf = (seed: number): Promise<readonly string[]> =>
  inFaultRun({ test, seed, turns: 'idle' }, scenario)

describe('sign-ins that are cut off, delayed and killed at any await', () => {
  it('charge every answer a client received, accept a code once and open one session', {
    meta: { covers: ['S9', 'S11'] },
    timeout: 900_000,
  }, async () => {
    await expectForSeeds(25, runOf)
  })

  it('run the same steps when a seed is replayed', async () => {
    await runOf(0)
    expect(await runOf(5)).toEqual(await runOf(5))
  })
})
