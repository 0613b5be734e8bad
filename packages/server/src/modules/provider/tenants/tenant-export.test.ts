import { gunzipSync } from 'node:zlib'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { deleteTenant, exportTenant } from '@signet/contract/provider/tenant-deletions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { buildTenantBelow, tenantsBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { modules } from '../../../app/modules.ts'
import type { Module } from '../../../kit/module.ts'
import { exportedTables } from './export.repository.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const build = () => buildTenantBelow(test, as, { entitlement: { bundle: 'PLUS', users: null } })

type Line = Readonly<Record<string, unknown>>

const linesOf = (bytes: Buffer): readonly Line[] =>
  gunzipSync(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))

/** The file over HTTP. */
const download = async (id: string) => {
  const path = exportTenant.path.replace(':id', id)
  const host = new URL(test.tenant.publicUrl).host
  const headers = { host, authorization: `Bearer ${as}` }
  const { statusCode, rawPayload } = await test.app.inject({ method: 'GET', url: path, headers })
  return { status: statusCode, bytes: rawPayload }
}

describe('the export of a tenant', () => {
  it('has its users in pages, groups, settings and audit log, and no secret', async () => {
    const { id, companyName, ctx } = await build()
    const person = await buildPerson(ctx)
    for (let made = 0; made < 620; made += 1) await buildUser(ctx)
    await test.call(deleteTenant, { as, params: { id } })
    const { status, bytes } = await download(id)
    expect(status).toBe(200)
    const lines = linesOf(bytes)
    const of = (table: string) => lines.filter((line) => line.table === table)
    expect(of('tenants')).toMatchObject([{ tenant_id: id, company_name: companyName }])
    expect(of('users')).toHaveLength(621)
    expect(new Set(of('users').map((line) => line.id)).size).toBe(621)
    expect(of('users').map((line) => line.user_id)).toContain(person.userId)
    expect(of('audit_events').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['TENANT_CREATED', 'TENANT_DELETION_REQUESTED', 'TENANT_EXPORTED']),
    )
    expect(of('roles').length).toBeGreaterThan(0)
    expect(bytes.length).toBeGreaterThan(0)
    const events = await test.call(listAuditEvents, { as, body: { entityId: id } })
    expect(events.text).toContain('TENANT_EXPORTED')
  })

  it('is there only while the tenant is going to be erased', async () => {
    const { id } = await build()
    expect((await test.call(exportTenant, { as, params: { id } })).status).toBe(404)
  })

  it('is no other provider’s, and takes the right to delete', {
    meta: { covers: ['S21'] },
  }, async () => {
    const { id } = await build()
    await test.call(deleteTenant, { as, params: { id } })
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    expect((await other.call(exportTenant, { as: token, params: { id } })).status).toBe(404)
    const viewer = await buildAdmin(test.ctx, { permissions: [['TENANTS', 'VIEW']] })
    const refused = await test.call(exportTenant, { as: viewer.token, params: { id } })
    expect(refused.status).toBe(403)
  })

  it('is that of the provider right above alone: not of one beside it, nor of the one above it', async () => {
    const make = tenantsBelow(test, () => as)
    const [one, other] = [await make({ isSp: true }), await make({ isSp: true })]
    const params = { id: (await make({ by: one })).id }
    const requested = await one.call(deleteTenant, { as: one.admin.token, params })
    expect(requested.status, requested.text).toBe(200)
    expect((await other.call(exportTenant, { as: other.admin.token, params })).status).toBe(404)
    expect((await test.call(exportTenant, { as, params })).status).toBe(404)
    // A token of one provider at the host of another.
    expect((await one.call(exportTenant, { as: other.admin.token, params })).status).toBe(401)
    expect((await one.call(exportTenant, { as: one.admin.token, params })).status).toBe(200)
    const events = await one.call(listAuditEvents, {
      as: one.admin.token,
      body: { entityId: params.id },
    })
    expect(events.text.match(/"TENANT_EXPORTED"/g)).toHaveLength(1)
  })

  it('names no column that grants access', () => {
    const records: readonly Module[] = Object.values(modules).flat()
    const secrets = records.flatMap(({ secretColumns }) => secretColumns ?? [])
    const columns = exportedTables.flatMap(({ table, keys, columns: shown }) =>
      [...keys, ...shown].map((column) => `${table}.${column}`),
    )
    expect(columns.filter((column) => secrets.includes(column))).toEqual([])
    expect(columns.filter((column) => /sealed|hash|secret|salt/.test(column))).toEqual([])
  })
})
