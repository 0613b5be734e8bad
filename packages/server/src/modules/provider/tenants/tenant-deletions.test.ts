import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  cancelTenantDeletion,
  deleteTenant,
  listTenantDeletions,
  readTenantDeletion,
  readTenantDeletionSettings,
  updateTenantDeletionSettings,
} from '@signet/contract/provider/tenant-deletions'
import {
  changeTenantHost,
  createTenant,
  listTenantsPaged,
  lockTenant,
  readTenant,
  unlockTenant,
} from '@signet/contract/provider/tenants'
import { readAccountInfo } from '@signet/contract/tenancy/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { buildTenantBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { day } from '../../../kit/module.ts'
import { deliverNotice, mailNotices } from '../../authenticators/notices/index.ts'
import { sequenceAuditEvents } from '../../operations/audit-events/index.ts'

let test: TestApp
let admin: BuiltUser
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = await buildAdmin(test.ctx)
  as = await signInAs(test.ctx, admin)
  await test.platform.queue.start()
})
afterAll(() => test.close())

const build = (more: object = {}) => buildTenantBelow(test, as, more)
const remove = (id: string) => test.call(deleteTenant, { as, params: { id } })
const takeBack = (id: string) => test.call(cancelTenantDeletion, { as, params: { id } })
const read = (id: string) => test.call(readTenant, { as, params: { id } })
const codeOf = ({ status, body }: Answer) => [status, body.errorCode]
const daysUntil = (at: unknown): number =>
  Math.abs(Math.round((Date.parse(String(at)) - test.clock.now().getTime()) / day))
const setGrace = (graceDays: number) =>
  test.call(updateTenantDeletionSettings, { as, body: { graceDays } })

describe('a tenant that is deleted', () => {
  it('is locked immediately and erased after 30 days; no user signs in', async () => {
    const { id, companyName, call, ctx } = await build()
    const user = await buildPerson(ctx)
    const { token } = await buildAdmin(ctx)
    expect((await call(readAccountInfo, { as: token })).status).toBe(200)
    const { status, body, text } = await remove(id)
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      tenantId: id,
      companyName,
      state: 'PENDING',
      requestedBy: admin.userId,
      erasedAt: null,
      erasedRows: 0,
    })
    expect(daysUntil(body.eraseAt)).toBe(30)
    const seen = async () => codeOf(await call(readAccountInfo, { as: token }))
    expect((await seen())[0]).not.toBe(200)
    // Host and lock of a tenant are up to 1 s old.
    await expect.poll(seen).toEqual([403, 'account_locked'])
    const browser = browserOf(call)
    await browser.query(user.userId)
    expect(codeOf(await browser.prove('PASSWORD', goodPassword))).toEqual([403, 'account_locked'])
    const deletion = { id: body.id, eraseAt: body.eraseAt, requestedAt: body.requestedAt }
    expect((await read(id)).body).toMatchObject({ locked: true, deletion })
    const page = await test.call(listTenantsPaged, { as, body: { search: companyName } })
    expect(fieldOf(page.body, 'results', '0')).toMatchObject({ id, deletion })
  })

  it('is neither locked nor unlocked, and keeps its host names', async () => {
    const { id, hostname } = await build()
    await remove(id)
    const given = { as, params: { id } }
    const host = { ...given, body: { hostname: `x-${hostname}` } }
    for (const answer of [
      await test.call(lockTenant, given),
      await test.call(unlockTenant, given),
      await test.call(changeTenantHost, host),
    ]) {
      expect(codeOf(answer)).toEqual([409, 'tenant_in_deletion'])
    }
    const entitlement = { bundle: 'PLUS' }
    const body = { companyName: 'Other', hostname, entitlement }
    const taken = await test.call(createTenant, { as, body })
    expect(codeOf(taken)).toEqual([409, 'subscriber_exists'])
  })

  it('is deleted once, however often and at the same time it is asked for', async () => {
    const { id } = await build()
    const both = await Promise.all([remove(id), remove(id)])
    const again = await remove(id)
    expect(new Set([...both, again].map(({ body }) => body.id)).size).toBe(1)
    const events = await test.call(listAuditEvents, { as, body: { entityId: id } })
    expect(events.text.match(/"TENANT_DELETION_REQUESTED"/g)).toHaveLength(1)
  })

  it('is noted in both logs', async () => {
    const { id, call, ctx } = await build()
    await remove(id)
    await takeBack(id)
    const { token } = await buildAdmin(ctx)
    const inTenant = await call(listAuditEvents, { as: token, body: {} })
    const atProvider = await test.call(listAuditEvents, { as, body: { entityId: id } })
    for (const { text } of [inTenant, atProvider]) {
      expect(text).toContain('TENANT_DELETION_REQUESTED')
      expect(text).toContain('TENANT_DELETION_CANCELED')
    }
    expect(inTenant.text).toContain(test.tenant.companyName)
    expect(inTenant.text).not.toContain(admin.userId)
  })

  it('notifies its super administrators by email, although its other emails wait', async () => {
    const { id, companyName, ctx } = await build()
    const boss = await buildAdmin(ctx)
    await buildUser(ctx)
    await handleInTenant(test.platform, { queue: 'mail', work: deliverNotice })
    const deliver = async () => {
      while ((await sequenceAuditEvents(test.platform, mailNotices(test.platform))) > 0);
    }
    const mails = () => test.outbox().filter(({ to }) => to === `${boss.userId}@example.test`)
    // The sequencer waits for transactions that began before.
    const delivered = async () => {
      await deliver()
      return mails().length
    }
    await remove(id)
    await expect.poll(delivered, { timeout: 30_000 }).toBe(1)
    expect(mails()[0]?.text).toContain(`has requested the deletion of ${companyName}`)
    expect(mails()[0]?.text).toMatch(/everything is erased on \w+ \d+, \d{4}/)
    await takeBack(id)
    await expect.poll(delivered, { timeout: 30_000 }).toBe(2)
    expect(mails()[0]?.text).toContain(`has taken the deletion of ${companyName} back`)
  })

  it('is not deleted over a change that the caller has not seen', async () => {
    const { id } = await build()
    const headers = { 'if-match': '"99"' }
    const answer = await test.call(deleteTenant, { as, params: { id }, headers })
    expect(codeOf(answer)).toEqual([412, 'precondition_failed'])
    expect((await read(id)).body.deletion).toBeNull()
  })
})

describe('a deletion that is taken back', () => {
  it('opens the tenant again, and users sign in anew', async () => {
    const { id, call, ctx } = await build()
    const user = await buildPerson(ctx)
    const { token } = await buildAdmin(ctx)
    await remove(id)
    const answer = await takeBack(id)
    expect(answer.body).toMatchObject({ id, locked: false, deletion: null })
    const seen = async () => codeOf(await call(readAccountInfo, { as: token }))
    await expect.poll(seen).toEqual([401, 'invalid_session_token'])
    const browser = browserOf(call)
    await browser.query(user.userId)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
    const listed = await test.call(listTenantDeletions, { as, body: { state: 'CANCELED' } })
    expect(listed.text).toContain(id)
  })

  it('leaves a tenant locked that was locked before', async () => {
    const { id } = await build()
    await test.call(lockTenant, { as, params: { id } })
    await remove(id)
    expect((await takeBack(id)).body).toMatchObject({ locked: true, deletion: null })
    expect((await test.call(unlockTenant, { as, params: { id } })).status).toBe(200)
  })

  it('changes nothing where there is none, and can be requested again', async () => {
    const { id } = await build()
    const before = (await read(id)).body
    expect((await takeBack(id)).body).toEqual(before)
    const first = await remove(id)
    await takeBack(id)
    const second = await remove(id)
    expect([second.status, second.body.id === first.body.id]).toEqual([200, false])
  })

  it('and a request at the same time leave one or the other', async () => {
    const { id } = await build()
    await remove(id)
    await Promise.all([takeBack(id), remove(id), takeBack(id)])
    const { body } = await read(id)
    expect(body.locked).toBe(body.deletion !== null)
  })
})

describe('who deletes tenants', () => {
  it('is the provider right above alone', { meta: { covers: ['S21'] } }, async () => {
    const reseller = await build({ isSp: true })
    const boss = await buildAdmin(reseller.ctx)
    const below = await buildTenantBelow(
      { ...test, call: reseller.call, tenant: reseller.ctx.tenant },
      boss.token,
    )
    const customer = await buildAdmin(below.ctx)
    const params = { id: below.id }
    const inCustomer = await below.call(deleteTenant, { as: customer.token, params })
    expect(inCustomer.status).toBe(403)
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    expect((await remove(below.id)).status).toBe(404)
    expect((await other.call(deleteTenant, { as: token, params })).status).toBe(404)
    expect((await remove(test.tenant.id)).status).toBe(404)
    const requested = await reseller.call(deleteTenant, { as: boss.token, params })
    expect(requested.status).toBe(200)
    const deletion = { params: { id: String(requested.body.id) } }
    expect((await takeBack(below.id)).status).toBe(404)
    expect((await other.call(cancelTenantDeletion, { as: token, params })).status).toBe(404)
    expect((await test.call(readTenantDeletion, { as, ...deletion })).status).toBe(404)
    expect((await other.call(readTenantDeletion, { as: token, ...deletion })).status).toBe(404)
    expect((await other.call(listTenantDeletions, { as: token, body: {} })).body.results).toEqual(
      [],
    )
    const own = await reseller.call(readTenantDeletion, { as: boss.token, ...deletion })
    expect(own.body).toMatchObject({ tenantId: below.id, hostNames: [below.hostname] })
  })

  it('deletes a service provider only once that has no tenants', async () => {
    const reseller = await build({ isSp: true })
    const boss = await buildAdmin(reseller.ctx)
    const at = { ...test, call: reseller.call, tenant: reseller.ctx.tenant }
    const { id } = await buildTenantBelow(at, boss.token)
    await reseller.call(deleteTenant, { as: boss.token, params: { id } })
    // It can be taken back still.
    expect(codeOf(await remove(reseller.id))).toEqual([409, 'tenant_has_tenants'])
    expect((await read(reseller.id)).body).toMatchObject({ locked: false, deletion: null })
    const empty = await build({ isSp: true })
    expect((await remove(empty.id)).status).toBe(200)
  })

  it('gets no tenant below a provider that is deleted meanwhile', async () => {
    const reseller = await build({ isSp: true })
    await remove(reseller.id)
    const insert = test.testDatabase.asOwner((owner) =>
      owner.query(
        `insert into tenants (tenant_id, parent_tenant_id, company_name, public_url,
           authentication_account, issuance_account, created_at)
         values (gen_random_uuid(), $1, 'Late', 'http://late.example', true, false, now())`,
        [reseller.id],
      ),
    )
    await expect(insert).rejects.toMatchObject({ constraint: 'tenants_parent_open' })
  })
})

describe('the grace period', () => {
  it('is 30 days, and from 0 to 90 as the provider sets it', async () => {
    const settings = () => test.call(readTenantDeletionSettings, { as })
    expect((await settings()).body).toEqual({ graceDays: 30 })
    expect(codeOf(await setGrace(91))).toEqual([400, 'invalid_parameters'])
    expect((await setGrace(90)).body).toEqual({ graceDays: 90 })
    expect((await settings()).body).toEqual({ graceDays: 90 })
    const { id } = await build()
    expect(daysUntil((await remove(id)).body.eraseAt)).toBe(90)
    await setGrace(7)
    expect(daysUntil(fieldOf((await read(id)).body, 'deletion', 'eraseAt'))).toBe(90)
    const events = await test.call(listAuditEvents, { as, body: { entityId: test.tenant.id } })
    expect(events.text).toContain('TENANT_DELETION_SETTINGS_UPDATED')
  })

  it('of 0 days is one day where a user has signed in', async () => {
    await setGrace(0)
    const [unused, used] = [await build(), await build()]
    await buildUser(unused.ctx)
    const user = await buildPerson(used.ctx)
    const browser = browserOf(used.call)
    await browser.query(user.userId)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
    expect(daysUntil((await remove(unused.id)).body.eraseAt)).toBe(0)
    expect(daysUntil((await remove(used.id)).body.eraseAt)).toBe(1)
    await setGrace(30)
  })
})

describe('the list of deletions', () => {
  it('is read page by page, the newest first, by state and name', async () => {
    const provider = await test.otherTenant()
    const { token } = await buildAdmin(provider.ctx)
    const made = []
    for (const name of ['Elm 1', 'Elm 2', 'Fir']) {
      const { id } = await buildTenantBelow({ ...test, ...provider }, token, { companyName: name })
      made.push(id)
      await provider.call(deleteTenant, { as: token, params: { id } })
    }
    await provider.call(cancelTenantDeletion, { as: token, params: { id: made[0] ?? '' } })
    const page = (body: object) => provider.call(listTenantDeletions, { as: token, body })
    const names = ({ body }: Answer) =>
      Array.isArray(body.results) ? body.results.map((row) => fieldOf(row, 'companyName')) : []
    const first = await page({ limit: 2 })
    expect(names(first)).toEqual(['Fir', 'Elm 2'])
    const cursor = fieldOf(first.body, 'paging', 'nextCursor')
    expect(names(await page({ limit: 2, cursor }))).toEqual(['Elm 1'])
    expect(names(await page({ state: 'PENDING', search: 'elm' }))).toEqual(['Elm 2'])
    expect(names(await page({ descending: false, limit: 1 }))).toEqual(['Elm 1'])
  })
})
