import {
  createOauthRole,
  deleteOauthRole,
  listOauthRoles,
  readOauthRole,
  updateOauthRole,
} from '@signet/contract/applications/oauth-roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import type { EntityType } from '@signet/rules/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildUserSummary } from '../../../../testing/users.ts'
import type { OauthRoleDetail } from './oauth-roles.queries.ts'
import { oauthRolesFeature } from './oauth-roles.screens.ts'

const id = '018f0000-0000-7000-8000-000000000077'
const editor = (change: Partial<OauthRoleDetail> = {}): OauthRoleDetail => ({
  id,
  name: 'editor',
  description: 'Writes articles',
  users: 1200,
  createdAt: '2026-01-02T03:04:05.000Z',
  ...change,
})
const approver = editor({ id: id.replace('77', '78'), name: 'approver', description: null })

const holders: z.input<(typeof listUsers)['answer']> = {
  results: [buildUserSummary()],
  paging: { limit: 25, total: 1, estimated: false, nextCursor: null, prevCursor: null },
}

const show = (at: string, session = buildConsoleSession()) =>
  showScreens(oauthRolesFeature, at, { session })

const onlyViewing = () => {
  const entityType: EntityType = 'OAUTHROLES'
  const permission = { entityType, view: true, add: false, edit: false, remove: false }
  return buildConsoleSession({ roles: [buildRole({ permissions: [permission] })] })
}

describe('the OAuth roles of an account', () => {
  it('are listed by name with how many have them, and searched', {
    meta: { covers: ['permissions.user-assignments'] },
  }, async () => {
    serve(answering(listOauthRoles, () => [editor(), approver]))
    const { container, user } = await show('/oauthroles')
    const link = await screen.findByRole('link', { name: 'editor' })
    expect(link.getAttribute('href')).toContain(`/oauthroles/${id}`)
    expect(screen.getAllByText('1,200')).toHaveLength(2)
    const names = () => screen.getAllByRole('link', { name: /^(editor|approver)$/ })
    expect(names().map(({ textContent }) => textContent)).toEqual(['approver', 'editor'])
    await expectAccessible(container)
    await user.type(screen.getByLabelText('Search OAuth roles'), 'ARTICLES')
    await waitFor(() => expect(names().map((each) => each.textContent)).toEqual(['editor']))
  })

  it('are explained while there are none, and added by who may', async () => {
    const asked = serve(
      answering(listOauthRoles, () => []),
      answering(createOauthRole, () => editor()),
      answering(readOauthRole, () => editor()),
    )
    const { user } = await show('/oauthroles')
    expect(await screen.findByText('No OAuth roles yet')).toBeDefined()
    const [add] = screen.getAllByRole('link', { name: 'Add OAuth role' })
    await user.click(add ?? document.body)
    await user.type(await screen.findByLabelText(/^Name/), 'editor')
    await user.click(screen.getByRole('button', { name: 'Add OAuth role' }))
    await screen.findByRole('heading', { name: 'editor' })
    expect(asked.find(({ endpoint }) => endpoint === createOauthRole)?.body).toEqual({
      name: 'editor',
      description: null,
    })
  })

  it('are not added by who may only look', async () => {
    serve(answering(listOauthRoles, () => [editor()]))
    await show('/oauthroles', onlyViewing())
    await screen.findByRole('link', { name: 'editor' })
    expect(screen.queryByText('Add OAuth role')).toBeNull()
  })
})

describe('an OAuth role', () => {
  it('is renamed over the version that was read', async () => {
    const asked = serve(
      answering(readOauthRole, () => editor()),
      answering(updateOauthRole, () => editor({ name: 'author' })),
    )
    const { container, user } = await show(`/oauthroles/${id}`)
    const name = await screen.findByLabelText(/^Name/)
    await expectAccessible(container)
    await user.clear(name)
    await user.type(name, 'author')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateOauthRole)
    await waitFor(() => expect(sent()?.ifMatch).toBe('"1"'))
    expect(sent()?.body).toEqual({ name: 'author', description: 'Writes articles' })
    await screen.findByRole('heading', { name: 'author' })
  })

  it('shows who has it, and leads to them in the list of users', async () => {
    const asked = serve(
      answering(readOauthRole, () => editor()),
      answering(listUsers, () => holders),
    )
    const { container } = await show(`/oauthroles/${id}`)
    expect(await screen.findByRole('link', { name: 'Grace Hopper' })).toBeDefined()
    const link = screen.getByRole('link', { name: 'Show in the list of users' })
    expect(link.getAttribute('href')).toContain(`/users?f.oauthRole=${id}`)
    expect(asked.find(({ endpoint }) => endpoint === listUsers)?.body).toMatchObject({
      oauthRoleId: id,
    })
    await expectAccessible(container)
  })

  it('that somebody has is not deleted, and the dialog says who', async () => {
    serve(
      answering(readOauthRole, () => editor()),
      answering(
        deleteOauthRole,
        () => new Refusal('role_in_use', { count: '2', named: '2', names: 'ada, grace' }),
      ),
    )
    const { user } = await show(`/oauthroles/${id}`)
    await user.click(await screen.findByLabelText('Actions for editor'))
    await user.click(await screen.findByText('Delete'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete role?' })
    await user.type(within(dialog).getByLabelText('Type editor to confirm'), 'editor')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await within(dialog).findByText(/among them ada, grace/)).toBeDefined()
  })

  it('is only shown to who may only look', async () => {
    serve(answering(readOauthRole, () => editor()))
    await show(`/oauthroles/${id}`, onlyViewing())
    expect(await screen.findByText('Writes articles')).toBeDefined()
    expect(screen.getByText('1,200')).toBeDefined()
    expect(screen.queryByText('Show in the list of users')).toBeNull()
    expect(screen.queryByText('Save')).toBeNull()
    expect(screen.queryByLabelText('Actions for editor')).toBeNull()
  })
})
