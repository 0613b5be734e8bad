import {
  createScheduledTask,
  listScheduledTaskRuns,
  listScheduledTasks,
  readScheduledTask,
  runScheduledTask,
  updateScheduledTask,
} from '@signet/contract/operations/scheduled-tasks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant, tenantContexts } from '../../../app/tenant-jobs.ts'
import { deliverNotice } from '../../authenticators/notices/index.ts'
import { runDueTasks, workOnRun } from './index.ts'

let test: TestApp
let as: string
let person: BuiltUser
let ownerId: string
let readerId: string
let plainId: string

const verify = (id: string) =>
  test.ctx.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .execute()

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  const owner = await buildAdmin(test.ctx)
  const reader = await buildAdmin(test.ctx, { permissions: [['REPORTS', 'VIEW']] })
  person = owner
  ownerId = owner.id
  readerId = reader.id
  plainId = (await buildUser(test.ctx)).id
  for (const id of [ownerId, readerId, plainId]) await verify(id)
})
afterAll(() => test.close())

const hour = 3_600_000
/** Sessions end meanwhile. */
const moveTo = async (at: number): Promise<void> => {
  test.clock.advance(at - test.clock.now().getTime())
  as = await signInAs(test.ctx, person)
}
/** Every node looks; no job is worked on. */
const look = () => runDueTasks(test.platform, tenantContexts(test.platform, 'scheduled-tasks'))

let taskId: string
beforeEach(async () => {
  as = await signInAs(test.ctx, person)
  await test.ctx.db.deleteFrom('scheduled_tasks').where('tenant_id', '=', test.tenant.id).execute()
  const made = await test.call(createScheduledTask, {
    as,
    body: {
      name: 'Daily',
      report: { kind: 'OUTCOMES', period: 'LAST_DAY' },
      cron: '0 7 * * *',
      timeZone: 'Europe/Berlin',
      recipients: [ownerId, readerId, plainId],
    },
  })
  taskId = String(made.body.id)
})

const read = async () => (await test.call(readScheduledTask, { as, params: { id: taskId } })).body
const nextOf = async (): Promise<number> => {
  const { nextRuns } = await read()
  return Date.parse(Array.isArray(nextRuns) ? String(nextRuns[0]) : '')
}
const runs = () =>
  test.ctx.db
    .selectFrom('scheduled_task_runs')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('task_id', '=', taskId)
    .orderBy('due_at')
    .execute()
const work = async (isLast = false): Promise<void> => {
  for (const { id } of await runs()) await workOnRun(test.ctx, { content: { id }, isLast })
}
const mailsSince = (before: number) => test.outbox().slice(0, test.outbox().length - before)

describe('a scheduled task', () => {
  it('begins once when it is due, however many look', async () => {
    const due = await nextOf()
    await look()
    expect(await runs()).toHaveLength(0)
    await moveTo(due + 1000)
    await Promise.all([look(), look(), look()])
    expect((await runs()).map(({ due_at }) => due_at.getTime())).toEqual([due])
    expect(await nextOf()).toBeGreaterThan(due)
  })

  it('catches up once with what it missed', async () => {
    await moveTo((await nextOf()) + 5 * 24 * hour)
    await look()
    await look()
    expect(await runs()).toHaveLength(1)
    expect(await nextOf()).toBeGreaterThan(test.clock.now().getTime())
  })

  it('of a locked tenant waits, and catches up once', async () => {
    const lock = (locked: boolean) =>
      test.ctx.db
        .updateTable('tenants')
        .set({ locked })
        .where('tenant_id', '=', test.tenant.id)
        .execute()
    await moveTo((await nextOf()) + 2 * 24 * hour)
    await lock(true)
    await look()
    expect(await runs()).toHaveLength(0)
    await lock(false)
    await look()
    expect(await runs()).toHaveLength(1)
  })

  it('mails its report to those who may see reports, and not twice', async () => {
    const before = test.outbox().length
    await test.call(runScheduledTask, { as, params: { id: taskId } })
    await work()
    await work()
    const mails = mailsSince(before)
    expect(mails.map(({ subject }) => subject)).toEqual(['Daily', 'Daily'])
    const { body } = await test.call(listScheduledTaskRuns, { as, params: { id: taskId } })
    expect(body).toMatchObject([{ trigger: 'MANUAL', state: 'SUCCEEDED', mailed: 2 }])
  })

  it('leaves out on a second try who was mailed by the first', async () => {
    await test.call(runScheduledTask, { as, params: { id: taskId } })
    await test.ctx.db
      .updateTable('scheduled_task_runs')
      .set({ mailed: JSON.stringify([ownerId]) })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    const before = test.outbox().length
    await work()
    expect(mailsSince(before)).toHaveLength(1)
  })

  const setOwner = (columns: { readonly locked?: boolean; readonly email_verified?: boolean }) =>
    test.ctx.db
      .updateTable('users')
      .set(columns)
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', ownerId)
      .execute()
  const failOnce = async () => {
    await test.call(runScheduledTask, { as, params: { id: taskId } })
    await setOwner({ locked: true })
    await work()
    await setOwner({ locked: false })
  }

  it('mails its failure to a verified address of its owner alone', async () => {
    const notices = async (): Promise<number> => {
      const rows = await test.ctx.db
        .selectFrom('job_contents')
        .select('id')
        .where('tenant_id', '=', test.tenant.id)
        .where('queue', '=', 'mail')
        .execute()
      return rows.length
    }
    const before = await notices()
    await setOwner({ email_verified: false })
    await failOnce()
    await setOwner({ email_verified: true })
    expect(await notices()).toBe(before)
    await failOnce()
    expect(await notices()).toBe(before + 1)
  })

  it('pauses when its owner is locked, until it is saved again', async () => {
    const before = test.outbox().length
    await failOnce()
    expect(mailsSince(before)).toEqual([])
    expect(await read()).toMatchObject({ pausedReason: 'LENDER_LOCKED', nextRuns: [] })
    expect(await runs()).toMatchObject([{ state: 'FAILED', reason: 'LENDER_LOCKED' }])
  })
})

describe('the mail of a task', () => {
  const save = async (change: object) => {
    const { name, report, cron, timeZone, recipients, formats } = await read()
    const ids = z.array(z.object({ id: z.string() })).parse(recipients)
    const body = { name, report, cron, timeZone, formats, recipients: ids.map(({ id }) => id) }
    const answer = await test.call(updateScheduledTask, {
      as,
      params: { id: taskId },
      body: { ...body, ...change },
    })
    expect(answer.status).toBe(200)
  }
  const filesOfNextRun = async (): Promise<readonly string[]> => {
    const before = test.outbox().length
    await test.call(runScheduledTask, { as, params: { id: taskId } })
    await work()
    const [mail] = mailsSince(before)
    return mail?.files ?? []
  }

  it('brings both files, or the one that was chosen', async () => {
    expect(await filesOfNextRun()).toEqual(['Daily.csv', 'Daily.pdf'])
    await save({ formats: ['PDF'] })
    expect(await filesOfNextRun()).toEqual(['Daily.pdf'])
  })
})

describe('what is told of a task', () => {
  it('names how its newest run ended, and its report while that is kept', async () => {
    expect(await read()).toMatchObject({ lastRunState: null })
    await test.call(runScheduledTask, { as, params: { id: taskId } })
    expect(await read()).toMatchObject({ lastRunState: 'RUNNING' })
    await work()
    expect(await read()).toMatchObject({ lastRunState: 'SUCCEEDED' })
    const told = () => test.call(listScheduledTaskRuns, { as, params: { id: taskId } })
    expect((await told()).body).toMatchObject([{ reportId: expect.any(String) }])
    await moveTo(test.clock.now().getTime() + 31 * 24 * hour)
    expect((await told()).body).toMatchObject([{ reportId: null }])
  })
})

describe('when the clocks change', () => {
  const scheduled = async (cron: string, timeZone: string): Promise<void> => {
    const made = await test.call(createScheduledTask, {
      as,
      body: { name: cron, report: { kind: 'USERS' }, cron, timeZone, recipients: [ownerId] },
    })
    taskId = String(made.body.id)
  }
  /** When it ran, looked for every ten minutes. */
  const runsBetween = async (from: string, until: string): Promise<readonly string[]> => {
    await test.ctx.db
      .deleteFrom('scheduled_task_runs')
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    for (let at = Date.parse(from); at <= Date.parse(until); at += hour / 6) {
      test.clock.advance(at - test.clock.now().getTime())
      await look()
    }
    return (await runs()).map(({ due_at }) => due_at.toISOString().slice(0, 16))
  }

  it('runs once right after a time that is skipped in Berlin', async () => {
    await moveTo(Date.parse('2027-03-27T02:00:00Z'))
    await scheduled('30 2 * * *', 'Europe/Berlin')
    expect(await runsBetween('2027-03-28T00:00:00Z', '2027-03-29T01:00:00Z')).toEqual([
      '2027-03-28T01:00',
      '2027-03-29T00:30',
    ])
  })

  it('runs once at a time that comes twice in Berlin', async () => {
    await moveTo(Date.parse('2027-10-30T02:00:00Z'))
    await scheduled('30 2 * * *', 'Europe/Berlin')
    expect(await runsBetween('2027-10-30T23:00:00Z', '2027-11-01T02:00:00Z')).toEqual([
      '2027-10-31T00:30',
      '2027-11-01T01:30',
    ])
  })

  it('goes by the clocks of São Paulo, which do not change any more', async () => {
    await moveTo(Date.parse('2028-11-03T04:00:00Z'))
    await scheduled('0 0 * * *', 'America/Sao_Paulo')
    expect(await runsBetween('2028-11-04T02:00:00Z', '2028-11-05T04:00:00Z')).toEqual([
      '2028-11-04T03:00',
      '2028-11-05T03:00',
    ])
  })
})

describe('the tasks of a tenant', () => {
  it('are fifty at most, on one page', {
    meta: { covers: ['constant:open.page-size-scheduled-tasks'] },
  }, async () => {
    const body = { report: { kind: 'USERS' }, cron: '0 7 * * 1', timeZone: 'UTC' }
    const add = (name: string) =>
      test.call(createScheduledTask, { as, body: { ...body, name, recipients: [ownerId] } })
    for (let at = 2; at <= 50; at += 1) expect((await add(`Task ${at}`)).status).toBe(200)
    expect((await add('One more')).body.errorCode).toBe('too_many_scheduled_tasks')
    expect((await test.call(listScheduledTasks, { as })).body).toHaveLength(50)
  })
})

describe('a task is refused', () => {
  it('for people without a verified address, and for schedules that mean nothing', async () => {
    const stranger = await buildUser(test.ctx)
    const body = {
      name: 'Other',
      report: { kind: 'USERS' },
      cron: '0 7 * * 1',
      timeZone: 'UTC',
      recipients: [ownerId],
    }
    for (const wrong of [{ recipients: [stranger.id] }, { cron: '* * * * *' }, { timeZone: 'X' }]) {
      const answer = await test.call(createScheduledTask, { as, body: { ...body, ...wrong } })
      expect(answer.body.errorCode).toBe('invalid_parameters')
    }
  })
})

describe('the owner of a task', () => {
  beforeAll(() => handleInTenant(test.platform, { queue: 'mail', work: deliverNotice }))

  it('is told in words why nobody got its report', async () => {
    await test.ctx.db
      .updateTable('scheduled_tasks')
      .set({ recipients: JSON.stringify([plainId]) })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    await test.call(runScheduledTask, { as, params: { id: taskId } })
    await work()
    expect((await runs()).map(({ reason }) => reason)).toEqual(['NO_RECIPIENT'])
    const told = () => test.outbox().map(({ text }) => text)
    await expect.poll(told).toContainEqual(expect.stringMatching(/nobody is left to receive it/))
  })
})
