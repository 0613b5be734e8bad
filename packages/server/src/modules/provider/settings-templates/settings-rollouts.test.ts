import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  readSettingsRollout,
  resumeSettingsRollout,
  rollBackSettingsRollout,
  startSettingsRollout,
  stopSettingsRollout,
} from '@signet/contract/provider/settings-rollouts'
import {
  unassignSettingsTemplate,
  updateSettingsTemplate,
} from '@signet/contract/provider/settings-templates'
import { updatePasswordSettings } from '@signet/contract/settings/password'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverNotices } from '../../../../testing/access/mail.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { settingsProvider } from '../../../../testing/settings-templates.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'

/*
 * Guards: `canary` in `applyNext`, `hasRisen` in `watch`, the state that a step holds, `isOverridden`,
 * `isKept` of what is taken back, `settings_rollouts_open`.
 */

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let as: string
let provider: ReturnType<typeof settingsProvider>
let delivery: { ctx: Context } & Omit<TestApp, 'ctx'>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  delivery = { ...test }
})
// The clock moves on: a proof is fresh for five minutes.
beforeEach(async () => {
  admin = await buildAdmin(test.ctx)
  as = admin.token
  provider = settingsProvider(test, as)
})
afterAll(async () => {
  await test.platform.queue.stop()
  await test.close()
})

const minute = 60_000

/** A canary tenant and another one, with a template for both. */
const pair = async (values: object = { password: { minimumLength: 14 } }) => {
  const [canary, other] = [await provider.tenantBelow(), await provider.tenantBelow()]
  const id = await provider.template(values)
  await provider.assign(id, [canary.id, other.id])
  return { canary, other, id }
}
const read = async (id: string) =>
  (await test.call(readSettingsRollout, { as, params: { id } })).body
const lengths = async (...tenants: readonly Awaited<ReturnType<typeof pair>>['canary'][]) => {
  const all = []
  for (const { passwords } of tenants) all.push((await passwords()).minimumLength)
  return all
}
/** Works, and works again when the watch time is over. */
const finish = async (rollout: string) => {
  await provider.work(rollout)
  test.clock.advance(2 * minute)
  await provider.work(rollout)
}
const signIns = ({ ctx }: { readonly ctx: Context }, failed: number, succeeded: number) =>
  ctx.transaction(async (ctx) => {
    for (let at = 0; at < failed + succeeded; at += 1) {
      const outcome = at < failed ? 'FAILURE' : 'SUCCESS'
      audit(ctx, 'AUTHENTICATION', { subject: { entity: 'USERS', id: '' }, outcome })
    }
  })
const mailsTo = async (ctx: Context, userId: string, words: string) => {
  delivery.ctx = ctx
  await deliverNotices(delivery)
  return test.outbox().filter(({ to, text }) => to.startsWith(userId) && text.includes(words))
}

describe('a rollout', () => {
  it('changes canary tenants first, and the others when the watch time is over', async () => {
    const { canary, other, id } = await pair()
    const rollout = await provider.rollOut(id, [canary.id], { watchMinutes: 2 })
    expect(await read(rollout)).toMatchObject({ state: 'PLANNED' })
    await provider.work(rollout)
    expect(await lengths(canary, other)).toEqual([14, 10])
    expect(await read(rollout)).toMatchObject({ state: 'WATCHING', tenants: { APPLIED: 1 } })
    await provider.work(rollout)
    expect(await lengths(canary, other)).toEqual([14, 10])
    test.clock.advance(2 * minute)
    await provider.work(rollout)
    expect(await lengths(canary, other)).toEqual([14, 14])
    expect(await read(rollout)).toMatchObject({ state: 'DONE', tenants: { APPLIED: 2 } })
  })

  it('is in both logs, and mailed to super administrators of a tenant once', async () => {
    const { canary, id } = await pair({
      password: { minimumLength: 14, historySize: 9 },
      grid: { cellLength: 3 },
    })
    await provider.work(await provider.rollOut(id, [canary.id]))
    const actions = ['SETTINGS_ROLLED_OUT']
    const inside = await canary.call(listAuditEvents, {
      as: canary.boss.token,
      body: { actions },
    })
    expect(inside.body.results).toMatchObject([{ actorName: test.tenant.companyName }])
    const above = await test.call(listAuditEvents, { as, body: { actions, entityId: canary.id } })
    expect(above.body.results).toHaveLength(1)
    const mails = await mailsTo(canary.ctx, canary.boss.userId, 'Settings rolled out')
    expect(mails).toHaveLength(1)
  })

  it('stops when more sign-ins of canary tenants fail, and says so to the provider', async () => {
    const { canary, other, id } = await pair()
    await signIns(canary, 5, 95)
    test.clock.advance(1000)
    const rollout = await provider.rollOut(id, [canary.id], { watchMinutes: 2 })
    await provider.work(rollout)
    await signIns(canary, 30, 70)
    test.clock.advance(1000)
    await provider.work(rollout)
    expect(await read(rollout)).toMatchObject({
      state: 'STOPPED',
      stopReason: 'FAILURES_ROSE',
      watched: { before: { failed: 5, all: 100 }, after: { failed: 30, all: 100 } },
    })
    test.clock.advance(3 * minute)
    await provider.work(rollout)
    expect(await lengths(canary, other)).toEqual([14, 10])
    expect(await mailsTo(test.ctx, admin.userId, 'Settings rollout stopped')).toHaveLength(1)
    await test.call(resumeSettingsRollout, { as, params: { id: rollout } })
    await provider.work(rollout)
    expect(await lengths(canary, other)).toEqual([14, 14])
  })

  it('goes on when as many sign-ins fail as before', async () => {
    const { canary, id } = await pair()
    await signIns(canary, 30, 70)
    test.clock.advance(1000)
    const rollout = await provider.rollOut(id, [canary.id], { watchMinutes: 2 })
    await provider.work(rollout)
    await signIns(canary, 31, 69)
    test.clock.advance(2 * minute)
    await provider.work(rollout)
    expect(await read(rollout)).toMatchObject({ state: 'DONE' })
  })

  it('is done once where two jobs work on it', async () => {
    const { canary, other, id } = await pair()
    const rollout = await provider.rollOut(id, [canary.id, other.id])
    await Promise.all([provider.work(rollout), provider.work(rollout), provider.work(rollout)])
    for (const { call, boss } of [canary, other]) {
      const { body } = await call(listAuditEvents, {
        as: boss.token,
        body: { actions: ['SETTINGS_ROLLED_OUT'] },
      })
      expect(body.results).toHaveLength(1)
    }
  })

  it('keeps what a tenant changed itself, unless it overwrites', async () => {
    const { canary, id } = await pair({ password: { historySize: 10 } })
    const own = { as: canary.boss.token, body: { historySize: 7 } }
    expect((await canary.call(updatePasswordSettings, own)).status).toBe(200)
    await finish(await provider.rollOut(id, [canary.id], { watchMinutes: 1 }))
    expect(await canary.passwords()).toMatchObject({ historySize: 7 })
    const over = { watchMinutes: 1, overwrite: true }
    await finish(await provider.rollOut(id, [canary.id], over))
    expect(await canary.passwords()).toMatchObject({ historySize: 10 })
  })

  it('lowers again what it raised before', async () => {
    const { canary, other, id } = await pair({ password: { minimumLength: 16 } })
    await finish(await provider.rollOut(id, [canary.id], { watchMinutes: 1 }))
    await test.call(updateSettingsTemplate, {
      as,
      params: { id },
      body: { name: `Lower ${id}`, values: { password: { minimumLength: 12 } } },
    })
    await finish(await provider.rollOut(id, [canary.id], { watchMinutes: 1 }))
    expect(await lengths(canary, other)).toEqual([12, 12])
  })

  it('stops where a canary tenant cannot be changed', async () => {
    const { canary, id } = await pair()
    const rollout = await provider.rollOut(id, [canary.id])
    const params = { id, tenantid: canary.id }
    await test.call(unassignSettingsTemplate, { as, params })
    await provider.work(rollout)
    expect(await read(rollout)).toMatchObject({
      state: 'STOPPED',
      stopReason: 'CANARY_FAILED',
      progress: [{ tenantId: canary.id, state: 'FAILED', errorCode: 'not_found' }, {}],
    })
  })

  it('is one at a time for a template, with canary tenants that have it', async () => {
    const { canary, id } = await pair()
    const stranger = await provider.tenantBelow()
    const start = (canaryTenantIds: string[]) =>
      test.call(startSettingsRollout, { as, params: { id }, body: { canaryTenantIds } })
    expect((await start([stranger.id])).body.errorCode).toBe('invalid_parameters')
    expect((await start([canary.id])).status).toBe(201)
    expect((await start([canary.id])).body.errorCode).toBe('settings_rollout_invalid_state')
  })
})

describe('a rollout that was stopped', () => {
  it('changes nothing until it is resumed', async () => {
    const { canary, other, id } = await pair()
    const rollout = await provider.rollOut(id, [canary.id], { watchMinutes: 1 })
    const params = { id: rollout }
    expect((await test.call(stopSettingsRollout, { as, params })).body.state).toBe('STOPPED')
    expect((await test.call(stopSettingsRollout, { as, params })).status).toBe(409)
    await finish(rollout)
    expect(await lengths(canary, other)).toEqual([10, 10])
    expect((await test.call(resumeSettingsRollout, { as, params })).body.state).toBe('PLANNED')
    await finish(rollout)
    expect(await lengths(canary, other)).toEqual([14, 14])
  })
})

describe('a rollout that is rolled back', () => {
  it('leaves values as they were, but for what tenants changed since', async () => {
    const { canary, other, id } = await pair()
    const rollout = await provider.rollOut(id, [canary.id], { watchMinutes: 1 })
    await finish(rollout)
    const own = { as: other.boss.token, body: { minimumLength: 18 } }
    expect((await other.call(updatePasswordSettings, own)).status).toBe(200)
    const params = { id: rollout }
    expect((await test.call(rollBackSettingsRollout, { as, params })).body.state).toBe(
      'ROLLING_BACK',
    )
    await provider.work(rollout)
    expect(await read(rollout)).toMatchObject({ state: 'ROLLED_BACK' })
    expect(await lengths(canary, other)).toEqual([10, 18])
  })

  it('is the last one of its template', async () => {
    const { canary, id } = await pair()
    const first = await provider.rollOut(id, [canary.id], { watchMinutes: 1 })
    await finish(first)
    await provider.rollOut(id, [canary.id])
    const { body } = await test.call(rollBackSettingsRollout, { as, params: { id: first } })
    expect(body.errorCode).toBe('settings_rollout_invalid_state')
  })
})
