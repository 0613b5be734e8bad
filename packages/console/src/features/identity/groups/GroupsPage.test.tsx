import { deleteGroups, type Group, listGroupsPaged } from '@signet/contract/identity/groups'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { z } from 'zod'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { messages } from '../../../lib/messages.ts'
import { groupsFeature } from './groups.screens.ts'

beforeEach(() => messages.set([]))

const ids = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
const group = (
  id: string,
  name: string,
  change: Partial<z.input<typeof Group>> = {},
): z.input<typeof Group> => ({
  id,
  name,
  description: null,
  externalId: null,
  type: 'MGMT_UI',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  version: 1,
  memberCount: 0,
  memberCountEstimated: false,
  ...change,
})
const list = answering(listGroupsPaged, () => ({
  results: [group(ids[0] ?? '', 'Sales'), group(ids[1] ?? '', 'Support')],
  paging: { limit: 50, total: 2, estimated: false, nextCursor: null, prevCursor: null },
}))
const row = { index: 0, outcome: 'SUCCESS' as const, id: null, errorCode: null, fields: [] }

it('ticked groups are deleted once their number was typed; why others stay is told', {
  meta: { covers: ['screen:groups'] },
}, async () => {
  const asked = serve(
    list,
    answering(deleteGroups, () => ({
      results: [row, { ...row, outcome: 'FAILURE' as const, errorCode: 'group_not_found' }],
    })),
  )
  const session = buildConsoleSession()
  const { user } = await showScreens(groupsFeature, '/groups', { session })
  await screen.findByRole('link', { name: 'Sales' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 selected rows?' })
  await expectAccessible(dialog)
  const confirm = within(dialog).getByRole('button', { name: 'Delete' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(within(dialog).getByLabelText('Type 2 to confirm'), '2')
  await user.click(confirm)
  await waitFor(() => expect(messages.get()[0]?.text).toMatch(/^1 done, 1 refused\. .+/))
  expect(asked.find(({ endpoint }) => endpoint === deleteGroups)?.body).toEqual({ ids })
})

it('each group shows its number of members, and where more than ten thousand are', async () => {
  const many = { memberCount: 10_000, memberCountEstimated: true }
  serve(
    answering(listGroupsPaged, () => ({
      results: [
        group(ids[0] ?? '', 'Sales', { memberCount: 1234 }),
        group(ids[1] ?? '', 'Support', many),
      ],
      paging: { limit: 50, total: 2, estimated: false, nextCursor: null, prevCursor: null },
    })),
  )
  await showScreens(groupsFeature, '/groups', { session: buildConsoleSession() })
  expect(await screen.findByRole('gridcell', { name: '1,234' })).toBeDefined()
  expect(screen.getByRole('gridcell', { name: '10,000+' })).toBeDefined()
  // A page is read off the index of names: no order by a number that is counted for the page.
  expect(screen.getByRole('columnheader', { name: 'Members' }).ariaSort).toBeNull()
})

it('nobody ticks groups who may not delete them', async () => {
  serve(list)
  const view = { entityType: 'GROUPS' as const, view: true, add: true, edit: true, remove: false }
  const session = buildConsoleSession({ roles: [buildRole({ permissions: [view] })] })
  await showScreens(groupsFeature, '/groups', { session })
  await screen.findByRole('link', { name: 'Sales' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})
