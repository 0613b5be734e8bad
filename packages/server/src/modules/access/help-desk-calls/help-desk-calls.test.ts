import { startHelpDeskCall, waitForHelpDeskCall } from '@signet/contract/access/help-desk-calls'
import { updateSoftTokenSettings } from '@signet/contract/settings/entrustst'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let agent: Awaited<ReturnType<typeof buildAdmin>>
beforeAll(async () => {
  test = await startTestApp()
  agent = await buildAdmin(test.ctx)
  await test.ctx.db
    .updateTable('users')
    .set({ first_name: 'Grace', last_name: 'Hopper' })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', agent.id)
    .execute()
})
afterAll(() => test.close())

const withApp = async () => {
  const user = await buildPerson(test.ctx)
  return { user, ...(await buildSoftTokenApp(test, user.id)) }
}

const call = (userid: string) =>
  test.call(startHelpDeskCall, { as: agent.token, params: { userid } })

const answerTo = (userid: string, callid: string) =>
  test.call(waitForHelpDeskCall, { as: agent.token, params: { userid, callid } })

describe('a call with the help desk', () => {
  it('shows both the same number, and the caller who asks', async () => {
    const { user, app } = await withApp()
    const { body, status, text } = await call(user.id)
    expect(status, text).toBe(200)
    expect(body.number).toMatch(/^\d{6}$/)
    const wait = answerTo(user.id, String(body.id))
    const push = await app.pending()
    expect(JSON.parse(push.details)).toMatchObject({
      purpose: 'CALL',
      agent: `Grace Hopper (${agent.userId})`,
      number: body.number,
      address: null,
      browser: null,
    })
    expect((await app.answer(push, { decision: 'APPROVE' })).status).toBe(204)
    expect((await wait).body).toEqual({ status: 'APPROVED' })
    const event = await test.ctx.db
      .selectFrom('audit_events as e')
      .innerJoin('audit_details as d', (join) =>
        join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
      )
      .select('d.detail')
      .where('e.tenant_id', '=', test.tenant.id)
      .where('e.entity_id', '=', user.id)
      .where('e.action', '=', 'PUSH_ANSWERED')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(event.detail)).toMatchObject({
      attributes: { purpose: 'CALL', agent: `Grace Hopper (${agent.userId})`, answer: 'APPROVED' },
    })
  })

  it('is declined by whoever hears another number', async () => {
    const { user, app } = await withApp()
    const { body } = await call(user.id)
    await app.answer(await app.pending(), { decision: 'CONCERN' })
    expect((await answerTo(user.id, String(body.id))).body).toEqual({ status: 'CONCERN' })
    expect((await call(user.id)).body.errorCode).toBe('push_paused')
  })

  it('needs an app, and pushes that the tenant allows', async () => {
    const bare = await buildPerson(test.ctx)
    expect((await call(bare.id)).body.errorCode).toBe('no_otp')
    const { user } = await withApp()
    const set = (pushEnabled: boolean) =>
      test.call(updateSoftTokenSettings, { as: agent.token, body: { pushEnabled } })
    await set(false)
    expect((await call(user.id)).body.errorCode).toBe('no_otp')
    await set(true)
  })

  /* Guard: the purpose in `isCalled` (pushes.repository.ts). */
  it('is a call: what somebody is asked at their sign-in is not found', async () => {
    const { user, app } = await withApp()
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    await browser.challenge('TOKENPUSH')
    const { id } = await app.pending()
    const { transaction_id: asked } = await test.ctx.db
      .selectFrom('pushes')
      .select('transaction_id')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await answerTo(user.id, asked)).status).toBe(404)
  })

  /* Guard: `isCalled` in `wait` (help-desk-calls.service.ts). */
  it('is nobody else’s: another user’s call is not found', async () => {
    const { user } = await withApp()
    const { user: other } = await withApp()
    const { body } = await call(user.id)
    expect((await answerTo(other.id, String(body.id))).status).toBe(404)
  })
})
