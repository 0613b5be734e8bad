import { inviteUsers } from '@signet/contract/access/invitations'
import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import { readEmailState } from '@signet/contract/settings/email-state'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildOperation } from '../../../../testing/bulk.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { messages } from '../../../lib/messages.ts'
import type { Operation } from './bulk-operations.queries.ts'
import { bulkOperationsFeature } from './bulk-operations.screens.ts'

const calls = bulkCalls('importusers')
const ids = Array.from(
  { length: 103 },
  (_, at) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
)

const rowOf = (subjectId: string, line: number, action: 'CREATE' | 'UPDATE' = 'CREATE') => ({
  line,
  name: `user-${line}`,
  action,
  subjectId,
  errorCode: null,
  column: null,
  message: null,
})

/** The result of an import of 103 users, on two pages; one more was there before. */
const pages = answering(calls.listBulkRows, ({ query }) =>
  Number(query.after) === 0
    ? { results: ids.slice(0, 2).map((each, at) => rowOf(each, at + 2)), nextAfter: 3 }
    : {
        results: [
          ...ids.slice(2).map((each, at) => rowOf(each, at + 4)),
          rowOf('01890000-0000-7000-8000-00000000ffff', 132, 'UPDATE'),
        ],
        nextAfter: null,
      },
)

const finished = (change: Partial<Operation> = {}) =>
  answering(calls.readBulk, () =>
    buildOperation({
      state: 'COMPLETED',
      done: { rows: 104, changed: 104, skipped: 0, failed: 0 },
      progressPercent: 100,
      ...change,
    }),
  )

const inviting = (refused: readonly string[] = []) =>
  answering(inviteUsers, ({ body }) => ({
    results: inviteUsers.body.parse(body).ids.map((id, index) =>
      refused.includes(id)
        ? {
            index,
            outcome: 'FAILURE' as const,
            id: null,
            errorCode: 'invitation_not_allowed',
            fields: [],
          }
        : { index, outcome: 'SUCCESS' as const, id, errorCode: null, fields: [] },
    ),
  }))

const mail = (source: 'OPERATOR' | 'NONE') =>
  answering(readEmailState, () => ({ source, test: null, failedLastDay: 0 }))

const show = (session = buildConsoleSession()) =>
  showScreens(bulkOperationsFeature, `/bulkoperations/add/import/users?id=${ids[0]}`, { session })

beforeEach(() => messages.set([]))
const shown = () => messages.get().map(({ text }) => text)

const ask = async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Invite imported users' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Invite the imported users?' })
  return { user, dialog }
}

it('users whom an import added are invited, a hundred with each call', async () => {
  const asked = serve(finished(), pages, mail('OPERATOR'), inviting())
  const { user, dialog } = await ask()
  await expectAccessible(dialog)
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(shown()).toEqual(['103 users were invited']))
  const invited = asked.filter(({ endpoint }) => endpoint === inviteUsers)
  expect(invited.map(({ body }) => body)).toEqual([
    { ids: ids.slice(0, 2) },
    { ids: ids.slice(2, 102) },
    { ids: ids.slice(102) },
  ])
})

it('the message counts users who cannot be invited', async () => {
  serve(finished(), pages, mail('OPERATOR'), inviting(ids.slice(0, 3)))
  const { user, dialog } = await ask()
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(shown().join()).toMatch(/100.*3/))
})

it('no invitation is sent without an email server', async () => {
  serve(finished(), pages, mail('NONE'), inviting())
  const { dialog } = await ask()
  const invite = within(dialog).getByRole('button', { name: 'Invite' })
  await waitFor(() => expect(invite).toHaveProperty('disabled', true))
})

it.each([
  ['an import that added none', { done: { rows: 3, changed: 0, skipped: 3, failed: 0 } }],
  ['an import that is not finished', { state: 'CHECKED' as const }],
])('is not offered after %s', async (_name, change) => {
  serve(finished(change), pages, mail('OPERATOR'))
  await show()
  await screen.findByRole('heading', { name: 'Import users' })
  await screen.findByText('user-2')
  expect(screen.queryByRole('button', { name: 'Invite imported users' })).toBeNull()
})

it('is not offered to administrators who may not edit users', async () => {
  const permission = { entityType: 'BULKUSERS', view: true, add: true, edit: true } as const
  const role = buildRole({ permissions: [{ ...permission, remove: true }] })
  serve(finished(), pages, mail('OPERATOR'))
  await show(buildConsoleSession({ roles: [role] }))
  await screen.findByText('user-2')
  expect(screen.queryByRole('button', { name: 'Invite imported users' })).toBeNull()
})
