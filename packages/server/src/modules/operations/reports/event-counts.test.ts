import type { Endpoint } from '@signet/contract/kit/endpoint'
import {
  countActiveApplications,
  countApplications,
  countAuthentications,
  countAuthenticationsByApplication,
  countAuthenticationsByAuthenticator,
  countAuthenticatorTypes,
  countOutcomes,
} from '@signet/contract/operations/reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import { oidcApplications } from '../../applications/oidc-applications/index.ts'
import { auditUpkeep, sequenceAuditEvents } from '../audit-events/index.ts'

let test: TestApp
let as: string
let start: number

const minute = 60_000
const hour = 60 * minute

/** A sign-in in every seventh minute of six hours, each third of them refused. */
const happenings = Array.from({ length: 52 }, (_, at) => ({
  minutes: at * 7,
  isRight: at % 3 !== 0,
  application: at % 4 === 0 ? null : `App ${at % 2}`,
}))

const happen = async ({ isRight, application }: (typeof happenings)[number]) => {
  const subject = { entity: 'USERS', id: 'u', name: 'ada' }
  await test.ctx.transaction(async (ctx) => {
    if (isRight) {
      const authenticators = ['PASSWORD', 'TOKEN']
      audit(ctx, 'AUTHENTICATION', { subject, attributes: { authenticators, application } })
    } else {
      const attributes = { authenticator: 'PASSWORD' }
      audit(ctx, 'AUTHENTICATION', { subject, outcome: 'FAILURE', attributes })
    }
  })
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  const next = Math.ceil((test.clock.now().getTime() + minute) / hour) * hour
  test.clock.advance(next - test.clock.now().getTime())
  start = next
  for (const each of happenings) {
    await happen(each)
    test.clock.advance(7 * minute)
    // Half of them are counted in stretches before they are asked for.
    if (each.minutes === 105 || each.minutes === 189) await sequenceAuditEvents(test.platform)
  }
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const iso = (minutes: number): string => new Date(start + minutes * minute).toISOString()
const ask = async (endpoint: Endpoint, [from, until]: readonly [number, number], more = {}) => {
  const body = { from: iso(from), until: iso(until), ...more }
  return (await test.call(endpoint, { as, body })).body
}

const within = ([from, until]: readonly [number, number]) =>
  happenings.filter(({ minutes }) => minutes >= from && minutes < until)
const outcomesOf = (found: readonly { readonly isRight: boolean }[]) => ({
  success: found.filter(({ isRight }) => isRight).length,
  failure: found.filter(({ isRight }) => !isRight).length,
  denied: 0,
})

const ranges = [
  [0, 360],
  [0, 240],
  [7, 233],
  [16, 29],
  [30, 45],
  [181, 364],
] as const

const of = (answer: Record<string, unknown>, row: Record<string, unknown>) => {
  const rows: readonly Record<string, unknown>[] = Array.isArray(answer.results)
    ? answer.results
    : []
  const [[name, value] = ['', '']] = Object.entries(row)
  return rows.find((each) => each[name] === value)
}

const none = { success: 0, failure: 0, denied: 0 }

const readings = () =>
  Promise.all(
    ranges.map(async (range) => {
      const byApplication = await ask(countAuthenticationsByApplication, range)
      const byAuthenticator = await ask(countAuthenticationsByAuthenticator, range)
      return {
        total: (await ask(countAuthentications, range, { interval: 'HOUR' })).total,
        action: of(await ask(countOutcomes, range), { action: 'AUTHENTICATION' }) ?? none,
        password: of(byAuthenticator, { authenticator: 'PASSWORD' }) ?? none,
        console: of(byApplication, { application: null })?.count ?? 0,
        application: of(byApplication, { application: 'App 1' })?.count ?? 0,
      }
    }),
  )

const expected = ranges.map((range) => {
  const found = within(range)
  const total = outcomesOf(found)
  const right = (wanted: string | null) =>
    found.filter(({ isRight, application }) => isRight && application === wanted).length
  return {
    total,
    action: { action: 'AUTHENTICATION', ...total },
    password: { authenticator: 'PASSWORD', ...total },
    console: right(null),
    application: right('App 1'),
  }
})

describe('the counts of events', () => {
  it('are exact in any range, half of them sequenced', async () => {
    expect(await readings()).toEqual(expected)
  })

  it('stand in the buckets of their hours', async () => {
    const { results } = await ask(countAuthentications, [60, 240], { interval: 'HOUR' })
    expect(results).toEqual(
      [60, 120, 180].map((from) => ({
        start: iso(from),
        ...outcomesOf(within([from, from + 60])),
      })),
    )
  })

  it('stand in buckets that begin beside a quarter of an hour, too', async () => {
    const { results } = await ask(countAuthentications, [65, 245], { interval: 'HOUR' })
    expect(results).toEqual(
      [65, 125, 185].map((from) => ({
        start: iso(from),
        ...outcomesOf(within([from, from + 60])),
      })),
    )
  })

  it('are the same once all is sequenced, and after they were counted anew', async () => {
    await sequenceAuditEvents(test.platform)
    expect(await readings()).toEqual(expected)
    await test.ctx.db
      .updateTable('report_counts')
      .set({ count: '99' })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    await auditUpkeep.recountEvents(test.platform)
    expect(await readings()).toEqual(expected)
  })

  it('name applications that somebody signed in to', async () => {
    const { total, results } = await ask(countActiveApplications, [0, 120], { interval: 'HOUR' })
    expect({ total, results }).toEqual({
      total: 2,
      results: [
        { start: iso(0), applications: 2 },
        { start: iso(60), applications: 2 },
      ],
    })
  })

  it('are of one tenant', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const body = { from: iso(0), until: iso(240) }
    const answer = await other.call(countAuthenticationsByAuthenticator, { as: token, body })
    expect(answer.body).toEqual({ results: [] })
  })
})

describe('what there is', () => {
  it('is counted by type', async () => {
    await oidcApplications.create(test.ctx, {
      name: 'Intranet',
      applicationType: 'OIDC_WEB',
      redirectUris: ['https://intranet.acme.example/back'],
    })
    expect((await test.call(countApplications, { as })).body).toEqual({
      total: 1,
      results: [{ type: 'OIDC_WEB', total: 1, enabled: 1 }],
    })
    const user = await buildUser(test.ctx)
    const codes = [1, 2].map((each) => ({
      tenant_id: test.tenant.id,
      user_id: user.id,
      code_hmac: Buffer.alloc(32, each),
      created_at: test.clock.now(),
      used_at: null,
    }))
    await test.ctx.db.insertInto('recovery_codes').values(codes).execute()
    const { results } = (await test.call(countAuthenticatorTypes, { as })).body
    expect(results).toEqual(expect.arrayContaining([{ type: 'RECOVERY_CODE', total: 2, users: 1 }]))
  })
})
