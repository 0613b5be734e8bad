import {
  createSiteRole,
  deleteSiteRole,
  listRoles,
  readRole,
  updateSiteRole,
} from '@signet/contract/identity/roles'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { changeLocale } from '../../../lib/i18n.ts'
import type { RoleDetail } from './role-forms.ts'
import { rolesFeature } from './roles.screens.ts'

const id = '018f0000-0000-7000-8000-000000000077'
const none = { view: false, add: false, edit: false, remove: false }

const desk = (change: Partial<RoleDetail> = {}): RoleDetail => ({
  id,
  name: 'Night desk',
  description: null,
  roleType: 'ADMIN',
  builtIn: null,
  superAdministrator: false,
  allRoles: false,
  groupManagement: 'ALL',
  groupIds: [],
  permissions: [{ entityType: 'USERS', ...none, view: true }],
  ...change,
})
const builtIn = desk({ id: id.replace('77', '78'), name: 'Help Desk', builtIn: 'HELP_DESK' })
const show = (at: string) => showScreens(rolesFeature, at)
/** By its label: the matrix has two hundred boxes, and looking through roles takes long. */
const box = (name: string) => screen.getByLabelText(name)

describe('the roles of an account', () => {
  it('are listed, and open', async () => {
    serve(answering(listRoles, () => [builtIn, desk()]))
    const { container } = await show('/roles')
    expect(await screen.findByRole('link', { name: 'Night desk' })).toBeDefined()
    expect(screen.getByText('Built in')).toBeDefined()
    await expectAccessible(container)
  })

  it('are called and found in the language of whoever reads, but for own ones', async () => {
    serve(answering(listRoles, () => [builtIn, desk()]))
    await changeLocale('ja')
    const { user } = await show('/roles')
    expect(await screen.findByRole('link', { name: 'ヘルプデスク' })).toBeDefined()
    expect(screen.getByText('ユーザーとその認証手段')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Night desk' })).toBeDefined()
    expect(screen.queryByText('Help Desk')).toBeNull()
    await user.type(screen.getByLabelText('ロールを検索'), 'ヘルプ')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Night desk' })).toBeNull())
    expect(screen.getByRole('link', { name: 'ヘルプデスク' })).toBeDefined()
    await changeLocale('en')
  })
})

describe('a role', () => {
  it('is edited box by box, and saved over the version that was read', {
    meta: { covers: ['screen:roles'] },
  }, async () => {
    const asked = serve(
      answering(readRole, () => desk()),
      answering(updateSiteRole, () => desk()),
    )
    const { user } = await show(`/role/${id}`)
    await screen.findByLabelText('Tokens: Edit')
    await user.click(box('Tokens: Edit'))
    await user.click(box('Groups: All'))
    await user.click(box('Users: View'))
    await user.click(screen.getByText('Save'))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateSiteRole)
    await waitFor(() => expect(sent()?.ifMatch).toBe('"1"'))
    expect(sent()?.body).toMatchObject({
      permissions: [
        { entityType: 'GROUPS', view: true, add: true, edit: true, remove: true },
        { entityType: 'TOKENS', ...none, view: true, edit: true },
      ],
    })
  })

  it('is gone through with the arrow keys, and searched', async () => {
    serve(answering(readRole, () => desk()))
    const { user } = await show(`/role/${id}`)
    const first = await screen.findByLabelText('Users: View')
    first.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toBe(box('Groups: Add'))
    await user.keyboard('{ArrowLeft}{ArrowUp}')
    expect(document.activeElement).toBe(first)
    await user.type(screen.getByLabelText('Search permissions'), 'token')
    expect(screen.getAllByLabelText(/: View$/)).toHaveLength(2)
  })

  it('limited to groups names one, and only views what belongs to none', async () => {
    const limited = desk({ groupManagement: 'SOME' })
    const asked = serve(
      answering(readRole, () => limited),
      answering(updateSiteRole, () => limited),
    )
    const { user } = await show(`/role/${id}`)
    expect(await screen.findByLabelText('Applications: Edit')).toHaveProperty('disabled', true)
    expect(box('Applications: View')).toHaveProperty('disabled', false)
    expect(box('Users: Edit')).toHaveProperty('disabled', false)
    await user.click(box('Users: Edit'))
    await user.click(screen.getByText('Save'))
    expect((await screen.findAllByText(/Fill in this field/)).length).toBeGreaterThan(0)
    expect(asked.some(({ endpoint }) => endpoint === updateSiteRole)).toBe(false)
  })

  it('that is built in is shown and copied, not changed', async () => {
    const asked = serve(
      answering(readRole, () => builtIn),
      answering(createSiteRole, () => desk()),
    )
    const { user } = await show(`/role/${builtIn.id}`)
    expect(await screen.findByLabelText('Users: View')).toHaveProperty('disabled', true)
    expect(screen.queryByText('Save')).toBeNull()
    await user.click(screen.getByText('Copy'))
    expect(await screen.findByDisplayValue('Copy of Help Desk')).toBeDefined()
    await user.click(screen.getByText('Add role', { selector: 'button' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === createSiteRole)?.body).toMatchObject({
        name: 'Copy of Help Desk',
        permissions: [{ entityType: 'USERS', ...none, view: true }],
      }),
    )
  })

  it('is summed up in words, and speaks of nothing that is not there', async () => {
    const permissions: RoleDetail['permissions'] = [
      { entityType: 'USERS', view: true, add: true, edit: true, remove: true },
      { entityType: 'APPLICATIONS', ...none, view: true, edit: true },
      { entityType: 'REPORTS', ...none, view: true },
      { entityType: 'CAS', ...none, view: true },
    ]
    const role = desk({ groupManagement: 'SOME', groupIds: [], permissions })
    const asked = serve(
      answering(readRole, () => role),
      answering(updateSiteRole, () => role),
    )
    const { user, container } = await show(`/role/${id}`)
    const summary = await screen.findByRole('region', { name: 'Effective permissions' })
    expect(within(summary).getByText('Users').previousSibling?.textContent).toBe('All')
    // What belongs to no group is viewed only by a role limited to groups.
    expect(within(summary).getByText('Reports and Applications')).toBeDefined()
    expect(screen.queryByText(/Certification authorities/)).toBeNull()
    await user.selectOptions(screen.getByLabelText(/^Reach/), 'ALL')
    expect(await within(summary).findByText('View and Edit')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByText('Save'))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateSiteRole)
    await waitFor(() =>
      expect(sent()?.body).toMatchObject({
        permissions: expect.arrayContaining([{ entityType: 'CAS', ...none, view: true }]),
      }),
    )
  })

  it('that somebody has is not deleted, and the dialog says who', async () => {
    serve(
      answering(readRole, () => desk()),
      answering(
        deleteSiteRole,
        () => new Refusal('role_in_use', { count: '2', named: '2', names: 'ada, grace' }),
      ),
    )
    const { user } = await show(`/role/${id}`)
    await user.click(await screen.findByLabelText('Actions for Night desk'))
    await user.click(await screen.findByText('Delete'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete role?' })
    await user.type(within(dialog).getByLabelText('Type Night desk to confirm'), 'Night desk')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await within(dialog).findByText(/among them ada, grace/)).toBeDefined()
  })
})

describe('a new role', () => {
  const clerk = buildConsoleSession({
    roles: [
      buildRole({
        permissions: [
          { entityType: 'ROLES', ...none, view: true, add: true },
          { entityType: 'PRINTERS', ...none, view: true },
        ],
      }),
    ],
  })

  it('begins with a preset', async () => {
    const asked = serve(
      answering(createSiteRole, () => desk()),
      answering(readRole, () => desk()),
    )
    const { user } = await show('/role/add')
    await user.selectOptions(await screen.findByLabelText(/^Preset/), 'Printer operator')
    const name = () => screen.getByLabelText(/^Name/, { selector: 'input' })
    await waitFor(() => expect(name()).toHaveProperty('value', 'Printer operator'))
    expect(box('Printers: Edit')).toHaveProperty('checked', true)
    await user.click(screen.getByText('Add role', { selector: 'button' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === createSiteRole)?.body).toMatchObject({
        groupManagement: 'ALL',
        permissions: [
          { entityType: 'PRINTERS', ...none, view: true, edit: true },
          { entityType: 'ISSUANCE', ...none, view: true, edit: true },
        ],
      }),
    )
  })

  it('for the help desk of a group names the group', async () => {
    const asked = serve(answering(createSiteRole, () => desk()))
    const { user } = await show('/role/add?preset=GROUP_HELP_DESK')
    await screen.findByLabelText('Users: Edit')
    await user.click(screen.getByText('Add role', { selector: 'button' }))
    expect((await screen.findAllByText(/Fill in this field/)).length).toBeGreaterThan(0)
    expect(asked).toEqual([])
  })

  it('is offered no preset, and no permission, that its giver lacks', async () => {
    serve()
    await showScreens(rolesFeature, '/role/add?preset=AUDITOR', { session: clerk })
    const presets = await screen.findByLabelText(/^Preset/)
    const names = within(presets)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(names).toContain('Printer operator')
    expect(names).not.toContain('Application owner')
    expect(await screen.findByText(/have all permissions of this preset/)).toBeDefined()
    expect(box('Printers: View')).toHaveProperty('checked', true)
    expect(box('Users: View')).toHaveProperty('checked', false)
  })
})
