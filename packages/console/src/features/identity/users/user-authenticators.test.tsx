import {
  assignExternalCredential,
  readExternalCredential,
} from '@signet/contract/authenticators/external-credentials'
import { updateFidoToken } from '@signet/contract/authenticators/fido'
import { changeGridState, createUserGrid, deleteGrid } from '@signet/contract/authenticators/grids'
import { deleteKbaChallenge, deleteUserQuestions } from '@signet/contract/authenticators/kba'
import { deleteUserMachine, listUserMachines } from '@signet/contract/authenticators/machines'
import {
  deleteMagicLink,
  putMagicLink,
  readMagicLinkInformation,
} from '@signet/contract/authenticators/magic-links'
import {
  deleteUserPassword,
  notifyUserPassword,
  setUserPassword,
} from '@signet/contract/authenticators/passwords'
import { deleteUserRecoveryCodes } from '@signet/contract/authenticators/recovery-codes'
import { deleteUserTempAccessCode } from '@signet/contract/authenticators/temp-access-codes'
import { readUserAuthenticators } from '@signet/contract/authenticators/user-authenticators'
import { readUser } from '@signet/contract/identity/users'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { noQuestions } from '../../../../testing/kba.ts'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildUserDetail } from '../../../../testing/users.ts'
import { usersFeature } from './users.screens.ts'

const at = '2026-01-02T03:04:05.000Z'
const id = '018f0000-0000-7000-8000-000000000042'
const anId = '018f0000-0000-7000-8000-000000000077'

const grid = {
  id: anId,
  serialNumber: '4711',
  user: { id, name: 'Grace Hopper' },
  groups: [],
  state: 'ACTIVE' as const,
  enrollState: 'ENROLLED' as const,
  encodeState: 'ENCODE_DONE' as const,
  retired: null,
  rows: 5,
  columns: 10,
  cellLength: 2,
  createDate: at,
  assignDate: at,
  activateDate: at,
  expireDate: null,
  lastUsedDate: null,
  numUses: 0,
  maxUses: null,
  exposure: { shownCells: 0, cells: 50, nextAnswer: 0 },
}

const passkey = {
  id: anId,
  userId: id,
  name: 'Laptop',
  state: 'INACTIVE' as const,
  rpId: 'localhost',
  aaguid: '00000000-0000-0000-0000-000000000000',
  attestationFormat: 'none',
  backupEligible: false,
  backupStatus: false,
  userVerified: true,
  attested: false,
  authenticatorName: null,
  authenticatorIcon: null,
  compromised: false,
  clonedDate: null,
  createDate: at,
  lastUsedDate: null,
}

const authenticators = {
  password: {
    present: true,
    compromised: false,
    forceUpdate: false,
    expiryTime: null,
    changedAt: at,
    status: 'ACTIVE' as const,
    lockoutExpiry: null,
  },
  tokens: [],
  fidoTokens: [passkey],
  grids: [grid],
  recoveryCodes: { remaining: 3, createDate: at },
  kba: {
    ...noQuestions,
    state: 'ACTIVE' as const,
    userQuestions: [{ id: anId, locale: 'en' as const, question: 'Who?', createDate: at }],
  },
  tempAccessCode: {
    expired: false,
    maxUses: 1,
    numUses: 0,
    status: 'ACTIVE' as const,
    createDate: at,
    expiryTime: at,
    lastUsedDate: null,
  },
  lockouts: [],
}

const magicLink = {
  id: anId,
  userId: id,
  type: 'ISSUED' as const,
  email: 'grace@example.com',
  autoSend: true,
  redirectUrl: null,
  createDate: at,
  expiryDate: at,
  link: null,
}

const machine = {
  id: anId,
  userId: id,
  label: 'Office',
  userAgent: null,
  machineId: null,
  createDate: at,
  lastUsedDate: at,
  expiryDate: at,
}

const credential = {
  userId: id,
  type: 'OTP' as const,
  credential: 'SN-1',
  createdAt: at,
  lastUsedAt: null,
}

/** A user who has one of each. */
const found = [
  answering(readUser, () => buildUserDetail()),
  answering(readUserAuthenticators, () => authenticators),
  answering(readMagicLinkInformation, () => ({
    obstacle: null,
    email: magicLink.email,
    lifeSeconds: 600,
    handOver: false,
    magicLink,
  })),
  answering(listUserMachines, () => [machine]),
  answering(readExternalCredential, () => ({ credential, judged: true })),
]

const done = [
  answering(deleteUserPassword, () => undefined),
  answering(notifyUserPassword, () => undefined),
  answering(setUserPassword, () => authenticators.password),
  answering(deleteKbaChallenge, () => undefined),
  answering(deleteUserQuestions, () => undefined),
  answering(deleteUserRecoveryCodes, () => undefined),
  answering(deleteUserTempAccessCode, () => undefined),
  answering(putMagicLink, () => magicLink),
  answering(deleteMagicLink, () => undefined),
  answering(deleteUserMachine, () => undefined),
  answering(updateFidoToken, () => ({ ...passkey, state: 'ACTIVE' as const })),
  answering(createUserGrid, () => grid),
  answering(changeGridState, () => grid),
  answering(deleteGrid, () => undefined),
  answering(assignExternalCredential, () => ({ credential, judged: true })),
]

const show = async () => {
  const asked = serve(...found, ...done)
  const session = buildConsoleSession()
  const { user } = await showScreens(usersFeature, `/user/${id}/authenticators`, { session })
  await screen.findByRole('heading', { name: 'Password' })
  /** The call, once it was made. */
  const called = async (endpoint: Endpoint) => {
    const call = () => asked.find((asking) => asking.endpoint === endpoint)
    await waitFor(() => expect(call()).toBeDefined())
    return call()
  }
  return { user, asked, called }
}

describe('what an administrator does with the authenticators of a user', () => {
  it.each([
    ['Password', 'Ask for a new password by email', 'Send email', notifyUserPassword],
    ['Password', 'Remove password', 'Remove', deleteUserPassword],
    ['Security questions', 'Ask others', 'Ask others', deleteKbaChallenge],
    ['Security questions', 'Remove', 'Remove', deleteUserQuestions],
    ['Magic link', 'Remove', 'Remove', deleteMagicLink],
    ['4711', 'Switch off', 'Switch off', changeGridState],
    ['4711', 'Remove', 'Remove', deleteGrid],
  ] as const)(
    'from the menu of %s: %s, after a question',
    async (what, action, confirmation, endpoint) => {
      const { user, asked, called } = await show()
      await user.click(await screen.findByRole('button', { name: `Actions for ${what}` }))
      await user.click(await screen.findByRole('menuitem', { name: action }))
      const question = await screen.findByRole('alertdialog')
      expect(asked.some((asking) => asking.endpoint === endpoint)).toBe(false)
      await user.click(within(question).getByRole('button', { name: confirmation }))
      await called(endpoint)
    },
  )

  it.each([
    ['Magic link', 'Mail a link', 'Send email', putMagicLink],
    ['Recovery codes', 'Remove codes', 'Remove', deleteUserRecoveryCodes],
    ['Temporary access code', 'Remove', 'Remove', deleteUserTempAccessCode],
    ['Grid cards', 'New card', 'New card', createUserGrid],
    ['Remembered browsers', 'Remove', 'Remove', deleteUserMachine],
    ['External authenticator', 'Remove', 'Remove', assignExternalCredential],
  ] as const)('under %s: %s, after a question', async (section, action, confirmation, endpoint) => {
    const { user, asked, called } = await show()
    const region = await screen.findByRole('region', { name: section })
    await user.click(await within(region).findByRole('button', { name: action }))
    const question = await screen.findByRole('alertdialog')
    expect(asked.some((asking) => asking.endpoint === endpoint)).toBe(false)
    await user.click(within(question).getByRole('button', { name: confirmation }))
    await called(endpoint)
  })

  it.each([
    ['has to be changed by its owner', [], true],
    ['is as good as their own', ['Must be changed at the first sign-in'], false],
  ] as const)('sets a password that %s', async (_outcome, switches, forceUpdate) => {
    const { user, called } = await show()
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByLabelText(/^New password/), 'Laterne-Moos-27')
    for (const name of switches) await user.click(within(dialog).getByLabelText(name))
    await user.click(within(dialog).getByRole('button', { name: 'Set password' }))
    const call = await called(setUserPassword)
    expect(call?.body).toEqual({ password: 'Laterne-Moos-27', forceUpdate })
  })

  it('puts another external authenticator in the place of the former one', async () => {
    const { user, called } = await show()
    await user.click(await screen.findByRole('button', { name: 'Replace it' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByLabelText('Name at the other service'), 'SN-2')
    await user.click(within(dialog).getByRole('button', { name: 'Give one' }))
    expect((await called(assignExternalCredential))?.body).toEqual({
      userId: id,
      credential: 'SN-2',
    })
  })

  it('switches a passkey on again without a question', async () => {
    const { user, called } = await show()
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Switch on' }))
    expect((await called(updateFidoToken))?.body).toEqual({ state: 'ACTIVE' })
  })
})
