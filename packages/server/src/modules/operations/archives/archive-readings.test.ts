import { readFile, rm, writeFile } from 'node:fs/promises'
import {
  closeArchive,
  createArchive,
  listArchivedEvents,
  listArchives,
  openArchive,
} from '@signet/contract/operations/archives'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin, buildGroup, everyPermission } from '../../../../testing/builders.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { sweepAll } from '../../../app/upkeep/sweep.ts'
import { audit } from '../../../kit/audit.ts'
import { verifyAuditExport } from '../audit-events/index.ts'
import { archivePath } from './archive-files.ts'
import { workOnArchive } from './index.ts'

/*
 * Guards: `expectWholeSight`, the state and the end asked before a search, `isWhole` before a load,
 * the row held by each batch, the reading's id in what is removed.
 */

const day = 86_400_000
const noted = 2300

let test: TestApp
let as: string
let id: string
let month: string

const Readings = z.array(z.object({ id: z.uuid(), state: z.string() }))
const readings = async () =>
  Readings.parse(
    await test.ctx.db
      .selectFrom('archive_readings')
      .select(['id', 'state'])
      .where('tenant_id', '=', test.tenant.id)
      .execute(),
  )
const readingId = async (): Promise<string> => (await readings())[0]?.id ?? ''

const work = (content: Readonly<Record<string, string>>, isLast = false): Promise<void> =>
  workOnArchive(test.ctx, { content, signal: new AbortController().signal, isLast })

const copies = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from archived_events where tenant_id = ${test.tenant.id}`.execute(test.ctx.db)
  return rows[0]?.count ?? 0
}

const call = (endpoint: Parameters<TestApp['call']>[0], body?: unknown) =>
  test.call(endpoint, { as, params: { id }, ...(body === undefined ? {} : { body }) })

const search = async (body: Readonly<Record<string, unknown>> = {}) => {
  const { status, text } = await call(listArchivedEvents, body)
  expect(status, text).toBe(200)
  return listArchivedEvents.answer.parse(JSON.parse(text))
}

const shown = async () =>
  listArchives.answer.parse(JSON.parse((await test.call(listArchives, { as })).text))[0]?.reading

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  await test.ctx.transaction(async (ctx) => {
    for (let made = 0; made < noted; made += 1) {
      const subject = { entity: 'GRIDS', id: `grid-${made}`, name: `Grid 100%_${made}` }
      audit(ctx, 'NOTED', { subject, after: { made } })
    }
  })
  month = test.clock.now().toISOString().slice(0, 7)
  test.clock.advance(35 * day)
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await rm(archivePath(test.ctx, month), { force: true })
  await test.close()
})

describe('an archive', () => {
  it('is not opened before it is written', async () => {
    id = String((await test.call(createArchive, { as, body: { month } })).body.id)
    const refused = await call(openArchive)
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'archive_not_ready'])
    await chainedExport(test)
    await work({ id })
  })

  it('is searched only while it is open', async () => {
    const closed = async () => (await call(listArchivedEvents, {})).body.errorCode
    expect(await closed()).toBe('archive_not_open')
    expect((await call(openArchive)).body.reading).toMatchObject({ state: 'LOADING', events: 0 })
    expect(await closed()).toBe('archive_not_open')
    await work({ load: await readingId() })
    expect((await search()).paging.total).toBeGreaterThanOrEqual(noted)
    expect(await shown()).toMatchObject({ state: 'OPEN', events: await copies() })
    expect((await call(openArchive)).body.reading).toMatchObject({ state: 'OPEN' })
    expect(await readings()).toHaveLength(1)
  })

  it('shows the events of the log, page by page, each once', {
    meta: { covers: ['admin.archives'] },
  }, async () => {
    const ids = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await search({ limit: 100, actions: ['NOTED'], cursor })
      for (const event of page.results) ids.add(event.id)
      cursor = page.paging.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(ids.size).toBe(noted)
    const wanted = { entityId: 'grid-7', from: '2020-01-01T00:00:00Z' }
    const log = await test.call(listAuditEvents, { as, body: wanted })
    expect((await search(wanted)).results).toEqual(JSON.parse(log.text).results)
  })

  it.each([
    ['a name, where % and _ are plain letters', { text: '100%_1234' }, 1],
    ['a name that nobody has', { text: '100_%1234' }, 0],
    ['an action', { actions: ['NOTED'], outcome: 'SUCCESS' }, noted],
    ['an outcome', { actions: ['NOTED'], outcome: 'FAILURE' }, 0],
    ['an item', { entityType: 'GRIDS', entityId: 'grid-12' }, 1],
    ['a time', { actions: ['NOTED'], until: '2020-01-01T00:00:00Z' }, 0],
    ['an address', { address: '192.0.2.1' }, 0],
    ['an actor', { actorId: 'nobody' }, 0],
  ])('is searched for %s', async (_name, filter, count) => {
    expect((await search(filter)).paging.total).toBe(count)
  })

  it('is searched for a whole request', async () => {
    const [event] = (await search({ entityId: 'grid-3' })).results
    const { paging } = await search({ requestId: event?.requestId })
    expect(paging.total).toBeGreaterThanOrEqual(noted)
  })

  it('takes no cursor of another list', async () => {
    const { body } = await test.call(listAuditEvents, { as, body: { limit: 1 } })
    const { nextCursor } = z.object({ nextCursor: z.string() }).parse(body.paging)
    expect((await call(listArchivedEvents, { limit: 1, cursor: nextCursor })).status).toBe(400)
  })

  it('leaves the log, its chain and its counts as they are', async () => {
    const { rows } = await sql`select 1 from audit_events
      where tenant_id = ${test.tenant.id} and action = 'NOTED'`.execute(test.ctx.db)
    expect(rows).toHaveLength(noted)
    expect((await verifyAuditExport(await chainedExport(test))).faults).toEqual([])
  })

  it('is out of reach of another tenant, and of an administrator limited to groups', {
    meta: { covers: ['S21'] },
  }, async () => {
    const other = await test.otherTenant()
    const stranger = (await buildAdmin(other.ctx)).token
    const groupIds = [(await buildGroup(test.ctx)).id]
    const limited = (await buildAdmin(test.ctx, { permissions: everyPermission, groupIds })).token
    const statuses = async (tenant: Pick<TestApp, 'call'>, token: string) => {
      const given = { as: token, params: { id } }
      const answers = [
        await tenant.call(openArchive, given),
        await tenant.call(listArchivedEvents, { ...given, body: {} }),
        await tenant.call(closeArchive, given),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(other, stranger)).toEqual([404, 404, 404])
    expect(await statuses(test, limited)).toEqual([403, 403, 403])
  })

  it('is closed, and its copies go', async () => {
    const closing = await readingId()
    expect((await call(closeArchive)).status).toBe(204)
    expect((await call(listArchivedEvents, {})).body.errorCode).toBe('archive_not_open')
    expect(await shown()).toBeNull()
    await call(openArchive)
    await work({ load: await readingId() })
    const all = await copies()
    await work({ unload: closing })
    expect(await copies()).toBe(all / 2)
    expect((await search({ actions: ['NOTED'] })).paging.total).toBe(noted)
  })

  it('closed while it is read is read no further', async () => {
    const loading = { load: await readingId() }
    await test.ctx.db
      .updateTable('archive_readings')
      .set({ state: 'LOADING' })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    await call(closeArchive)
    await work({ unload: loading.load })
    await work(loading)
    expect(await copies()).toBe(0)
    const closed = await call(closeArchive)
    expect(closed.status).toBe(204)
  })

  it('closes by itself after seven days', async () => {
    await call(openArchive)
    await work({ load: await readingId() })
    expect(await copies()).toBeGreaterThanOrEqual(noted)
    test.clock.advance(7 * day + 1000)
    as = (await buildAdmin(test.ctx)).token
    expect((await call(listArchivedEvents, {})).body.errorCode).toBe('archive_not_open')
    expect(await shown()).toBeNull()
    await sweepAll(test.platform, { mayGoOn: async () => true })
    expect([await copies(), await readings()]).toEqual([0, []])
  })

  it('whose file was changed is not opened, and can be tried again', async () => {
    const file = archivePath(test.ctx, month)
    const content = await readFile(file)
    await writeFile(file, content.subarray(0, -1))
    await call(openArchive)
    await expect(work({ load: await readingId() }, true)).rejects.toThrow('was changed')
    expect(await shown()).toMatchObject({ state: 'FAILED', events: 0 })
    await writeFile(file, content)
    await call(openArchive)
    await work({ load: await readingId() })
    expect(await shown()).toMatchObject({ state: 'OPEN' })
  })

  it('leaves a trace of each time it was opened and closed', async () => {
    const body = { actions: ['AUDIT_ARCHIVE_OPENED', 'AUDIT_ARCHIVE_CLOSED'] }
    const { text } = await test.call(listAuditEvents, { as, body })
    const actions = listAuditEvents.answer
      .parse(JSON.parse(text))
      .results.map((each) => each.action)
    const count = (action: string) => actions.filter((each) => each === action).length
    expect([count('AUDIT_ARCHIVE_OPENED'), count('AUDIT_ARCHIVE_CLOSED')]).toEqual([5, 2])
  })
})
