import { createHash } from 'node:crypto'
import { listGroups } from '@signet/contract/identity/groups'
import { endpoint as declare } from '@signet/contract/kit/endpoint'
import { IdParams } from '@signet/contract/kit/schemas'
import {
  downloadIsolationReport,
  IsolationRunDetails,
  listIsolationRuns,
  readIsolationRun,
  readIsolationSettings,
  startIsolationRun,
  updateIsolationSettings,
} from '@signet/contract/provider/isolation'
import { listTenants } from '@signet/contract/provider/tenants'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin } from '../../../../testing/builders.ts'
import { buildTenantBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { allRoutes } from '../../../app/areas.ts'
import { isolationParts } from '../../../app/isolation.ts'
import { workOnMail } from '../../../app/mail-jobs.ts'
import { tenantContexts } from '../../../app/tenant-jobs.ts'
import { createApp } from '../../../app.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Route } from '../../../kit/routes.ts'
import { doors } from './doors.ts'
import { type IsolationParts, runDueIsolation } from './index.ts'
import { changeRun } from './runs.repository.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const hourMillis = 3_600_000
/** Without pauses; on a slow machine an answer may take long. */
const pace = { pauseMillis: 0, answerMillis: 60_000, wait: async () => {} }
const always = async () => true

/** Runs what is due; returns how much was found. */
const run = (app: TestApp['app'], routes: readonly Route[], more: Partial<IsolationParts> = {}) =>
  runDueIsolation(test.platform, tenantContexts(test.platform, 'isolation'), {
    ...isolationParts(app, routes),
    pace,
    mayGoOn: always,
    ...more,
  })

/** A run that was asked for, as it is read afterwards. */
const tested = async (
  routes: readonly Route[],
  { app = test.app, ...more }: Partial<IsolationParts> & { readonly app?: TestApp['app'] } = {},
) => {
  const { body } = await test.call(startIsolationRun, { as })
  await run(app, routes, more)
  const read = await test.call(readIsolationRun, { as, params: { id: body['id'] } })
  return IsolationRunDetails.parse(read.body)
}

const ofIdentity = allRoutes.filter(({ endpoint: { path } }) =>
  /^\/api\/web\/v\d+\/(?:groups|organizations|siteroles|userattributes|users)/.test(path),
)

describe('a run over all calls', () => {
  it('finds nothing, and leaves nothing out silently', { timeout: 400_000 }, async () => {
    let open = 0
    let most = 0
    const { dispatch } = isolationParts(test.app)
    const result = await tested(allRoutes, {
      dispatch: async (sent) => {
        open += 1
        most = Math.max(most, open)
        const received = await dispatch(sent)
        open -= 1
        return received
      },
    })
    expect(result).toMatchObject({ state: 'COMPLETED', found: [], calls: allRoutes.length })
    expect(most).toBe(1)
    expect(result.controls).toBeGreaterThan(50)
    const count = (probe: string) => {
      const leftOut = result.leftOut.filter((each) => each.probe === probe)
      const calls = new Set(leftOut.flatMap((each) => each.calls))
      return { tried: result.totals.find((each) => each.probe === probe)?.tried ?? 0, calls }
    }
    const closed = allRoutes.filter(({ endpoint }) => endpoint.actor !== 'public').length
    for (const probe of ['ANONYMOUS', 'OTHER_HOST']) {
      const { tried, calls } = count(probe)
      expect(tried + calls.size).toBe(closed)
      expect(calls.size).toBe(0)
      expect(result.totals.find((each) => each.probe === probe)?.refused).toBe(closed)
    }
    const inPath = count('PATH_ID')
    expect(inPath.tried).toBeGreaterThan(300)
    expect(count('READ').tried).toBeGreaterThan(200)
    expect(count('BODY_ID').tried).toBeGreaterThan(30)
    expect(count('PROTOCOL')).toEqual({ tried: Object.keys(doors).length, calls: new Set() })
  })

  it('has a report that the public keys verify, and its digest', async () => {
    const { body } = await test.call(listIsolationRuns, { as, body: {} })
    const Page = z.object({ results: z.array(z.object({ id: z.string() })) })
    const id = Page.parse(body).results[0]?.id
    const file = await test.call(downloadIsolationReport, { as, params: { id } })
    const host = new URL(test.tenant.publicUrl).host
    const keys: JSONWebKeySet = (
      await test.app.inject({ url: '/api/oidc/jwks', headers: { host } })
    ).json()
    const { payload } = await compactVerify(file.text, createLocalJWKSet(keys))
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      run: id,
      provider: test.tenant.publicUrl,
      findings: [],
    })
    const read = await test.call(readIsolationRun, { as, params: { id } })
    expect(read.body['digest']).toBe(createHash('sha256').update(payload).digest('hex'))
  })

  it('uses tenants that no list has', async () => {
    const { body } = await test.call(listTenants, { as })
    expect(JSON.stringify(body)).not.toContain('canary')
  })
})

const leaksAt = '/api/web/v1/groups/leaks'
const { needs } = listGroups

/** The context of the tenant that a run must not reach. */
const second = async (): Promise<Context> => {
  const { canary_two: id } = await test.ctx.db
    .selectFrom('isolation_settings')
    .select('canary_two')
    .where('tenant_id', '=', test.tenant.id)
    .executeTakeFirstOrThrow()
  const ctx = await tenantContexts(test.platform, 'test')(id ?? '')
  if (ctx === null) throw new Error('there is no second canary')
  return ctx
}

const groupsOfSecond = async () => {
  const { db, tenant } = await second()
  return db.selectFrom('groups').selectAll().where('tenant_id', '=', tenant.id).execute()
}

/** Calls that reach the second canary, as no call of the product may. */
const leaks: readonly Route[] = [
  {
    name: 'readLeaks',
    endpoint: declare({
      method: 'GET',
      path: leaksAt,
      actor: 'admin',
      needs,
      limit: 'read',
      audit: null,
      answer: z.array(z.string()),
      errors: [],
      summary: 'Leaks',
    }),
    handle: async () => (await groupsOfSecond()).map(({ name }) => name),
  },
  {
    name: 'readLeak',
    endpoint: declare({
      method: 'GET',
      path: '/api/web/v1/groups/:id/leak',
      params: IdParams,
      actor: 'admin',
      needs,
      limit: 'read',
      audit: null,
      answer: z.object({ exists: z.boolean() }),
      errors: ['not_found'],
      summary: 'Leak',
    }),
    handle: async (_ctx, { params }) => {
      const exists = (await groupsOfSecond()).some(({ id }) => id === params['id'])
      if (!exists) throw new ApiError('not_found')
      return { exists }
    },
  },
  {
    name: 'changeLeak',
    endpoint: declare({
      method: 'DELETE',
      path: '/api/web/v1/groups/:id/leak',
      params: IdParams,
      actor: 'admin',
      needs,
      limit: 'change',
      audit: 'GROUP_DELETED',
      ordinary: 'grouping',
      answer: z.object({ done: z.boolean() }),
      errors: [],
      summary: 'Leak',
    }),
    handle: async (_ctx, { params }) => {
      const { db, tenant } = await second()
      await db
        .updateTable('groups')
        .set({ description: 'changed' })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', String(params['id']))
        .execute()
      return { done: true }
    },
  },
  {
    name: 'refusedLeak',
    endpoint: declare({
      method: 'PUT',
      path: '/api/web/v1/groups/:id/leak',
      params: IdParams,
      actor: 'admin',
      needs,
      limit: 'change',
      audit: 'GROUP_UPDATED',
      ordinary: 'grouping',
      answer: z.object({ done: z.boolean() }),
      errors: ['not_found'],
      summary: 'Leak',
    }),
    handle: async (ctx) => {
      const { db, tenant } = await second()
      await db
        .updateTable('groups')
        .set({ description: ctx.platform.ids.uuid() })
        .where('tenant_id', '=', tenant.id)
        .execute()
      throw new ApiError('not_found')
    },
  },
]

describe('calls that are made to leak', () => {
  it('are found, by what they show, tell and change', { timeout: 120_000 }, async () => {
    const app = await createApp(test.platform, { extraRoutes: leaks })
    await app.ready()
    const before = await tested(ofIdentity)
    const { dispatch } = isolationParts(app)
    const result = await tested([...ofIdentity, ...leaks], {
      app,
      // As if the pipeline let a call without a session pass.
      dispatch: async (sent) =>
        sent.token === null && sent.method === 'GET' && sent.url === listGroups.path
          ? { status: 200, text: '[]', retryAfterSeconds: 0 }
          : dispatch(sent),
    })
    await app.close()
    expect(before.found).toEqual([])
    expect(result.previousDigest).toBe(before.digest)
    const found = result.found.map(({ fault, call }) => `${fault} ${call}`)
    expect(found.toSorted()).toEqual([
      'ANSWERS_DIFFER GET /api/web/v1/groups/:id/leak',
      `CONTENT_SEEN GET ${leaksAt}`,
      `NOT_REFUSED GET ${listGroups.path}`,
      'ROWS_CHANGED DELETE /api/web/v1/groups/:id/leak',
      'ROWS_CHANGED PUT /api/web/v1/groups/:id/leak',
    ])
    expect(result.findings).toBe(5)
    expect(JSON.stringify(result)).not.toMatch(/canary[\da-f]{16}/)
    const event = await test.ctx.db
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', 'ISOLATION_BROKEN')
      .execute()
    expect(event).toHaveLength(1)
  })
})

describe('a run', () => {
  it('fails when it is ended early, and says so', async () => {
    let asked = 0
    const result = await tested(ofIdentity, { mayGoOn: async () => (asked += 1) < 40 })
    expect(result).toMatchObject({ state: 'FAILED', totals: [], digest: null })
  })

  it('fails when it could not see content that is there', async () => {
    const few = ofIdentity.filter(({ endpoint: { path } }) => path.includes('userattributes'))
    expect(await tested(few)).toMatchObject({ state: 'FAILED' })
  })

  it('that a node left running is over, and is not repeated', async () => {
    const { body } = await test.call(startIsolationRun, { as })
    await test.ctx.db
      .updateTable('isolation_runs')
      .set({ state: 'RUNNING' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', String(body['id']))
      .execute()
    await run(test.app, ofIdentity)
    const read = await test.call(readIsolationRun, { as, params: { id: body['id'] } })
    expect(read.body).toMatchObject({ state: 'FAILED', startedAt: null })
  })

  it('is due by the schedule, and not before', async () => {
    const settings = { enabled: true, intervalHours: 6 }
    const count = async () => (await test.call(listIsolationRuns, { as, body: {} })).body['paging']
    const at = await count()
    await test.call(updateIsolationSettings, { as, body: settings })
    await run(test.app, ofIdentity)
    expect(await count()).toEqual(at)
    test.clock.advance(6 * hourMillis + 1)
    await run(test.app, ofIdentity)
    const { token } = await buildAdmin(test.ctx)
    const { body } = await test.call(listIsolationRuns, { as: token, body: {} })
    expect(body['results']).toContainEqual(
      expect.objectContaining({ requestedBy: null, state: 'COMPLETED' }),
    )
    as = token
  })

  it('is answered again while it waits', async () => {
    const first = await test.call(startIsolationRun, { as })
    const again = await test.call(startIsolationRun, { as })
    expect(again.body['id']).toBe(first.body['id'])
  })

  it('begins now when it was planned for later, and not before', async () => {
    const { id } = (await test.call(startIsolationRun, { as })).body
    const later = new Date(test.clock.now().getTime() + 3_600_000)
    await changeRun(test.ctx, String(id), { requested_at: later })
    expect(await dueRoots()).toEqual([])
    const now = await test.call(startIsolationRun, { as })
    expect([now.status, now.body['id']]).toEqual([201, id])
    expect(await dueRoots()).toEqual([test.tenant.id])
  })
})

const dueRoots = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ root_id: string }>`
    select * from due_isolation_runs(${test.clock.now()}::timestamptz)`.execute(
    test.platform.database.system,
  )
  return rows.map(({ root_id: id }) => id)
}

describe('isolation tests', () => {
  it('are the root provider’s alone', async () => {
    const below = await buildTenantBelow(test, as, { isSp: true })
    const { token } = await buildAdmin(below.ctx)
    for (const endpoint of [readIsolationSettings, startIsolationRun]) {
      expect((await below.call(endpoint, { as: token })).status).toBe(403)
    }
  })

  it('send no email to users of a canary', async () => {
    const ctx = await second()
    const { signal } = new AbortController()
    const job = { tenantId: ctx.tenant.id, jobRowId: '', attempt: 1, isLast: false, signal }
    await workOnMail(ctx, { ...job, content: { anything: true } })
    expect(test.outbox()).toEqual([])
  })
})
