import {
  listAuditEvents,
  readAuditEventsResult,
  readAuditEventsStatus,
  submitAuditEvents,
} from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleSubmitted } from '../../../app/workers.ts'
import { audit } from '../../../kit/audit.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  await test.platform.queue.start()
})
afterAll(async () => {
  await test.platform.queue.stop()
  await test.close()
})

describe('audit events asked for asynchronously', () => {
  it('are submitted, watched, and fetched as the call would have given them', {
    meta: { covers: ['async.pattern', 'async.which'] },
  }, async () => {
    await test.ctx.transaction(async (ctx) => {
      audit(ctx, 'SUBMITTED', { subject: { entity: 'GRIDS', id: 'x', name: 'x' } })
    })
    const body = { actions: ['SUBMITTED'] }
    const job = await test.call(submitAuditEvents, { as, body })
    expect(job.body).toMatchObject({ status: 'PENDING', completedAt: null, errorCode: null })
    const given = { as, params: { id: job.body['id'] } }
    const early = await test.call(readAuditEventsResult, given)
    expect(early.body['errorCode']).toBe('job_not_completed')
    await handleSubmitted(test.platform)
    const status = async () => (await test.call(readAuditEventsStatus, given)).body['status']
    await expect.poll(status).toBe('COMPLETED')
    const page = await test.call(listAuditEvents, { as, body })
    expect((await test.call(readAuditEventsResult, given)).body).toEqual(page.body)
    const another = (await buildAdmin(test.ctx)).token
    expect((await test.call(readAuditEventsResult, { ...given, as: another })).status).toBe(404)
  })
})
