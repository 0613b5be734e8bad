import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { makeProviderReport } from '@signet/contract/provider/reports'
import { createTenant, lockTenant } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: the edge of each page in `partsOf`; `csvLine` for formulas. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const create = async (companyName: string, host: string): Promise<string> => {
  const hostname = `${host}.${new URL(test.tenant.publicUrl).hostname}`
  const entitlement = { bundle: 'PLUS', users: 20, endDate: '2027-12-31T00:00:00Z' }
  const body = { companyName, hostname, issuanceAccount: true, entitlement }
  const answer = await test.call(createTenant, { as, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body.id)
}
const report = async (id: string, body: object = {}) => {
  const answer = await test.call(makeProviderReport, { as, params: { id }, body })
  expect(answer.status, answer.text).toBe(200)
  return answer
}
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

describe('a report of a provider', () => {
  let alder: string
  beforeAll(async () => {
    await create('=Birch()', 'birch')
    alder = await create('Alder', 'alder')
    await test.call(lockTenant, { as, params: { id: alder } })
  })

  it('has a row for each tenant, by company name, harmless to a spreadsheet', async () => {
    const { text, headers } = await report('tenants', { byteOrderMark: false })
    const [head = [], ...rows] = linesOf(text)
    expect(headers['content-type']).toContain('text/csv')
    expect(headers['content-disposition']).toBe('attachment; filename="tenants.csv"')
    const valuesOf = (name: string) => rows.map((row) => row[head.indexOf(name)])
    expect(valuesOf('companyName')).toEqual(["'=Birch()", 'Alder'])
    expect(valuesOf('locked')).toEqual(['false', 'true'])
    expect(valuesOf('bundle')).toEqual(['PLUS', 'PLUS'])
    expect(valuesOf('allotment')).toEqual(['20', '20'])
  })

  it('has a row for each entitlement', async () => {
    const { text } = await report('entitlements', { byteOrderMark: false })
    const [head = [], ...rows] = linesOf(text)
    const ofAlder = rows.filter(([id]) => id === alder)
    expect(ofAlder.map((row) => row[head.indexOf('type')])).toEqual(['AUTHENTICATION', 'ISSUANCE'])
    expect(ofAlder.map((row) => row[head.indexOf('endDate')])).toEqual([
      '2027-12-31T00:00:00.000Z',
      '2027-12-31T00:00:00.000Z',
    ])
    expect(rows).toHaveLength(4)
  })

  it('begins with a byte order mark unless that is not wanted, and is recorded', async () => {
    expect((await report('tenants')).text).toMatch(/^\uFEFFid,/)
    expect((await report('tenants', { byteOrderMark: false })).text).toMatch(/^id,/)
    const body = { actions: ['PROVIDER_REPORT_MADE'], limit: 1 }
    const { body: page } = await test.call(listAuditEvents, { as, body })
    expect(fieldOf(page, 'results', '0', 'attributes')).toEqual({ report: 'tenants' })
  })

  it('has each of 2,500 tenants once', async () => {
    await test.testDatabase.asOwner((owner) =>
      owner.query(
        `insert into tenants (tenant_id, parent_tenant_id, company_name, public_url,
           authentication_account, issuance_account, created_at)
         select gen_random_uuid(), $1, 'Branch ' || n % 7, 'http://r' || n || '.example', true,
           false, now()
         from generate_series(1, 2500) n`,
        [test.tenant.id],
      ),
    )
    const [, ...rows] = linesOf((await report('tenants')).text)
    expect(rows).toHaveLength(2502)
    expect(new Set(rows.map(([id]) => id)).size).toBe(2502)
  })

  it('has no tenant of another provider', { meta: { covers: ['S21'] } }, async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    for (const id of ['tenants', 'entitlements']) {
      const answer = await other.call(makeProviderReport, { as: token, params: { id }, body: {} })
      expect(linesOf(answer.text)).toHaveLength(1)
    }
  })
})
