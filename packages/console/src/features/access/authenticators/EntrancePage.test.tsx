import {
  authenticateContactVerification,
  challengeContactVerification,
} from '@signet/contract/access/contact-verification'
import {
  completeSelfRegistration,
  readSelfRegistration,
  readSelfVerification,
} from '@signet/contract/access/self'
import { readOwnAuthenticators } from '@signet/contract/access/self-authenticators'
import { createOwnGrid } from '@signet/contract/access/self-grids'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildPieces } from '../../../../testing/facts.ts'
import { noQuestions } from '../../../../testing/kba.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildSelf } from '../../../../testing/self.ts'
import { replaceReload } from '../../../lib/leave.ts'
import { dueSteps } from './due-steps.ts'
import EntrancePage from './EntrancePage.tsx'

let reloads: string[]
beforeEach(() => {
  reloads = []
  replaceReload(() => reloads.push(location.hash))
})

const registration = {
  registrationEnabled: true,
  registrationPeriod: null,
  registrationRequired: true,
  registrationDueAt: null,
  missing: ['google' as const],
  entrustSoftToken: 'OPTIONAL' as const,
  fido: 'NOT_ALLOWED' as const,
  google: 'REQUIRED' as const,
  grid: 'OPTIONAL' as const,
  hardwareToken: 'OPTIONAL' as const,
  kba: 'OPTIONAL' as const,
  password: 'OPTIONAL' as const,
}
const none = { remaining: 0, createDate: null }
const nothingThere = {
  password: {
    present: true,
    compromised: false,
    forceUpdate: false,
    expiryTime: null,
    changedAt: null,
    status: 'ACTIVE' as const,
    lockoutExpiry: null,
  },
  tokens: [],
  fidoTokens: [],
  grids: [],
  recoveryCodes: none,
  kba: noQuestions,
}
const instant = '2026-11-22T10:00:00.000Z'
const card = {
  id: '018f0000-0000-7000-8000-0000000000c1',
  serialNumber: '4711',
  user: null,
  groups: [],
  state: 'PENDING' as const,
  enrollState: 'ENROLLED' as const,
  encodeState: 'ENCODE_DONE' as const,
  retired: null,
  rows: 8,
  columns: 10,
  cellLength: 2,
  createDate: instant,
  assignDate: instant,
  activateDate: null,
  expireDate: null,
  lastUsedDate: null,
  numUses: 0,
  maxUses: null,
  exposure: { shownCells: 0, cells: 80, nextAnswer: 0 },
}
const hardware = {
  id: '018f0000-0000-7000-8000-0000000000c2',
  serialNumber: 'H-1',
  type: 'OATH_PHYSICAL_TOKEN' as const,
  algorithmType: 'OATH_HOTP' as const,
  userId: null,
  label: null,
  groups: [],
  state: 'ACTIVE' as const,
  hasPin: false,
  manufacturer: null,
  model: null,
  createDate: instant,
  lastUsedDate: null,
  lockoutExpiry: null,
  clockDrift: null,
}
const page = async () => ({ default: EntrancePage })
const show = (due: object) => {
  const session = buildConsoleSession({ user: { ...buildPieces().user, ...due } })
  const screens = [{ path: '/', title: 'common:pages.profile', help: 'profile', page } as const]
  return showScreens({ screens }, '/?redirect=%2Fusers', { session })
}

it('asks for what is required before anybody goes on', {
  meta: { covers: ['routing.registration-first'] },
}, async () => {
  serve(
    answering(readSelfRegistration, () => registration),
    answering(readSelfVerification, () => ({ verificationRequired: false, attributes: [] })),
    answering(readOwnAuthenticators, () => nothingThere),
  )
  const { container } = await show({ registrationRequired: true })
  expect(await screen.findByText('Authenticator app')).toBeDefined()
  expect(screen.getByText('Required')).toBeDefined()
  expect(screen.queryByText('Passkey')).toBeNull()
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
  await expectAccessible(container)
})

it('proves an address by its code, and goes on to where somebody wanted to go', {
  meta: { covers: ['routing.registration-first'] },
}, async () => {
  let isProven = false
  const asked = serve(
    answering(readSelfRegistration, () => ({ ...registration, google: 'OPTIONAL' as const })),
    answering(readSelfVerification, () => ({
      verificationRequired: !isProven,
      attributes: isProven ? [] : (['email'] as const).slice(),
    })),
    answering(readOwnAuthenticators, () => nothingThere),
    answering(challengeContactVerification, () => ({
      hint: 'a•••@example.com',
      expiresAt: '2026-11-21T10:00:00.000Z',
      resendAfter: '2026-11-21T10:00:00.000Z',
    })),
    answering(authenticateContactVerification, () => {
      isProven = true
      return buildSelf()
    }),
    answering(completeSelfRegistration, () => ({ ...registration, registrationRequired: false })),
  )
  const { user } = await show({ registrationRequired: true, verificationRequired: true })
  await user.click(await screen.findByRole('button', { name: 'Send code' }))
  await user.click(await screen.findByRole('button', { name: 'Send code' }))
  await user.type(await screen.findByLabelText('Code'), ' 123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Done')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(reloads).toEqual(['#/redirect?redirect=%2Fusers']))
  const given = asked.find(({ endpoint }) => endpoint === authenticateContactVerification)
  expect(given?.body).toEqual({ attribute: 'email', response: '123456' })
  expect(asked.at(-1)?.endpoint).toBe(completeSelfRegistration)
})

it('any app stands for the soft token, and what is not offered is not asked for', () => {
  const due = {
    registration: { ...registration, entrustSoftToken: 'REQUIRED' as const },
    verification: { verificationRequired: false, attributes: [] },
    authenticators: nothingThere,
  }
  expect(dueSteps(due, true)).toEqual([
    { kind: 'email', standing: 'done' },
    { kind: 'app', standing: 'required' },
  ])
})

it('has whoever has to hold a card make one and print it, and then asks for nothing more', async () => {
  let isMade = false
  const asked = serve(
    answering(readSelfRegistration, () => ({
      ...registration,
      google: 'NOT_ALLOWED' as const,
      entrustSoftToken: 'NOT_ALLOWED' as const,
      grid: 'REQUIRED' as const,
      missing: isMade ? [] : (['grid'] as const).slice(),
    })),
    answering(readSelfVerification, () => ({ verificationRequired: false, attributes: [] })),
    answering(readOwnAuthenticators, () => ({ ...nothingThere, grids: isMade ? [card] : [] })),
    answering(createOwnGrid, () => {
      isMade = true
      return card
    }),
  )
  const { user, container } = await show({ registrationRequired: true })
  await user.click(await screen.findByRole('button', { name: 'New card' }))
  await expectAccessible(container)
  await user.click(await screen.findByRole('button', { name: 'New card' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Serial number 4711' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Done')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', false)
  expect(asked.some(({ endpoint }) => endpoint === createOwnGrid)).toBe(true)
})

it('asks for a hardware token and for answers while they are missing, and no app stands for the token', () => {
  const app = { state: 'ACTIVE' as const, type: 'GOOGLE_AUTHENTICATOR' as const }
  const stepsOf = (missing: readonly ('hardwareToken' | 'kba')[], tokens: readonly object[]) =>
    dueSteps(
      {
        registration: {
          ...registration,
          google: 'NOT_ALLOWED',
          entrustSoftToken: 'NOT_ALLOWED',
          hardwareToken: 'REQUIRED',
          missing: [...missing],
        },
        verification: { verificationRequired: false, attributes: [] },
        authenticators: {
          ...nothingThere,
          tokens: tokens.map((token) => ({ ...hardware, ...token })),
        },
      },
      false,
    )
  expect(stepsOf(['hardwareToken', 'kba'], [app])).toEqual([
    { kind: 'hardware', standing: 'required' },
    { kind: 'questions', standing: 'required' },
  ])
  expect(stepsOf([], [{}])).toEqual([{ kind: 'hardware', standing: 'done' }])
  expect(stepsOf([], [])).toEqual([])
})
