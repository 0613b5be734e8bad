import {
  cancelReport,
  createReport,
  deleteReport,
  downloadReport,
  listReports,
  previewReport,
  printReport,
  readReport,
  renewReportCredentials,
} from '@signet/contract/operations/saved-reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import { workOnReport } from './index.ts'

let test: TestApp
let as: string

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  await test.ctx.transaction(async (ctx) => {
    for (const name of ['=cmd()', 'Zoë 大和']) {
      audit(ctx, 'THING_MADE', { subject: { entity: 'GRIDS', id: name, name } })
    }
  })
  test.clock.advance(1000)
})
afterAll(() => test.close())

const make = async (given: object = {}) => {
  const body = {
    name: 'Weekly',
    kind: 'AUDIT_EVENTS',
    filter: { actions: ['THING_MADE'] },
    ...given,
  }
  const made = await test.call(createReport, { as, body })
  return String(made.body.id)
}
const work = (id: string) => workOnReport(test.ctx, { content: { id }, isLast: false })
const list = async (token = as) =>
  (await test.call(listReports, { as: token, body: {} })).body.results

describe('a report', () => {
  it('is made, listed, and fetched as CSV whose formulas are harmless', {
    meta: { covers: ['async.which'] },
  }, async () => {
    const id = await make()
    await work(id)
    expect(await list()).toMatchObject([{ id, state: 'COMPLETED', rows: 2, truncated: false }])
    const { text } = await test.call(downloadReport, { as, params: { id } })
    expect(text).toContain("'=cmd()")
    expect(text).toContain('Zoë 大和')
  })

  it('has the columns that were chosen, in the order of its kind', async () => {
    const id = await make({ columns: ['outcome', 'entityName'] })
    await work(id)
    const { text } = await test.call(downloadReport, { as, params: { id } })
    const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('entityName,outcome')
    expect(rows.toSorted()).toEqual(["'=cmd(),SUCCESS", 'Zoë 大和,SUCCESS'])
    const { body, headers } = await test.call(readReport, { as, params: { id } })
    expect(body).toMatchObject({ id, definition: { columns: ['outcome', 'entityName'] } })
    expect(headers['etag']).toBe(`"${body.version}"`)
  })

  it.each([
    ['of another kind', ['users']],
    ['named twice', ['action', 'action']],
  ])('is refused with columns %s', async (_, columns) => {
    const body = { name: 'Odd', kind: 'AUDIT_EVENTS', columns }
    expect((await test.call(createReport, { as, body })).body.errorCode).toBe('invalid_parameters')
  })

  it('shows beforehand what it would tell', async () => {
    const body = {
      kind: 'AUDIT_EVENTS',
      filter: { actions: ['THING_MADE'] },
      columns: ['eventTime', 'entityName'],
    }
    const before = await list()
    const shown = await test.call(previewReport, { as, body })
    expect(shown.body).toEqual({
      columns: ['eventTime', 'entityName'],
      rows: [
        [expect.stringMatching(/^\d{4}-.*Z$/), expect.any(String)],
        [expect.stringMatching(/^\d{4}-.*Z$/), expect.any(String)],
      ],
      truncated: false,
    })
    expect(await list()).toEqual(before)
  })

  it('shows twenty rows beforehand and says that there are more', async () => {
    await test.ctx.transaction(async (ctx) => {
      for (let at = 0; at < 21; at += 1) {
        audit(ctx, 'MANY_MADE', { subject: { entity: 'GRIDS', id: String(at), name: `g${at}` } })
      }
    })
    test.clock.advance(1000)
    const body = { kind: 'AUDIT_EVENTS', filter: { actions: ['MANY_MADE'] } }
    const { rows, truncated } = (await test.call(previewReport, { as, body })).body
    expect(rows).toHaveLength(20)
    expect(truncated).toBe(true)
    const days = { kind: 'AUTHENTICATIONS', period: 'LAST_30_DAYS' }
    const counted = await test.call(previewReport, { as, body: days })
    expect(counted.body.rows).toHaveLength(20)
    expect(counted.body.truncated).toBe(true)
  })

  it('is fetched as a PDF', async () => {
    const id = await make({ kind: 'USERS' })
    await work(id)
    const answer = await test.call(printReport, { as, params: { id } })
    expect(answer.headers['content-type']).toContain('application/pdf')
    expect(answer.text.slice(0, 5)).toBe('%PDF-')
    expect(answer.text.trimEnd().endsWith('%%EOF')).toBe(true)
  })

  it.each([
    'AUTHENTICATIONS',
    'OUTCOMES',
    'FAILED_AUTHENTICATIONS',
    'ACTIVE_USERS',
    'AUTHENTICATIONS_BY_APPLICATION',
    'AUTHENTICATIONS_BY_AUTHENTICATOR',
    'APPLICATIONS',
    'AUTHENTICATOR_TYPES',
    'TEXT_MESSAGES',
  ])('can tell about %s', async (kind) => {
    const id = await make({ kind, period: 'LAST_90_DAYS' })
    await work(id)
    const { status } = await test.call(downloadReport, { as, params: { id } })
    expect(status).toBe(200)
  })

  it('that was cancelled is not made', async () => {
    const id = await make()
    await test.call(cancelReport, { as, params: { id } })
    await work(id)
    expect((await test.call(downloadReport, { as, params: { id } })).status).toBe(409)
    expect((await test.call(deleteReport, { as, params: { id } })).status).toBe(204)
  })

  it('pauses after a day, until somebody lends it their rights', async () => {
    const id = await make()
    const past = new Date(test.clock.now().getTime() - 1)
    await test.ctx.db
      .updateTable('reports')
      .set({ grant_until: past })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()
    await work(id)
    expect(await list()).toContainEqual(
      expect.objectContaining({ id, state: 'PAUSED', reason: 'GRANT_EXPIRED' }),
    )
    await test.call(renewReportCredentials, { as, params: { id } })
    await work(id)
    expect((await test.call(downloadReport, { as, params: { id } })).status).toBe(200)
  })

  it('of everybody is hidden from who is limited to groups', async () => {
    const group = await buildGroup(test.ctx)
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['REPORTS', 'VIEW'],
        ['EXPORTREPORTS', 'VIEW'],
      ],
      groupIds: [group.id],
    })
    const id = await make()
    await work(id)
    expect(await list(token)).toEqual([])
    expect((await test.call(downloadReport, { as: token, params: { id } })).status).toBe(404)
    expect((await test.call(readReport, { as: token, params: { id } })).status).toBe(404)
    const body = { kind: 'AUDIT_EVENTS', filter: { actions: ['THING_MADE'] } }
    expect((await test.call(previewReport, { as, body })).body.rows).toHaveLength(2)
    expect((await test.call(previewReport, { as: token, body })).body.rows).toEqual([])
  })
})
