import { listAuditEvents, listSiemEvents } from '@signet/contract/operations/audit-events'
import { updateSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import { sequenceAuditEvents, verifyAuditExport } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const record = (action: string, name = 'thing', count = 1): Promise<void> =>
  test.ctx.transaction(async (ctx) => {
    for (let each = 0; each < count; each += 1) {
      audit(ctx, action, {
        subject: { entity: 'GRIDS', id: `${name}-${each}`, name },
        attributes: { each },
      })
    }
  })

const page = async (body: Record<string, unknown>) => {
  const answer = await test.call(listAuditEvents, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return JSON.parse(answer.text)
}

describe('a change', () => {
  it('writes its event with the actor, the fields before and after, and the request', async () => {
    await test.call(updateSubscriber, {
      as,
      params: { id: test.tenant.id },
      body: { companyName: 'Renamed' },
    })
    const [event] = (await page({ actions: ['SUBSCRIBER_UPDATED'] })).results
    expect(event).toMatchObject({
      action: 'SUBSCRIBER_UPDATED',
      outcome: 'SUCCESS',
      actorType: 'user',
      entityType: 'SUBSCRIBERS',
      after: { companyName: 'Renamed' },
      erased: false,
    })
    expect(event.before.companyName).not.toBe('Renamed')
    expect(event.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('leaves no event when it is rolled back', async () => {
    await expect(
      test.ctx.transaction(async (ctx) => {
        audit(ctx, 'NEVER_HAPPENED', { subject: { entity: 'GRIDS', id: 'x' } })
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect((await page({ actions: ['NEVER_HAPPENED'] })).results).toEqual([])
  })
})

describe('the report', () => {
  it('pages forwards and back over every event once', async () => {
    await record('PAGED', 'paged', 25)
    const first = await page({ actions: ['PAGED'], limit: 10 })
    const second = await page({ actions: ['PAGED'], limit: 10, cursor: first.paging.nextCursor })
    const third = await page({ actions: ['PAGED'], limit: 10, cursor: second.paging.nextCursor })
    expect([first, second, third].map(({ results }) => results.length)).toEqual([10, 10, 5])
    expect(third.paging).toMatchObject({ nextCursor: null, total: 25, estimated: false })
    const back = await page({ actions: ['PAGED'], limit: 10, cursor: third.paging.prevCursor })
    expect(back.results).toEqual(second.results)
    const ids = [first, second, third].flatMap(({ results }) =>
      results.map(({ id }: { id: string }) => id),
    )
    expect(new Set(ids).size).toBe(25)
  })

  it('refuses a cursor that was forged, cut, or made for another search', {
    meta: { covers: ['S26'] },
  }, async () => {
    const { paging } = await page({ actions: ['PAGED'], limit: 10 })
    const cursor: string = paging.nextCursor
    const forged = `${Buffer.from('{"l":"audit","a":[],"d":"next"}').toString('base64url')}.${cursor.split('.')[1]}`
    for (const bad of [forged, cursor.slice(0, -2), 'x', '']) {
      const answer = await test.call(listAuditEvents, {
        as,
        body: { actions: ['PAGED'], limit: 10, cursor: bad },
      })
      expect(answer.status, bad).toBe(400)
    }
    const other = await test.call(listAuditEvents, {
      as,
      body: { actions: ['OTHER'], limit: 10, cursor },
    })
    expect(other.status).toBe(400)
  })

  it('filters by entity, outcome and free text, where % and _ are plain letters', async () => {
    await record('FILTERED', 'Quarterly 100%_report')
    expect((await page({ text: '100%_rep' })).results).toHaveLength(1)
    expect((await page({ text: '100_%rep' })).results).toHaveLength(0)
    expect((await page({ entityId: 'Quarterly 100%_report-0' })).results).toHaveLength(1)
    expect(
      (await page({ entityId: 'Quarterly 100%_report-0', outcome: 'FAILURE' })).results,
    ).toHaveLength(0)
  })

  it('finds the events of a request by its whole id, typed as free text', async () => {
    await record('REQUESTED', 'requested')
    const [{ requestId: text }] = (await page({ actions: ['REQUESTED'] })).results
    const actions = async (wanted: string) =>
      (await page({ text: wanted })).results.map(({ action }: { action: string }) => action)
    expect(await actions(text.toUpperCase())).toContain('REQUESTED')
    expect(await actions(text.slice(0, -1))).toEqual([])
  })

  it('shows nothing of another tenant, neither listed nor found', async () => {
    const other = await test.otherTenant()
    await other.ctx.transaction(async (ctx) =>
      audit(ctx, 'FOREIGN', { subject: { entity: 'GRIDS', id: 'f', name: 'foreign-needle' } }),
    )
    expect((await page({ text: 'foreign-needle' })).results).toEqual([])
    expect((await page({ actions: ['FOREIGN'] })).results).toEqual([])
  })

  it('gives a collector the oldest first and a cursor to go on from', async () => {
    const answer = await test.call(listSiemEvents, { as, body: { limit: 5 } })
    const times = JSON.parse(answer.text).results.map(
      ({ eventTime }: { eventTime: string }) => eventTime,
    )
    expect(times).toEqual(times.toSorted())
  })
})

describe('the chain', () => {
  it('covers every committed event and verifies without the database', {
    meta: { covers: ['S40'] },
  }, async () => {
    await record('CHAINED', 'chained', 30)
    const verdict = await verifyAuditExport(await chainedExport(test))
    expect(verdict).toMatchObject({ valid: true, erased: 0, faults: [] })
    expect(verdict.events).toBeGreaterThanOrEqual(30)
  })

  // Needs two transactions at once, which the embedded database has not.
  if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
    it('skips no event of a transaction that commits late', async () => {
      await chainedExport(test)
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const late = test.ctx.transaction(async (ctx) => {
        // Takes its transaction id now, commits after others have been chained.
        await ctx.db
          .updateTable('tenants')
          .set({ tier: 0 })
          .where('tenant_id', '=', ctx.tenant.id)
          .execute()
        audit(ctx, 'LATE', { subject: { entity: 'GRIDS', id: 'late' } })
        await held
      })
      await new Promise((resolve) => setTimeout(resolve, 50))
      await record('EARLY')
      await sequenceAuditEvents(test.platform)
      release()
      await late
      const lines = await chainedExport(test)
      expect(lines.filter((line) => line.includes('"LATE"'))).toHaveLength(1)
      expect(lines.filter((line) => line.includes('"EARLY"'))).toHaveLength(1)
      expect((await verifyAuditExport(lines)).faults).toEqual([])
    })
  }

  it('names the batch when an event was changed, dropped or added', async () => {
    await record('OF_ONE_BATCH')
    await chainedExport(test)
    await record('OF_ANOTHER')
    const lines = await chainedExport(test)
    const at = lines.findLastIndex((line) => line.startsWith('{"type":"event"'))
    const changed = lines.with(
      at,
      (lines[at] ?? '').replace('"outcome":"SUCCESS"', '"outcome":"DENIED"'),
    )
    expect((await verifyAuditExport(changed)).faults.join()).toContain('the chain is broken')
    expect((await verifyAuditExport(lines.toSpliced(at, 1))).faults.join()).toContain(
      'were chained',
    )
    expect((await verifyAuditExport(lines.toSpliced(at, 0, lines[at] ?? ''))).valid).toBe(false)
    const link = lines.findIndex((line) => line.startsWith('{"type":"chain"'))
    expect((await verifyAuditExport(lines.toSpliced(link, 1))).faults.join()).toContain(
      'is missing',
    )
  })

  it('says erased where a person was erased, and stays valid', async () => {
    await record('ERASED', 'someone')
    await chainedExport(test)
    const { results } = await page({ actions: ['ERASED'] })
    await test.ctx.db
      .deleteFrom('audit_details')
      .where('tenant_id', '=', test.tenant.id)
      .where('event_id', '=', results[0].id)
      .execute()
    expect((await page({ actions: ['ERASED'] })).results[0]).toMatchObject({
      erased: true,
      entityName: '',
      after: null,
    })
    expect(await verifyAuditExport(await chainedExport(test))).toMatchObject({
      valid: true,
      erased: 1,
    })
  })

  it('is signed: a hash that was replaced does not carry the tenant’s signature', async () => {
    const lines = await chainedExport(test)
    const link = lines.findLastIndex((line) => line.startsWith('{"type":"chain"'))
    const swapped = (lines[link] ?? '').replace(/"signature":"(.{4})/, '"signature":"AAAA')
    expect((await verifyAuditExport(lines.with(link, swapped))).faults.join()).toContain(
      'signature',
    )
  })
})
