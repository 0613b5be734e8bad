import type { Endpoint } from '@signet/contract/kit/endpoint'
import {
  countActiveUsers,
  countAuthentications,
  countOutcomes,
  countUsers,
  listFailedAuthentications,
} from '@signet/contract/operations/reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'

let test: TestApp
let as: string
let ada: BuiltUser
let grace: BuiltUser
let start: number

type Outcome = 'SUCCESS' | 'FAILURE' | 'DENIED'

const signIn = (ctx: Context, user: BuiltUser, outcome: Outcome = 'SUCCESS'): void =>
  audit(ctx, 'AUTHENTICATION', {
    subject: { entity: 'USERS', id: user.id, name: user.userId },
    outcome,
  })

const minute = 60_000
const hour = 60 * minute

beforeAll(async () => {
  test = await startTestApp()
  ada = await buildUser(test.ctx, { userId: 'ada' })
  grace = await buildUser(test.ctx, { userId: 'grace' })
  start = test.clock.now().getTime() + minute
  test.clock.advance(2 * minute)
  await test.ctx.transaction(async (ctx) => {
    signIn(ctx, ada)
    signIn(ctx, ada)
    signIn(ctx, grace, 'FAILURE')
    audit(ctx, 'THING_MADE', { subject: { entity: 'GRIDS', id: 'g' } })
  })
  test.clock.advance(2 * hour)
  await test.ctx.transaction(async (ctx) => {
    signIn(ctx, grace)
    signIn(ctx, grace, 'DENIED')
    signIn(ctx, ada, 'FAILURE')
  })
  as = (await buildAdmin(test.ctx)).token
  const other = await test.otherTenant()
  await other.ctx.transaction(async (ctx) => signIn(ctx, { id: 'x', userId: 'foreign' }, 'FAILURE'))
})
afterAll(() => test.close())

const iso = (millis: number): string => new Date(start + millis).toISOString()
const ask = async (endpoint: Endpoint, body: Record<string, unknown>) => {
  const range = { from: iso(0), until: iso(4 * hour) }
  const answer = await test.call(endpoint, { as, body: { ...range, ...body } })
  return { status: answer.status, body: answer.body }
}

describe('the counts of sign-ins', () => {
  it('stand in their hours, and empty hours are there, too', async () => {
    const { body } = await ask(countAuthentications, { interval: 'HOUR' })
    expect(body).toEqual({
      total: { success: 3, failure: 2, denied: 1 },
      results: [
        { start: iso(0), success: 2, failure: 1, denied: 0 },
        { start: iso(hour), success: 0, failure: 0, denied: 0 },
        { start: iso(2 * hour), success: 1, failure: 1, denied: 1 },
        { start: iso(3 * hour), success: 0, failure: 0, denied: 0 },
      ],
    })
  })

  it('begin with `from` and end before `until`', async () => {
    const { body } = await ask(countAuthentications, {
      until: iso(hour),
      interval: 'DAY',
    })
    expect(body).toEqual({
      total: { success: 2, failure: 1, denied: 0 },
      results: [{ start: iso(0), success: 2, failure: 1, denied: 0 }],
    })
  })

  it('count a user once in the range, however often they came', async () => {
    const { body } = await ask(countActiveUsers, { interval: 'HOUR' })
    expect(body.total).toBe(2)
    expect(body.results).toEqual([
      { start: iso(0), users: 1 },
      { start: iso(hour), users: 0 },
      { start: iso(2 * hour), users: 1 },
      { start: iso(3 * hour), users: 0 },
    ])
  })

  it('name those who failed, the most often first, and nobody of another tenant', async () => {
    const { body } = await ask(listFailedAuthentications, {})
    expect(body.results).toMatchObject([
      { userId: grace.id, userName: 'grace', count: 2 },
      { userId: ada.id, userName: 'ada', count: 1 },
    ])
  })
})

describe('the counts of events', () => {
  it('stand by action with their outcomes', async () => {
    const { body } = await ask(countOutcomes, {})
    expect(body).toEqual({
      total: { success: 4, failure: 2, denied: 1 },
      results: [
        { action: 'AUTHENTICATION', success: 3, failure: 2, denied: 1 },
        { action: 'THING_MADE', success: 1, failure: 0, denied: 0 },
      ],
    })
  })
})

describe('the counts of users', () => {
  it('stand by state, with those who were added within the range', async () => {
    const set = (id: string, change: { state?: 'INACTIVE'; locked?: boolean }) =>
      test.ctx.db
        .updateTable('users')
        .set(change)
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', id)
        .execute()
    await set(ada.id, { state: 'INACTIVE' })
    await set(grace.id, { locked: true })
    await buildUser(test.ctx)
    expect((await ask(countUsers, {})).body).toEqual({
      total: 4,
      active: 3,
      inactive: 1,
      registering: 0,
      locked: 1,
      created: 2,
    })
  })
})

describe('a range', () => {
  it.each([
    ['runs backwards', { from: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }],
    ['is longer than 92 days', { from: '2026-01-01T00:00:00Z', until: '2026-06-01T00:00:00Z' }],
    ['is missing', { from: undefined }],
  ])('is refused when it %s', async (_, body) => {
    for (const endpoint of [countOutcomes, countUsers, listFailedAuthentications]) {
      expect((await ask(endpoint, body)).status).toBe(400)
    }
  })

  it('is refused when it falls into too many hours', async () => {
    const body = { from: '2026-01-01T00:00:00Z', until: '2026-03-01T00:00:00Z', interval: 'HOUR' }
    expect((await ask(countAuthentications, body)).status).toBe(400)
    expect((await ask(countAuthentications, { ...body, interval: 'DAY' })).status).toBe(200)
  })
})
