import {
  listUsers,
  readUserListResult,
  readUserListStatus,
  submitUserList,
} from '@signet/contract/identity/user-lists'
import { createUser } from '@signet/contract/identity/users'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleSubmitted } from '../../../app/workers.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { insertUsers } from './index.ts'

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let as: string
let roleId: string
const letters = 'abcdefghij'.split('')

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = await buildAdmin(test.ctx)
  as = admin.token
  roleId = admin.roleId
  const start = Date.UTC(2026, 0, 1)
  await insertUsers(
    test.ctx,
    letters.flatMap((first, i) =>
      letters.map((last, j) => ({
        userId: `u-${last}${first}`,
        firstName: `${first.toUpperCase()}nn`,
        lastName: `${last.toUpperCase()}berg`,
        email: `${first}.${last}@example.test`,
        state: j === 3 ? ('INACTIVE' as const) : ('ACTIVE' as const),
        type: i === 2 ? ('EXTERNAL' as const) : ('MGMT_UI' as const),
        userAliases: i === 0 ? [`alias-of-${last}`] : [],
        mobile: i === 1 && j === 1 ? '+442079460958' : null,
        createdAt: new Date(start + (i * 10 + j) * 86_400_000),
      })),
    ),
  )
})
afterAll(() => test.close())

const list = (body: object, token = as) => test.call(listUsers, { as: token, body })

interface Listed {
  readonly userId: string
  readonly displayName: string
}
const isListed = (value: unknown): value is Listed =>
  typeof value === 'object' && value !== null && 'userId' in value && 'displayName' in value
const resultsOf = ({ body }: { readonly body: Record<string, unknown> }): Listed[] =>
  Array.isArray(body.results) ? body.results.filter(isListed) : []
interface Paging {
  readonly total: number
  readonly estimated: boolean
  readonly nextCursor: string | null
  readonly prevCursor: string | null
}
const isPaging = (value: unknown): value is Paging =>
  typeof value === 'object' && value !== null && 'nextCursor' in value
const pagingOf = ({ body }: { readonly body: Record<string, unknown> }): Paging => {
  if (isPaging(body.paging)) return body.paging
  throw new Error(JSON.stringify(body))
}
const idsOf = async (body: object): Promise<string[]> =>
  resultsOf(await list({ limit: 100, ...body })).map(({ userId }) => userId)

/** Counts what goes to the database from here on. */
const countStatements = (): (() => number) => {
  const { database } = test.platform
  const open = database.forTenant.bind(database)
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1
      return result
    },
  }
  const spy = vi
    .spyOn(database, 'forTenant')
    .mockImplementation((tenantId) => open(tenantId).withPlugin(counter))
  return () => {
    spy.mockRestore()
    return count
  }
}

describe('pages', () => {
  it.each([
    ['name', false],
    ['name', true],
    ['userId', false],
    ['userId', true],
    ['created', false],
    ['created', true],
  ] as const)(
    'walk all users by %s (descending: %s) once, there and back',
    async (sortBy, descending) => {
      const body = { limit: 17, sortBy, descending }
      const pages: Listed[][] = []
      let cursor: string | undefined
      let last = await list(body)
      for (;;) {
        pages.push(resultsOf(last))
        expect(pagingOf(last)).toMatchObject({ total: 101, estimated: false })
        cursor = pagingOf(last).nextCursor ?? undefined
        if (cursor === undefined) break
        last = await list({ ...body, cursor })
      }
      const walked = pages.flat()
      expect(new Set(walked.map(({ userId }) => userId)).size).toBe(101)
      const named = walked.filter(({ userId }) => userId.startsWith('u-'))
      const keys = named.map(({ userId, displayName }) =>
        sortBy === 'name' ? displayName.toLowerCase() : userId,
      )
      if (sortBy !== 'created') {
        expect(keys).toEqual(descending ? keys.toSorted().toReversed() : keys.toSorted())
      }
      const back = pagingOf(last).prevCursor ?? ''
      expect(resultsOf(await list({ ...body, cursor: back }))).toEqual(pages.at(-2))
    },
  )

  it('name the roles and the status of each user', async () => {
    const answer = await list({ roleId })
    expect(answer.body.results).toMatchObject([
      { status: 'ACTIVE', severity: 'OK', roles: [{ id: roleId }] },
    ])
  })

  it('take one statement, whatever their length, beside the one for the session', async () => {
    await whileTimeStands(async () => {
      await list({ limit: 100 })
      const statements = countStatements()
      await list({ limit: 100 })
      await list({ limit: 100, search: 'berg' })
      expect(statements()).toBe(4)
    })
  })

  it('refuse a cursor of another list, cut or forged', { meta: { covers: ['S26'] } }, async () => {
    const cursor = pagingOf(await list({ limit: 5 })).nextCursor ?? ''
    const [payload = '', mac = ''] = cursor.split('.')
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('"next"', '"prev"'),
    )
    for (const wrong of [
      cursor.slice(0, -2),
      `${forged.toString('base64url')}.${mac}`,
      'nonsense',
      '.',
      `${payload}.`,
    ]) {
      expect((await list({ limit: 5, cursor: wrong })).status, wrong).toBe(400)
    }
    expect((await list({ limit: 5, cursor, sortBy: 'userId' })).status).toBe(400)
    expect((await list({ limit: 5, cursor, state: 'ACTIVE' })).status).toBe(400)
    expect((await list({ limit: 5, cursor })).status).toBe(200)
  })
})

describe('filters', () => {
  it.each([
    ['state', { state: 'INACTIVE' }, 10],
    ['type', { type: 'EXTERNAL' }, 10],
    ['state and type', { state: 'INACTIVE', type: 'EXTERNAL' }, 1],
    ['locked', { locked: true }, 0],
    ['not locked', { locked: false }, 101],
    [
      'creation',
      { createdFrom: '2026-01-01T00:00:00.000Z', createdUntil: '2026-01-11T00:00:00.000Z' },
      10,
    ],
    ['a role that nobody has', { roleId: '01890000-0000-7000-8000-000000000001' }, 0],
  ] as const)('by %s', async (_name, body, total) => {
    const answer = await list({ limit: 100, ...body })
    expect(resultsOf(answer)).toHaveLength(Math.min(total, 100))
    expect(pagingOf(answer).total).toBe(total)
  })
})

describe('search', () => {
  it.each([
    ['the middle of a first and last name', 'nn bb', 10],
    ['another case', 'CBERG', 10],
    ['part of a user id', '-ca', 1],
    ['part of a mail address', 'c.d@exa', 1],
    ['an alias', 'alias-of-e', 1],
    ['a mobile number', '+4420794', 1],
    ['everything', 'example.test', 101],
    ['nothing', 'no such person', 0],
  ] as const)('finds %s', async (_name, search, total) => {
    const answer = await list({ limit: 100, search })
    expect(pagingOf(answer).total).toBe(total)
    expect(resultsOf(answer)).toHaveLength(Math.min(total, 100))
  })

  it('goes together with filters and sorting, page by page', async () => {
    const body = { search: 'berg', state: 'INACTIVE', sortBy: 'userId', descending: true, limit: 4 }
    const first = await list(body)
    const second = await list({ ...body, cursor: pagingOf(first).nextCursor })
    expect([...resultsOf(first), ...resultsOf(second)].map(({ userId }) => userId)).toEqual(
      letters
        .toReversed()
        .slice(0, 8)
        .map((letter) => `u-d${letter}`),
    )
    expect(pagingOf(second).total).toBe(10)
    const back = await list({ ...body, cursor: pagingOf(second).prevCursor })
    expect(resultsOf(back)).toEqual(resultsOf(first))
  })

  it.each([
    ['created', false],
    ['name', true],
  ] as const)('is sorted by %s (descending: %s)', async (sortBy, descending) => {
    const found = await idsOf({ search: 'cberg', sortBy, descending })
    const byFirstName = letters.map((letter) => `u-c${letter}`)
    expect(found).toEqual(descending ? byFirstName.toReversed() : byFirstName)
  })

  it('looks for one or two characters at the beginning of the name, or of the user id', async () => {
    expect(await idsOf({ search: 'B' })).toHaveLength(10)
    expect(await idsOf({ search: 'be' })).toEqual([])
    expect(await idsOf({ search: 'u-', sortBy: 'userId' })).toHaveLength(100)
    expect(pagingOf(await list({ search: 'B' })).total).toBe(10)
  })

  it.each(['%%%', '___', "' or 1=1 --", '\\\\\\', '%berg', '$1$', '{}'])(
    'takes %s as it stands',
    async (search) => {
      const answer = await list({ search })
      expect(answer.status).toBe(200)
      expect(resultsOf(answer)).toEqual([])
    },
  )

  it('finds what holds such characters', async () => {
    await test.call(createUser, { as, body: { userId: '100%_sure\\ok' } })
    for (const search of ['0%_s', 'sure\\o', '100%']) {
      expect(await idsOf({ search })).toEqual(['100%_sure\\ok'])
    }
  })

  it('finds nobody of another tenant, by the function itself either', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const answer = await other.call(listUsers, { as: token, body: { search: 'berg' } })
    expect(resultsOf(answer)).toEqual([])
    const search = sql<{ id: string }>`select * from search_users('berg', 'name', false, null, null,
      10, null, null, null, null, null, null)`
    expect((await search.execute(test.ctx.db)).rows).toHaveLength(10)
    expect((await search.execute(other.ctx.db)).rows).toEqual([])
  })
})

describe('a list asked for asynchronously', () => {
  const submit = (body: object, token = as) => test.call(submitUserList, { as: token, body })
  const status = (id: unknown, token = as) =>
    test.call(readUserListStatus, { as: token, params: { id } })
  const result = (id: unknown, token = as) =>
    test.call(readUserListResult, { as: token, params: { id } })

  beforeAll(async () => {
    await test.platform.queue.start()
  })
  afterAll(() => test.platform.queue.stop())

  it('is not ready at first, then the page that the call would have given', {
    meta: { covers: ['async.pattern', 'async.which'] },
  }, async () => {
    const { body } = await submit({ limit: 3, search: 'cberg' })
    expect(body).toMatchObject({ status: 'PENDING', completedAt: null, errorCode: null })
    expect((await result(body.id)).body.errorCode).toBe('job_not_completed')
    await handleSubmitted(test.platform)
    await expect.poll(async () => (await status(body.id)).body.status).toBe('COMPLETED')
    const page = await list({ limit: 3, search: 'cberg' })
    expect((await result(body.id)).body).toEqual(page.body)
  })

  it('is for nobody but who asked', async () => {
    const { body } = await submit({})
    const someone = await buildAdmin(test.ctx)
    expect((await status(body.id, someone.token)).body.errorCode).toBe('not_found')
    expect((await result(body.id, someone.token)).body.errorCode).toBe('not_found')
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const elsewhere = { as: token, params: { id: body.id } }
    expect((await other.call(readUserListStatus, elsewhere)).body.errorCode).toBe('not_found')
  })

  it('fails once the session of its owner has ended, and holds nothing', async () => {
    const someone = await buildAdmin(test.ctx)
    const { body } = await submit({}, someone.token)
    await test.ctx.transaction((ctx) => endSessionsOf(ctx, someone.id))
    const row = () =>
      test.ctx.db
        .selectFrom('async_jobs')
        .select(['state', 'result', 'error_code'])
        .where('id', '=', String(body.id))
        .executeTakeFirst()
    const failed = { state: 'FAILED', result: null, error_code: 'expired_session_token' }
    await expect.poll(row).toEqual(failed)
  })

  it('is gone after an hour', async () => {
    const { body } = await submit({})
    test.clock.advance(3_600_001)
    as = await signInAs(test.ctx, admin)
    expect((await status(body.id)).body.errorCode).toBe('not_found')
  })
})
