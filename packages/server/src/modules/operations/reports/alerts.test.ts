import { listAlerts } from '@signet/contract/operations/reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../../../testing/builders.ts'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { type FilledRow, insertFilled } from '../../../../testing/filled-row.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'

/*
 * Guards: the range and the state in each count, the group in that of locked people, the permission
 * that entitlements take, and what administrators who are limited to groups are not told.
 */

const minute = 60_000
const day = 1440 * minute

let test: TestApp
let begun: number
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  begun = test.clock.now().getTime()
})
afterAll(() => test.close())

/** Before these tests began, or after that. */
const ago = (millis: number): Date => new Date(begun - millis)
const everyone = async (): Promise<string> => (await buildAdmin(test.ctx)).token

const ask = async (as: string) => {
  const body = { from: ago(7 * day).toISOString(), until: test.clock.now().toISOString() }
  const { status, text } = await test.call(listAlerts, { as, body })
  expect(status, text).toBe(200)
  return listAlerts.answer.parse(JSON.parse(text))
}

const add = (table: keyof Tables, given: FilledRow): Promise<FilledRow> =>
  insertFilled(test, table, { given })

/** One that counts, one of another time and one that went well. */
const addThree = async (
  table: keyof Tables,
  { column, bad, good, ...given }: { column: string; bad: string; good: string } & FilledRow,
): Promise<void> => {
  await add(table, { ...given, state: bad, [column]: ago(day) })
  await add(table, { ...given, state: bad, [column]: ago(9 * day) })
  await add(table, { ...given, state: good, [column]: ago(day) })
}

const lock = (subject: string, until: Date) =>
  add('attempt_budgets', { subject, last_failed_at: ago(minute), locked_until: until })

describe('alerts', () => {
  it('there are none where nothing went wrong', async () => {
    expect(await ask(await everyone())).toEqual({ total: 0, results: [] })
  })

  it('tell what failed within the range, errors first', async () => {
    const { id: webhook_id } = await add('webhooks', { disabled_at: ago(day) })
    await add('webhooks', { disabled_at: ago(9 * day) })
    await add('webhooks', { disabled_at: null })
    const failed = { bad: 'FAILED', good: 'COMPLETED', column: 'ended_at' }
    const delivery = { webhook_id, bad: 'DEAD', good: 'DELIVERED', column: 'attempted_at' }
    await addThree('webhook_deliveries', delivery)
    await addThree('email_messages', { bad: 'BOUNCED', good: 'SENT', column: 'created_at' })
    await addThree('bulk_operations', failed)
    await addThree('reports', failed)
    await addThree('audit_archives', { ...failed, good: 'READY', column: 'completed_at' })
    await addThree('job_contents', { ...failed, good: 'DONE', queue: 'key-rotation' })
    await addThree('job_contents', { ...failed, queue: 'mail' })
    const { id: task_id } = await add('scheduled_tasks', { paused_reason: 'OWNER_LOCKED' })
    await add('scheduled_tasks', { paused_reason: null })
    await addThree('scheduled_task_runs', { ...failed, good: 'SUCCEEDED', task_id })

    const { total, results } = await ask(await everyone())
    const told = (severity: string, types: readonly string[]) =>
      types.map((type) => ({ type, severity, count: 1, lastTime: ago(day).toISOString() }))
    expect(results).toEqual([
      ...told('ERROR', [
        'WEBHOOK_SWITCHED_OFF',
        'WEBHOOK_DELIVERY_FAILED',
        'KEY_ROTATION_FAILED',
        'ARCHIVE_FAILED',
      ]),
      { type: 'SCHEDULED_TASK_PAUSED', severity: 'ERROR', count: 1, lastTime: null },
      ...told('WARNING', [
        'EMAIL_NOT_DELIVERED',
        'BULK_OPERATION_FAILED',
        'REPORT_FAILED',
        'SCHEDULED_TASK_FAILED',
      ]),
    ])
    expect(total).toBe(9)
  })

  it('tell of entitlements that run out, to those who may see them', async () => {
    await grantEntitlement(test.ctx, {
      type: 'AUTHENTICATION',
      allotment: 1,
      overage_type: 'ALLOWED',
    })
    const [first] = (await ask(await everyone())).results
    expect(first).toEqual({ type: 'ENTITLEMENT', severity: 'ERROR', count: 1, lastTime: null })
    const others = everyPermission.filter(([entity]) => entity !== 'ENTITLEMENTS')
    const { token } = await buildAdmin(test.ctx, { permissions: others })
    const types = (await ask(token)).results.map(({ type }) => type)
    expect(types).toContain('WEBHOOK_SWITCHED_OFF')
    expect(types).not.toContain('ENTITLEMENT')
  })

  it('tell how many people are locked out now, of their groups to who is limited to them', async () => {
    const [member, outsider, formerly] = await Promise.all([1, 2, 3].map(() => buildUser(test.ctx)))
    await lock(member?.id ?? '', ago(-60 * minute))
    await lock(member?.id ?? '', ago(-60 * minute))
    await lock(outsider?.id ?? '', ago(-60 * minute))
    await lock(formerly?.id ?? '', ago(minute))
    await lock('anonymous:1', ago(-60 * minute))
    const { results } = await ask(await everyone())
    expect(results.at(-1)).toMatchObject({ type: 'SIGN_IN_LOCKED', count: 2 })
    const groupIds = [(await buildGroup(test.ctx, { members: [member?.id ?? ''] })).id]
    const { token } = await buildAdmin(test.ctx, { permissions: everyPermission, groupIds })
    const alert = { type: 'SIGN_IN_LOCKED', severity: 'WARNING', count: 1 }
    expect(await ask(token)).toMatchObject({ total: 1, results: [alert] })
  })

  it('tell that events wait for the chain, until they are in it', async () => {
    await test.ctx.transaction(async (ctx) => {
      audit(ctx, 'WAITING', { subject: { entity: 'GRIDS', id: 'g' } })
    })
    test.clock.advance(3 * minute)
    const types = async () => (await ask(await everyone())).results.map(({ type }) => type)
    expect(await types()).not.toContain('AUDIT_CHAIN_BEHIND')
    test.clock.advance(3 * minute)
    expect((await types())[0]).toBe('AUDIT_CHAIN_BEHIND')
    await chainedExport(test)
    expect(await types()).not.toContain('AUDIT_CHAIN_BEHIND')
  })

  it('are of one tenant', async () => {
    const other = await test.otherTenant()
    const { token: as } = await buildAdmin(other.ctx)
    const body = { from: ago(7 * day).toISOString(), until: ago(0).toISOString() }
    expect((await other.call(listAlerts, { as, body })).body).toEqual({ total: 0, results: [] })
  })
})
