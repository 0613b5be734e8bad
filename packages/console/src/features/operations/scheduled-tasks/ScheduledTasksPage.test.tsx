import { listUsers } from '@signet/contract/identity/user-lists'
import {
  createScheduledTask,
  listScheduledTaskRuns,
  listScheduledTasks,
  previewSchedule,
  readScheduledTask,
  runScheduledTask,
  updateScheduledTask,
} from '@signet/contract/operations/scheduled-tasks'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Asked, answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Run, Task } from './scheduled-tasks.queries.ts'
import { scheduledTasksFeature } from './scheduled-tasks.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000d1'
const reportId = '018f0000-0000-7000-8000-0000000000d2'
const ada = '018f0000-0000-7000-8000-0000000000bb'
const at = '2026-03-02T06:00:00.000Z'

const weekly = (change: Partial<Task> = {}): Task => ({
  id,
  name: 'Weekly sign-ins',
  kind: 'REPORT',
  report: { kind: 'AUTHENTICATIONS', period: 'LAST_7_DAYS', columns: [], filter: {} },
  cron: '0 7 * * 1,4',
  timeZone: 'Europe/Berlin',
  enabled: true,
  recipients: [{ id: ada, userId: 'ada' }],
  formats: ['CSV', 'PDF'],
  ownerName: 'ada',
  pausedReason: null,
  nextRuns: [at],
  lastRunAt: at,
  lastRunState: 'SUCCEEDED',
  createdAt: at,
  updatedAt: at,
  version: 1,
  ...change,
})

const run = (change: Partial<Run> = {}): Run => ({
  id: reportId,
  trigger: 'SCHEDULE',
  state: 'SUCCEEDED',
  reason: null,
  reportId,
  mailed: 2,
  dueAt: at,
  endedAt: at,
  ...change,
})

const soon = answering(previewSchedule, () => ({
  results: ['2026-03-28T06:00:00.000Z', '2026-03-30T05:00:00.000Z'],
}))

const show = (address: string, session = buildConsoleSession()) =>
  showScreens(scheduledTasksFeature, address, { session })

const bodyOf = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.find((one) => one.endpoint === endpoint)?.body

describe('scheduled tasks', () => {
  it('are listed with their schedule in words and how they stand', {
    meta: { covers: ['purpose.tenant-admins-more', 'screen:scheduledTasks'] },
  }, async () => {
    serve(
      answering(listScheduledTasks, () => [
        weekly(),
        weekly({ id: reportId, name: 'Odd one', cron: '0 7 1 1 *', lastRunState: 'FAILED' }),
      ]),
    )
    const { container } = await show('/scheduledTasks')
    expect(await screen.findByRole('link', { name: 'Weekly sign-ins' })).toBeDefined()
    expect(screen.getByText('Monday and Thursday at 07:00')).toBeDefined()
    expect(screen.getByText('0 7 1 1 *')).toBeDefined()
    expect(screen.getByText('Last run failed')).toBeDefined()
    await expectAccessible(container)
  })

  it('are added with days picked from the week, to oneself at first', {
    meta: { covers: ['screen:scheduledTasks'] },
  }, async () => {
    const asked = serve(
      soon,
      answering(listUsers, () => ({
        results: [],
        paging: { limit: 20, total: 0, estimated: false, nextCursor: null, prevCursor: null },
      })),
      answering(createScheduledTask, () => weekly()),
      answering(readScheduledTask, () => weekly()),
    )
    const { user, router } = await show('/scheduledTasks/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Weekly sign-ins')
    await user.click(screen.getByLabelText('Thursday'))
    await user.click(screen.getByLabelText('Monday'))
    // The last day stays.
    await user.click(screen.getByLabelText('Thursday'))
    await user.click(screen.getByRole('button', { name: 'Add scheduled task' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/scheduledTasks/${id}`))
    expect(bodyOf(asked, createScheduledTask)).toMatchObject({
      name: 'Weekly sign-ins',
      cron: '0 7 * * 4',
      recipients: [ada],
      formats: ['CSV', 'PDF'],
      report: { kind: 'AUDIT_EVENTS', filter: {} },
    })
  })

  it('show their next runs by the clocks of the zone, before and after they change', {
    meta: { covers: ['screen:scheduledTasks'] },
  }, async () => {
    serve(
      soon,
      answering(readScheduledTask, () => weekly()),
    )
    await show(`/scheduledTasks/${id}`)
    const runs = await screen.findAllByText(/GMT/)
    expect(runs.map(({ textContent }) => textContent)).toEqual([
      '28 Mar 2026 07:00:00 GMT+1',
      '30 Mar 2026 07:00:00 GMT+2',
    ])
  })

  it('say what is wrong with a cron expression while it is typed', async () => {
    const fields = [{ path: 'cron', message: 'runs more than once an hour' }]
    serve(
      answering(readScheduledTask, () => weekly({ cron: '0 */2 * * *' })),
      answering(previewSchedule, () => new Refusal('invalid_parameters', {}, fields)),
    )
    await show(`/scheduledTasks/${id}`)
    expect(await screen.findByText(/: It may run once an hour at most$/)).toBeDefined()
  })

  it('say whose address a refusal is about', async () => {
    const fields = [{ path: 'recipients.0', message: 'has no verified address' }]
    serve(
      soon,
      answering(readScheduledTask, () => weekly()),
      answering(updateScheduledTask, () => new Refusal('invalid_parameters', {}, fields)),
    )
    const { user } = await show(`/scheduledTasks/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    const faults = await screen.findAllByText(/ada: there is no confirmed email address/)
    expect(faults.length).toBeGreaterThan(0)
  })
})

describe('a scheduled task', () => {
  it('says why it is paused, and is only looked at without the right to change it', async () => {
    serve(
      soon,
      answering(readScheduledTask, () => weekly({ pausedReason: 'RIGHTS_LOST' })),
    )
    const permissions = buildRole().permissions.map((granted) => ({
      ...granted,
      edit: granted.entityType !== 'SCHEDULEDTASKS' && granted.edit,
    }))
    await show(
      `/scheduledTasks/${id}`,
      buildConsoleSession({ roles: [buildRole({ permissions })] }),
    )
    expect(await screen.findByText(/may not see reports any more/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull()
  })

  it('is run by hand, and shows what became of its runs', async () => {
    const failed = run({ id, state: 'FAILED', reason: 'NO_RECIPIENT', reportId: null, mailed: 0 })
    const asked = serve(
      soon,
      answering(readScheduledTask, () => weekly()),
      answering(runScheduledTask, () => run({ state: 'RUNNING', trigger: 'MANUAL' })),
      answering(listScheduledTaskRuns, () => [run(), failed]),
    )
    const { user, router } = await show(`/scheduledTasks/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Run now' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/scheduledTasks/${id}/history`),
    )
    expect(asked.some(({ endpoint }) => endpoint.path === runScheduledTask.path)).toBe(true)
    const grid = await screen.findByRole('grid')
    expect(await within(grid).findByText('Mailed')).toBeDefined()
    expect(within(grid).getByText(/Nobody among the recipients/)).toBeDefined()
    expect(within(grid).getByRole('columnheader', { name: /Europe\/Berlin$/ })).toBeDefined()
    const link = within(grid).getAllByRole('link', { name: '02 Mar 2026 07:00:00' })[0]
    expect(link?.getAttribute('href')).toContain(`/reports/saved/${reportId}`)
  })
})
