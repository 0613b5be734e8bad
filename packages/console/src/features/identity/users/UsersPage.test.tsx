import { changeTokenState, deleteToken } from '@signet/contract/authenticators/tokens'
import { readUserAuthenticators } from '@signet/contract/authenticators/user-authenticators'
import { listRoles, listUserRoles, removeUserRole } from '@signet/contract/identity/roles'
import { deleteUsers } from '@signet/contract/identity/user-batches'
import { listUsers } from '@signet/contract/identity/user-lists'
import {
  changeUserState,
  createUser,
  deleteUser,
  readUser,
  updateUser,
} from '@signet/contract/identity/users'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../testing/facts.ts'
import { expectAccessible } from '../../../testing/render.tsx'
import { showScreens } from '../../../testing/screens.tsx'
import type { UserDetail, UserRow } from './user-types.ts'
import { usersFeature } from './users.screens.ts'

const id = '018f0000-0000-7000-8000-000000000042'
const instant = '2026-01-02T03:04:05.000Z'

const grace = (change: Partial<UserDetail> = {}): UserDetail => ({
  id,
  userId: 'grace',
  externalId: null,
  firstName: 'Grace',
  lastName: 'Hopper',
  displayName: 'Grace Hopper',
  email: 'grace@example.com',
  mobile: null,
  phone: null,
  locale: 'en',
  type: 'MGMT_UI',
  state: 'ACTIVE',
  locked: false,
  status: 'ACTIVE',
  severity: 'OK',
  roles: [],
  lastAuthenticatedAt: null,
  createdAt: instant,
  version: 1,
  userAliases: [],
  emailVerified: true,
  userPrincipalName: null,
  securityId: null,
  directoryType: null,
  userAttributeValues: [],
  lockReason: null,
  lockedAuthenticators: [],
  lockoutExpiry: null,
  migrated: false,
  registrationRequired: false,
  verificationRequired: false,
  showNotification: false,
  updatedAt: instant,
  ...change,
})

const pageOf = (results: readonly UserRow[]) => ({
  results: [...results],
  paging: {
    limit: 50,
    total: results.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})
const lists = [
  answering(listUsers, () =>
    pageOf([
      grace(),
      grace({
        id: id.replace('42', '43'),
        displayName: 'Alan Turing',
        userId: 'alan',
        status: 'LOCKED',
        severity: 'WARNING',
      }),
    ]),
  ),
  answering(listRoles, () => []),
]
const show = (at: string, session = buildConsoleSession()) =>
  showScreens(usersFeature, at, { session })
const viewer = buildConsoleSession({
  roles: [
    buildRole({
      permissions: [{ entityType: 'USERS', view: true, add: false, edit: false, remove: false }],
    }),
  ],
})

describe('the list of users', () => {
  it('shows who they are and how they stand', async () => {
    serve(...lists)
    const { container } = await show('/users')
    expect(await screen.findByRole('link', { name: 'Grace Hopper' })).toBeDefined()
    expect(screen.getByText('Locked')).toBeDefined()
    expect(screen.getAllByText('grace@example.com').length).toBe(2)
    await expectAccessible(container)
  })

  it('asks for what the address says, and drops what it cannot mean', async () => {
    const asked = serve(...lists)
    await show('/users?q=gra&f.state=INACTIVE&f.locked=yes&f.role=nonsense&sort=-userId')
    await screen.findByRole('link', { name: 'Grace Hopper' })
    expect(asked.find(({ endpoint }) => endpoint === listUsers)?.body).toEqual({
      limit: 50,
      search: 'gra',
      state: 'INACTIVE',
      locked: true,
      sortBy: 'userId',
      descending: true,
    })
  })

  it('deletes the selected ones after their number was typed', async () => {
    const asked = serve(
      ...lists,
      answering(deleteUsers, () => ({
        results: [{ index: 0, outcome: 'SUCCESS' as const, id, errorCode: null, fields: [] }],
      })),
    )
    const { user } = await show('/users')
    await screen.findByRole('link', { name: 'Grace Hopper' })
    const [, first] = screen.getAllByRole('checkbox')
    if (first !== undefined) await user.click(first)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1 user?' })
    const confirm = within(dialog).getByRole('button', { name: 'Delete' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByLabelText('Type 1 to confirm'), '1')
    await user.click(confirm)
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === deleteUsers)?.body).toEqual({ ids: [id] }),
    )
  })

  it('offers only to look to somebody who may not change anything', async () => {
    serve(...lists)
    await show('/users', viewer)
    await screen.findByRole('link', { name: 'Grace Hopper' })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add user' })).toBeNull()
  })
})

describe('adding a user', () => {
  it('sends what was filled in and opens the user', async () => {
    const asked = serve(
      answering(createUser, () => grace()),
      answering(readUser, () => grace()),
    )
    const { user, router } = await show('/user/add')
    await user.type(await screen.findByLabelText(/^User ID/), 'grace')
    await user.type(screen.getByLabelText('E-mail'), 'grace@example.com')
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/user/${id}`))
    expect(asked[0]?.body).toMatchObject({ userId: 'grace', email: 'grace@example.com' })
    expect(asked[0]?.body).not.toHaveProperty('password')
    expect(asked[0]?.body).not.toHaveProperty('firstName')
  })

  it('names the fields at fault', async () => {
    const asked = serve()
    const { user } = await show('/user/add')
    await user.click(await screen.findByRole('button', { name: 'Add user' }))
    expect(await screen.findByRole('button', { name: /^User ID:/ })).toBeDefined()
    expect(asked).toEqual([])
  })

  it('says that the user id is taken', async () => {
    serve(answering(createUser, () => new Refusal('user_exists')))
    const { user } = await show('/user/add')
    await user.type(await screen.findByLabelText(/^User ID/), 'grace')
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    expect(await screen.findByText(/user_exists/)).toBeDefined()
  })
})

describe('a user', () => {
  it('is saved over the version that was read', async () => {
    const asked = serve(
      answering(readUser, () => grace()),
      answering(updateUser, () => grace({ firstName: 'Grete' })),
    )
    const { user } = await show(`/user/${id}`)
    const field = await screen.findByLabelText('First name')
    await user.clear(field)
    await user.type(screen.getByLabelText('Also known as'), 'amazing{Enter}')
    await user.type(screen.getByLabelText('Security ID'), 'S-1-5-21')
    await user.click(screen.getByLabelText('Must be verified at the next sign-in'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateUser)).toMatchObject({
        ifMatch: '"1"',
        body: {
          firstName: null,
          lastName: 'Hopper',
          userAliases: ['amazing'],
          securityId: 'S-1-5-21',
          verificationRequired: true,
        },
      }),
    )
  })

  it('is locked after a question', async () => {
    const asked = serve(
      answering(readUser, () => grace()),
      answering(changeUserState, () => grace({ locked: true, status: 'LOCKED' })),
    )
    const { user } = await show(`/user/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Lock' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Lock Grace Hopper?' })
    expect(asked.some(({ endpoint }) => endpoint === changeUserState)).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Lock' }))
    expect(await screen.findByText('Locked')).toBeDefined()
    expect(asked.find(({ endpoint }) => endpoint === changeUserState)?.body).toEqual({
      locked: true,
    })
  })

  it('is deleted only when the user id was typed', async () => {
    const asked = serve(
      ...lists,
      answering(readUser, () => grace()),
      answering(deleteUser, () => undefined),
    )
    const { user, router } = await show(`/user/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.type(await screen.findByLabelText('Type grace to confirm'), 'grace')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'))
    expect(asked.some(({ endpoint }) => endpoint === deleteUser)).toBe(true)
  })

  it('may not lock or delete themselves, and changes only name and language here', async () => {
    const own = '018f0000-0000-7000-8000-0000000000bb'
    serve(answering(readUser, () => grace({ id: own })))
    await show(`/user/${own}`)
    expect(await screen.findByLabelText(/^User ID/)).toHaveProperty('disabled', true)
    expect(screen.getByLabelText('First name')).toHaveProperty('disabled', false)
    expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull()
  })

  it('loses a role only after a question', async () => {
    const role = buildRole()
    const asked = serve(
      answering(readUser, () => grace()),
      answering(listUserRoles, () => [role]),
      answering(removeUserRole, () => undefined),
    )
    const { user } = await show(`/user/${id}/roles`)
    await user.click(await screen.findByRole('button', { name: `Actions for ${role.name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === removeUserRole)?.params).toEqual({
        userid: id,
        roleid: role.id,
      }),
    )
  })
})

describe('the authenticators of a user', () => {
  const tokenId = '018f0000-0000-7000-8000-000000000077'
  const token = {
    id: tokenId,
    serialNumber: 'SN-1',
    type: 'GOOGLE_AUTHENTICATOR' as const,
    algorithmType: 'OATH_TOTP' as const,
    userId: id,
    label: 'Phone',
    state: 'ACTIVE' as const,
    createDate: instant,
    lastUsedDate: null,
    lockoutExpiry: null,
  }
  const found = answering(readUserAuthenticators, () => ({
    password: {
      present: true,
      compromised: false,
      forceUpdate: true,
      expiryTime: null,
      changedAt: instant,
      status: 'CHANGEREQUIRED' as const,
      lockoutExpiry: null,
    },
    tokens: [token],
    fidoTokens: [],
    recoveryCodes: { remaining: 3, createDate: instant },
    lockouts: [
      {
        type: 'PASSWORD',
        device: 'STRANGE' as const,
        remainingAttempts: 0,
        lockoutDate: instant,
        lockoutExpiry: null,
      },
    ],
  }))

  it('say how they stand and what is locked', async () => {
    serve(
      answering(readUser, () => grace()),
      found,
    )
    const { container } = await show(`/user/${id}/authenticators`)
    expect(await screen.findByText('Must be changed at the next sign-in')).toBeDefined()
    expect(screen.getByText('On unknown devices, until it is unlocked')).toBeDefined()
    expect(screen.getByText(/3 codes left/)).toBeDefined()
    await expectAccessible(container)
  })

  it('are removed after a question', async () => {
    const asked = serve(
      answering(readUser, () => grace()),
      answering(deleteToken, () => undefined),
      found,
    )
    const { user } = await show(`/user/${id}/authenticators`)
    await user.click(await screen.findByRole('button', { name: 'Actions for SN-1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    expect(asked.some(({ endpoint }) => endpoint === deleteToken)).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === deleteToken)?.params).toEqual({
        tokenid: tokenId,
      }),
    )
  })

  it('are switched off after a question, which says what follows', async () => {
    const asked = serve(
      answering(readUser, () => grace()),
      answering(changeTokenState, () => ({ ...token, state: 'INACTIVE' as const })),
      found,
    )
    const { user } = await show(`/user/${id}/authenticators`)
    await user.click(await screen.findByRole('button', { name: 'Actions for SN-1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Switch off' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Switch off SN-1?' })
    expect(asked.some(({ endpoint }) => endpoint === changeTokenState)).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Switch off' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === changeTokenState)?.body).toEqual({
        state: 'INACTIVE',
      }),
    )
  })
})
