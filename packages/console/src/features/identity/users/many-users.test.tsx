import { listGroupsPaged } from '@signet/contract/identity/groups'
import { deleteUsers } from '@signet/contract/identity/user-batches'
import { listUsers } from '@signet/contract/identity/user-lists'
import { changeUserState } from '@signet/contract/identity/users'
import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import type { BulkKindName } from '@signet/rules/bulk'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Asked, answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildOperation } from '../../../../testing/bulk.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildUserDetail, buildUserSummary } from '../../../../testing/users.ts'
import { messages } from '../../../lib/messages.ts'
import type { BulkRun } from '../../../pickers/bulk/bulk-runs.ts'
import { usersFeature } from './users.screens.ts'

beforeEach(() => messages.set([]))

const id = '018f0000-0000-7000-8000-000000000042'
const operationId = '018f0000-0000-7000-8000-0000000000aa'
const groupId = '018f0000-0000-7000-8000-0000000000bb'
const instant = '2026-01-02T03:04:05.000Z'

const grace = { ...buildUserSummary(), email: null }
const whole = buildUserDetail({ email: null })

const people = (total: number) =>
  answering(listUsers, () => ({
    results: [grace],
    paging: { limit: 50, total, estimated: false, nextCursor: 'next', prevCursor: null },
  }))

const none = { rows: 0, changed: 0, skipped: 0, failed: 0 }
const operation = (kind: BulkKindName, change: Partial<BulkRun> = {}): BulkRun =>
  buildOperation({
    id: operationId,
    kind,
    state: 'COMPLETED',
    source: 'USERS',
    fileName: 'users',
    encoding: null,
    headers: ['id'],
    done: { rows: 3000, changed: 3000, skipped: 0, failed: 0 },
    progressPercent: 100,
    reversible: true,
    createdAt: instant,
    startedAt: instant,
    endedAt: instant,
    ...change,
  })

/** The service does it at once, unless told otherwise. */
const doing = (kind: BulkKindName, change: Partial<BulkRun> = {}) => {
  const calls = bulkCalls(kind)
  return [
    answering(calls.initialiseBulk, () => operation(kind, { state: 'UPLOADED', done: none })),
    answering(calls.startBulk, () => operation(kind, change)),
    answering(calls.readBulk, () => operation(kind, change)),
    answering(calls.cancelBulk, () => operation(kind, { state: 'CANCELLED' })),
  ]
}

const begun = (asked: readonly Asked[]): unknown[] =>
  asked
    .filter(({ path }) => /bulkoperations\/\w+$/.test(path))
    .map(({ path, body }) => [path.split('/').at(-1), body])

const show = async (at = '/users', session = buildConsoleSession()) => {
  const shown = await showScreens(usersFeature, at, { session })
  await screen.findByRole('link', { name: 'Grace Hopper' })
  return shown
}
type Visitor = Awaited<ReturnType<typeof show>>['user']

const takeAll = async (user: Visitor, count: string) => {
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await user.click(await screen.findByRole('button', { name: `Select all ${count} matching` }))
}

const choose = async (user: Visitor, action: string) => {
  await user.click(screen.getByRole('button', { name: 'More actions for the selected rows' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('everyone who matches', () => {
  it('is locked by the server, which gets the filter and no ids; Undo takes it back there', async () => {
    const asked = serve(people(3000), ...doing('setuserstate'))
    const { user } = await show('/users?q=gra&f.state=ACTIVE&sort=-userId&hide=email')
    await takeAll(user, '3,000')
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Lock 3,000 users?' })
    await expectAccessible(dialog)
    await user.click(within(dialog).getByRole('button', { name: 'Lock' }))
    await waitFor(() => expect(messages.get()[0]?.text).toBe('3,000 users were locked'))
    expect(begun(asked)).toEqual([
      ['setuserstate', { users: { search: 'gra', state: 'ACTIVE' }, values: { state: 'LOCKED' } }],
    ])
    const action = messages.get()[0]?.action
    expect(action?.label).toBe('Undo')
    await act(async () =>
      action !== null && action !== undefined && 'run' in action ? action.run() : undefined,
    )
    await waitFor(() => expect(begun(asked)[1]).toEqual(['setuserstate', { operationId }]))
    await waitFor(() =>
      expect(messages.get().map(({ text }) => text)).toContain('Undone for 3,000 users'),
    )
  })

  it('is put into a group that is to be chosen', async () => {
    const group = {
      id: groupId,
      name: 'Sales',
      description: null,
      externalId: null,
      type: 'MGMT_UI' as const,
      createdAt: instant,
      updatedAt: instant,
      version: 1,
      memberCount: 0,
      memberCountEstimated: false,
    }
    const asked = serve(
      people(3000),
      answering(listGroupsPaged, () => ({
        results: [group],
        paging: { limit: 20, total: 1, estimated: false, nextCursor: null, prevCursor: null },
      })),
      ...doing('setgroupmembership'),
    )
    const { user } = await show()
    await takeAll(user, '3,000')
    await choose(user, 'Add to group')
    const dialog = await screen.findByRole('alertdialog', { name: 'Add 3,000 users to a group?' })
    const confirm = within(dialog).getByRole('button', { name: 'Add to group' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByRole('combobox'), 'Sal')
    await user.click(await screen.findByRole('option', { name: 'Sales' }))
    await user.click(confirm)
    await waitFor(() =>
      expect(begun(asked)).toEqual([
        ['setgroupmembership', { users: {}, values: { group: groupId, member: 'true' } }],
      ]),
    )
  })

  it('shows how far it is, and goes on when that is closed', async () => {
    const atWork = { state: 'RUNNING', progressPercent: 40, done: { ...none, rows: 1200 } } as const
    let progress: Partial<BulkRun> = atWork
    const calls = bulkCalls('setuserstate')
    serve(
      people(3000),
      answering(calls.initialiseBulk, () => operation('setuserstate', { state: 'UPLOADED' })),
      answering(calls.startBulk, () => operation('setuserstate', atWork)),
      answering(calls.readBulk, () => operation('setuserstate', progress)),
    )
    const { user } = await show()
    await takeAll(user, '3,000')
    await choose(user, 'Deactivate')
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Working' })
    expect(within(dialog).getByText('40 % · 1,200 rows')).toBeDefined()
    await expectAccessible(dialog)
    await user.click(within(dialog).getByRole('button', { name: 'Go on in the background' }))
    progress = { done: { rows: 3000, changed: 2990, skipped: 0, failed: 10 } }
    await waitFor(() => expect(messages.get()[0]?.text).toBe('2,990 done, 10 refused'))
    expect(messages.get()[0]?.action).toEqual({
      label: 'Details',
      to: `/bulkoperations/add/set/userstate?id=${operationId}`,
    })
  })
})

describe('deleting many', () => {
  const checked = { ...none, rows: 3000, changed: 2900, failed: 100 }
  const tried = { state: 'CHECKED', checked, reversible: false } as const

  it('is tried first: the number it would take is what has to be typed', async () => {
    const asked = serve(people(3000), ...doing('deleteusers', tried))
    const { user } = await show()
    await takeAll(user, '3,000')
    await choose(user, 'Delete')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2,900 users?' })
    expect(within(dialog).getByText('100 more are selected and cannot be deleted.')).toBeDefined()
    const confirm = within(dialog).getByRole('button', { name: 'Delete' })
    expect(confirm).toHaveProperty('disabled', true)
    const starts = () => asked.filter(({ path }) => path.endsWith('/start')).map(({ body }) => body)
    expect(starts()).toEqual([{ dryRun: true }])
    await user.type(within(dialog).getByLabelText('Type 2900 to confirm'), '2900')
    await user.click(confirm)
    await waitFor(() => expect(starts()).toEqual([{ dryRun: true }, { dryRun: false }]))
    expect(asked.map(({ path }) => path).join()).not.toContain('/cancel')
  })

  it('leaves nothing behind when it is not wanted', async () => {
    const asked = serve(people(1), ...doing('deleteusers', tried))
    const { user } = await show()
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
    await choose(user, 'Delete')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2,900 users?' })
    expect(begun(asked)).toEqual([['deleteusers', { userIds: [id] }]])
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(asked.map(({ path }) => path).join()).toContain('/cancel'))
  })

  it('says why it could not be tried', async () => {
    serve(
      people(3000),
      answering(
        bulkCalls('deleteusers').initialiseBulk,
        () => new Refusal('too_many_bulk_operations'),
      ),
    )
    const { user } = await show()
    await takeAll(user, '3,000')
    await choose(user, 'Delete')
    expect(await screen.findByText(/Too many operations have not come to an end/)).toBeDefined()
  })
})

describe('who may not begin bulk operations', () => {
  const only = (rights: { edit: boolean; remove: boolean }) =>
    buildConsoleSession({
      roles: [
        buildRole({ permissions: [{ entityType: 'USERS', view: true, add: false, ...rights }] }),
      ],
    })
  const tickAll = (user: Visitor) =>
    user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  const paths = (asked: readonly Asked[]) => asked.map(({ path }) => path).join()

  it('locks ticked rows one by one, never everyone who matches, and hears of refusals', async () => {
    const ada = { ...grace, id: id.replace('42', '43'), displayName: 'Ada Lovelace' }
    const asked = serve(
      answering(listUsers, () => ({
        results: [grace, ada],
        paging: { limit: 50, total: 3000, estimated: false, nextCursor: 'n', prevCursor: null },
      })),
      answering(changeUserState, ({ path }) =>
        path.includes(ada.id) ? new Refusal('rights_not_held') : whole,
      ),
    )
    const { user } = await show('/users', only({ edit: true, remove: false }))
    await tickAll(user)
    expect(screen.queryByRole('button', { name: /matching/ })).toBeNull()
    expect(screen.queryByText('Add to group')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Lock 2 users?' })
    await user.click(within(dialog).getByRole('button', { name: 'Lock' }))
    await waitFor(() => expect(messages.get()[0]?.text).toMatch(/^1 done, 1 refused\. ./))
    const sent = asked.filter(({ endpoint }) => endpoint === changeUserState)
    expect(sent.map(({ body }) => body)).toEqual([{ locked: true }, { locked: true }])
    expect(paths(asked)).not.toContain('bulkoperations')
  })

  it('deletes ticked rows in one call once their number is typed', async () => {
    const outcome = { index: 0, outcome: 'SUCCESS' as const, id, errorCode: null, fields: [] }
    const asked = serve(
      people(3000),
      answering(deleteUsers, () => ({ results: [outcome] })),
    )
    const { user } = await show('/users', only({ edit: false, remove: true }))
    await tickAll(user)
    expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1 selected row?' })
    await user.type(within(dialog).getByLabelText('Type 1 to confirm'), '1')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(messages.get()[0]?.text).toBe('1 was deleted'))
    expect(asked.find(({ endpoint }) => endpoint === deleteUsers)?.body).toEqual({ ids: [id] })
    expect(paths(asked)).not.toContain('bulkoperations')
  })

  it('nor change users ticks nothing', async () => {
    serve(people(1))
    await show('/users', only({ edit: false, remove: false }))
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
