import { createUserTempAccessCode } from '@signet/contract/authenticators/temp-access-codes'
import { changeTokenState, deleteToken } from '@signet/contract/authenticators/tokens'
import { readUserAuthenticators } from '@signet/contract/authenticators/user-authenticators'
import { listGroupsPaged, readGroup } from '@signet/contract/identity/groups'
import { listRoles, listUserRoles, removeUserRole } from '@signet/contract/identity/roles'
import type { UserAttribute } from '@signet/contract/identity/user-attribute'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { listUsers } from '@signet/contract/identity/user-lists'
import {
  changeUserState,
  createUser,
  deleteUser,
  readUser,
  updateUser,
} from '@signet/contract/identity/users'
import { readEmailState } from '@signet/contract/settings/email-state'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { answering, type Door, Refusal, serve as serveDoors } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { noQuestions } from '../../../../testing/kba.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildUserDetail as grace } from '../../../../testing/users.ts'
import type { UserRow } from './user-types.ts'
import { usersFeature } from './users.screens.ts'

let attributes: z.input<typeof UserAttribute>[] = []
const serve = (...doors: readonly Door[]) =>
  serveDoors(
    answering(listUserAttributes, () => attributes),
    answering(readEmailState, () => ({ source: 'OUTBOX' as const, test: null, failedLastDay: 0 })),
    ...doors,
  )

const id = '018f0000-0000-7000-8000-000000000042'
const instant = '2026-01-02T03:04:05.000Z'

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
  it('shows who they are and how they stand', { meta: { covers: ['screen:users'] } }, async () => {
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

  it('shows a filter by a group that is out of reach, and removes it', async () => {
    const asked = serve(
      ...lists,
      answering(listGroupsPaged, () => ({ ...pageOf([]), results: [] })),
      answering(readGroup, () => new Refusal('not_found')),
    )
    const { user, router } = await show(`/users?f.group=${id}`)
    const remove = await screen.findByRole('button', {
      name: 'Remove filter Group: Not available',
    })
    expect(asked.find(({ endpoint }) => endpoint === listUsers)?.body).toMatchObject({
      groupId: id,
    })
    await user.click(remove)
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('shows what narrows it to administrators who see neither groups nor roles', async () => {
    serve(...lists)
    await show(`/users?f.group=${id}&f.role=${id}`, viewer)
    expect(
      await screen.findByRole('button', { name: 'Remove filter Group: Not available' }),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: 'Remove filter Role: Not available' })).toBeDefined()
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
  it('sends what was filled in and opens the user', {
    meta: { covers: ['screen:user/add'] },
  }, async () => {
    const asked = serve(
      answering(createUser, () => grace()),
      answering(readUser, () => grace()),
    )
    const { user, router } = await show('/user/add')
    await user.type(await screen.findByLabelText(/^User ID/), 'grace')
    await user.type(screen.getByLabelText('Email'), 'grace@example.com')
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/user/${id}`))
    const sent = asked.find(({ endpoint }) => endpoint === createUser)?.body
    expect(sent).toMatchObject({ userId: 'grace', email: 'grace@example.com' })
    expect(sent).not.toHaveProperty('password')
    expect(sent).not.toHaveProperty('firstName')
  })

  it('saves one and begins the next, until the last one opens', async () => {
    const asked = serve(
      answering(createUser, () => grace()),
      answering(readUser, () => grace()),
    )
    const { user, router } = await show('/user/add')
    const field = () => screen.findByLabelText<HTMLInputElement>(/^User ID/)
    await user.click(await screen.findByRole('button', { name: 'Save and add another' }))
    expect(await screen.findByRole('button', { name: /^User ID:/ })).toBeDefined()
    await user.type(await field(), 'ada')
    await user.click(screen.getByRole('button', { name: 'Save and add another' }))
    await waitFor(async () => expect((await field()).value).toBe(''))
    expect(document.activeElement).toBe(await field())
    await user.type(await field(), 'grace')
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/user/${id}`))
    const made = asked.filter(({ endpoint }) => endpoint === createUser)
    expect(made.map(({ body }) => body)).toMatchObject([{ userId: 'ada' }, { userId: 'grace' }])
  })

  it('asks for the own attributes of the account', async () => {
    attributes = [
      {
        id: 'staff',
        name: 'Staff number',
        description: null,
        group: 'EXTRA',
        type: 'TEXT',
        pattern: null,
        choices: [],
        required: true,
        requiredFixed: false,
        unique: true,
        userVisible: true,
        userEditable: false,
      },
    ]
    const asked = serve(
      answering(createUser, () => grace()),
      answering(readUser, () => grace()),
    )
    const { user } = await show('/user/add')
    await user.type(await screen.findByLabelText(/^User ID/), 'grace')
    await user.type(screen.getByLabelText(/^Staff number/), 'S-7')
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === createUser)?.body).toMatchObject({
        userAttributeValues: [{ userAttributeId: 'staff', value: 'S-7' }],
      }),
    )
    attributes = []
  })

  it('names the fields at fault', async () => {
    const asked = serve()
    const { user } = await show('/user/add')
    await user.click(await screen.findByRole('button', { name: 'Add user' }))
    expect(await screen.findByRole('button', { name: /^User ID:/ })).toBeDefined()
    expect(new Set(asked.map(({ endpoint }) => endpoint))).toEqual(
      new Set([listUserAttributes, readEmailState]),
    )
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
  it('is saved over the version that was read', {
    meta: { covers: ['screen:user/{userId}', 'screen:user/{userId}/{tab}'] },
  }, async () => {
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
  const tempAccessCode = {
    expired: false,
    maxUses: 2,
    numUses: 2,
    status: 'MAX_USES' as const,
    createDate: instant,
    expiryTime: instant,
    lastUsedDate: instant,
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
    kba: noQuestions,
    tempAccessCode,
    lockouts: [
      {
        type: 'PASSWORD',
        device: 'STRANGE' as const,
        attempts: 5,
        remainingAttempts: 0,
        lockoutDate: instant,
        lockoutExpiry: null,
      },
      {
        type: 'TOKEN',
        device: 'KNOWN' as const,
        attempts: 3,
        remainingAttempts: 2,
        lockoutDate: instant,
        lockoutExpiry: null,
      },
    ],
  }))

  it('say how they stand and what is locked', {
    meta: { covers: ['status.temporary-access-code'] },
  }, async () => {
    serve(
      answering(readUser, () => grace()),
      found,
    )
    const { container } = await show(`/user/${id}/authenticators`)
    expect(await screen.findByText('Must be changed at the next sign-in')).toBeDefined()
    expect(screen.getByText('On unknown devices, until it is unlocked')).toBeDefined()
    expect(screen.getByText('0 of 5 tries left')).toBeDefined()
    expect(screen.getByText('Code from your authenticator app')).toBeDefined()
    expect(screen.getByText('2 of 3 tries left')).toBeDefined()
    expect(screen.getByText(/3 codes left/)).toBeDefined()
    expect(screen.getByText('Used up')).toBeDefined()
    expect(screen.getByText(/Used 2 of 2 times/)).toBeDefined()
    await expectAccessible(container)
  })

  it('are stood in for by a code that is shown once', async () => {
    const asked = serve(
      answering(readUser, () => grace()),
      answering(createUserTempAccessCode, () => ({ ...tempAccessCode, code: 'ABCD-2345-WXYZ' })),
      found,
    )
    const { user } = await show(`/user/${id}/authenticators`)
    await user.click(await screen.findByRole('button', { name: 'Make a code' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Temporary access code' })
    await user.type(within(dialog).getByLabelText('Sign-ins with it'), '3')
    await user.type(within(dialog).getByLabelText('Hours it is good for'), '2')
    await user.click(within(dialog).getByRole('button', { name: 'Make a code' }))
    expect(await screen.findByText('ABCD-2345-WXYZ')).toBeDefined()
    expect(asked.find(({ endpoint }) => endpoint === createUserTempAccessCode)?.body).toEqual({
      maxUses: 3,
      validityMillis: 7_200_000,
    })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('ABCD-2345-WXYZ')).toBeNull())
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
