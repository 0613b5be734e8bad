import {
  listTenants,
  readTenantCreateResult,
  readTenantCreateStatus,
  submitTenant,
} from '@signet/contract/provider/tenants'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { handleSubmitted } from '../../../app/workers.ts'
import { deliverNotice } from '../../authenticators/notices/index.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { tenantCreation } from './index.ts'

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

const own = () => new URL(test.tenant.publicUrl).hostname
let made = 0
const wanted = (more: object = {}) => {
  made += 1
  return {
    companyName: `Oak ${made}`,
    hostname: `o${made}.${own()}`,
    entitlement: { bundle: 'PLUS', users: 5 },
    administrator: { email: `boss${made}@oak.example` },
    ...more,
  }
}
const submit = (body: object) => test.call(submitTenant, { as, body })
const status = async (id: unknown) =>
  (await test.call(readTenantCreateStatus, { as, params: { id } })).body
const result = (id: unknown) => test.call(readTenantCreateResult, { as, params: { id } })
const ended = async (id: unknown, state: string): Promise<void> => {
  await expect.poll(async () => (await status(id)).status).toBe(state)
}
const named = async (search: string) => {
  const { text } = await test.call(listTenants, { as, query: { search } })
  const rows: readonly unknown[] = JSON.parse(text)
  return rows
}

describe('a tenant that is submitted', () => {
  it('is ready some time later, and its administrator has the setup link by email', async () => {
    const body = wanted()
    const submitted = await submit(body)
    expect(submitted.body).toMatchObject({ status: 'PENDING', errorCode: null })
    const { id } = submitted.body
    expect((await result(id)).body.errorCode).toBe('job_not_completed')
    expect(await named(body.companyName)).toEqual([])
    await handleSubmitted(test.platform)
    await handleInTenant(test.platform, { queue: 'mail', work: deliverNotice })
    await ended(id, 'COMPLETED')
    const { body: tenant, text } = await result(id)
    expect(tenant).toMatchObject({ companyName: body.companyName, hostname: body.hostname })
    expect(text).not.toContain('/setup/')
    const call = createCall(test.app, new URL(String(tenant.publicUrl)).host)
    expect((await call(readSubscriber)).body.id).toBe(tenant.id)
    await expect.poll(() => test.outbox().map(({ to }) => to)).toEqual([body.administrator.email])
  })

  it('fails where its host name was taken meanwhile, and nothing is left of it', async () => {
    const first = wanted()
    const second = wanted({ hostname: first.hostname })
    const ids = [await submit(first), await submit(second)].map(({ body }) => body.id)
    const states = () => Promise.all(ids.map(status))
    const statuses = async () => (await states()).map((each) => each.status).toSorted()
    await expect.poll(statuses).toEqual(['COMPLETED', 'FAILED'])
    expect((await states()).map(({ errorCode }) => errorCode)).toContain('subscriber_exists')
    const left = [...(await named(first.companyName)), ...(await named(second.companyName))]
    expect(left).toHaveLength(1)
  })

  it('fails once the session that submitted it has ended, as its owner sees after signing in', async () => {
    const owner = await buildAdmin(test.ctx)
    const body = wanted()
    const submitted = await test.call(submitTenant, { as: owner.token, body })
    await test.ctx.transaction((ctx) => endSessionsOf(ctx, owner.id))
    const params = { id: submitted.body.id }
    const again = { as: await signInAs(test.ctx, owner), params }
    const job = async () => (await test.call(readTenantCreateStatus, again)).body
    await expect.poll(job).toMatchObject({
      status: 'FAILED',
      errorCode: 'expired_session_token',
      completedAt: expect.any(String),
    })
    expect((await test.call(readTenantCreateResult, again)).body.errorCode).toBe('job_failed')
    expect(await named(body.companyName)).toEqual([])
  })

  it('is created once, whenever the work was interrupted', async () => {
    const request = {
      tenantId: test.platform.ids.uuid(),
      wanted: tenantCreation.request.parse({
        tenantId: test.platform.ids.uuid(),
        wanted: wanted(),
      }).wanted,
    }
    const first = await tenantCreation.run(test.ctx, request)
    const again = await tenantCreation.run(test.ctx, request)
    expect(again).toEqual(first)
    expect(await named(request.wanted.companyName)).toHaveLength(1)
  })

  it('is refused at once where it cannot be created', async () => {
    const elsewhere = await submit(wanted({ hostname: 'login.bank.example' }))
    expect([elsewhere.status, elsewhere.body.errorCode]).toEqual([400, 'invalid_parameters'])
    const unnamed = await submit(wanted({ administrator: null }))
    expect([unnamed.status, unnamed.body.errorCode]).toEqual([400, 'invalid_parameters'])
  })

  it('is told to the one who submitted it only', { meta: { covers: ['S21'] } }, async () => {
    const { body } = await submit(wanted())
    const other = await buildAdmin(test.ctx)
    const given = { as: other.token, params: { id: body.id } }
    expect((await test.call(readTenantCreateStatus, given)).status).toBe(404)
    expect((await test.call(readTenantCreateResult, given)).status).toBe(404)
  })
})
