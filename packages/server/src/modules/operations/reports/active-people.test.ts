import { countActiveUsers } from '@signet/contract/operations/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import { auditUpkeep } from '../audit-events/index.ts'

/*
 * Guards: the quarters of a day (bits of the first and the last day, and those added to a row that
 * stands there), the events that are not sequenced yet, the tenant.
 */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let test: TestApp
let people: readonly string[]
let start: number
const happened: { readonly at: number; readonly person: string }[] = []

const signIn = (person: string, outcome: 'SUCCESS' | 'FAILURE' = 'SUCCESS') =>
  test.ctx.transaction(async (ctx) => {
    audit(ctx, 'AUTHENTICATION', { subject: { entity: 'USERS', id: person }, outcome })
  })

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  people = await Promise.all(Array.from({ length: 5 }, async () => (await buildUser(test.ctx)).id))
  start = Math.ceil(test.clock.now().getTime() / day) * day
  test.clock.advance(start - test.clock.now().getTime())
})
afterAll(() => test.close())

/** Sign-ins some two hours apart, a few of them failed. */
const happen = async (from: number, until: number): Promise<void> => {
  for (let step = from; step < until; step += 1) {
    const person = people[(step * step) % people.length] ?? ''
    await signIn(person)
    if (step % 3 === 0) await signIn(people[step % people.length] ?? '', 'FAILURE')
    happened.push({ at: test.clock.now().getTime(), person })
    test.clock.advance(2 * hour + 25 * minute)
  }
}

const count = (from: number, until: number): number =>
  new Set(happened.filter(({ at }) => at >= from && at < until).map(({ person }) => person)).size

/** As it is asked, and as it happened. */
const compared = async (from: number, until: number, token: string) => {
  const body = {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    interval: 'DAY',
  }
  const { status, text } = await test.call(countActiveUsers, { as: token, body })
  expect(status, text).toBe(200)
  const buckets = Array.from(
    { length: Math.ceil((until - from) / day) },
    (_, at) => from + at * day,
  )
  const expected = {
    total: count(from, until),
    results: buckets.map((begin) => ({
      start: new Date(begin).toISOString(),
      users: count(begin, Math.min(until, begin + day)),
    })),
  }
  return [JSON.parse(text), expected] as const
}

const ranges = [
  ['days of UTC', 0, 5 * day],
  ['days that begin east of UTC, between two hours', -(5 * hour + 45 * minute), 4 * day],
  ['days that begin west of UTC', 8 * hour, 4 * day + 8 * hour],
  ['days of which the last is cut short', 3 * hour, 2 * day + 30 * minute],
  ['days enough to be counted by halves', -3 * day, 6 * day],
  ['as many that begin between two hours', -(3 * day + 5 * hour + 45 * minute), 5 * day],
  ['a quarter of an hour', 9 * hour + 30 * minute, 9 * hour + 45 * minute],
  ['a time that begins within a quarter', 7 * minute, 3 * day + 7 * minute],
  ['no time at all', 2 * hour, 2 * hour],
] as const

/** Each range as it is asked, and as it happened. */
const readings = async () => {
  const { token } = await buildAdmin(test.ctx)
  const pairs = await Promise.all(
    ranges.map(([, from, until]) => compared(start + from, start + until, token)),
  )
  const named = (side: 0 | 1) => ranges.map(([name], at) => [name, pairs[at]?.[side]])
  return { asked: named(0), happened: named(1) }
}

describe('people who signed in', () => {
  it('are counted once in each day and once in all, half of their events sequenced', async () => {
    await happen(0, 13)
    await chainedExport(test)
    await happen(13, 25)
    await chainedExport(test)
    await happen(25, 40)
    const read = await readings()
    expect(read.asked).toEqual(read.happened)
  })

  it('are the same once all is sequenced, and after they were counted anew', async () => {
    await chainedExport(test)
    const sequenced = await readings()
    expect(sequenced.asked).toEqual(sequenced.happened)
    await test.ctx.db
      .updateTable('report_people')
      .set({ quarters: '0'.repeat(96) })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    await auditUpkeep.recountEvents(test.platform)
    expect(await readings()).toEqual(sequenced)
  })

  it('have a row for each day, however often they came', async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from report_people where tenant_id = ${test.tenant.id}`.execute(test.ctx.db)
    const days = new Set(happened.map(({ at, person }) => `${Math.floor(at / day)} ${person}`))
    expect(days.size).toBeLessThan(happened.length)
    expect(rows).toEqual([{ count: days.size }])
  })

  it('are found in each quarter of an hour in which they came, and in no other', async () => {
    const begin = Math.ceil(test.clock.now().getTime() / day) * day
    test.clock.advance(begin - test.clock.now().getTime())
    for (const _ of [1, 2]) {
      await signIn(people[3] ?? '')
      await chainedExport(test)
      test.clock.advance(30 * minute)
    }
    const { token } = await buildAdmin(test.ctx)
    const found = async (quarter: number): Promise<unknown> => {
      const at = begin + quarter * 15 * minute
      return (await compared(at, at + 15 * minute, token))[0].total
    }
    expect([await found(0), await found(1), await found(2), await found(3)]).toEqual([1, 0, 1, 0])
  })

  it('are those of its groups for an administrator who is limited to them', async () => {
    const [member = ''] = people
    const groupIds = [(await buildGroup(test.ctx, { members: [member] })).id]
    const { token } = await buildAdmin(test.ctx, { permissions: [['REPORTS', 'VIEW']], groupIds })
    const [answer] = await compared(start, start + 4 * day, token)
    expect(answer.total).toBe(1)
  })

  it('are of one tenant', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const body = {
      from: new Date(start).toISOString(),
      until: new Date(start + day).toISOString(),
      interval: 'DAY',
    }
    const answer = await other.call(countActiveUsers, { as: token, body })
    expect(answer.body.total).toBe(0)
  })
})
