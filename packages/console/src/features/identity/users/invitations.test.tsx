import {
  createInvitationLink,
  inviteUsers,
  revokeInvitation,
} from '@signet/contract/access/invitations'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { listUsers } from '@signet/contract/identity/user-lists'
import { createUser, readUser } from '@signet/contract/identity/users'
import { readEmailState } from '@signet/contract/settings/email-state'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Asked,
  answering,
  type Door,
  serve as serveDoors,
} from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildUserDetail } from '../../../../testing/users.ts'
import { messages } from '../../../lib/messages.ts'
import { printStyles } from '../../../ui/PrintSheet.tsx'
import type { UserDetail } from './user-types.ts'
import { usersFeature } from './users.screens.ts'

const id = '018f0000-0000-7000-8000-000000000042'
const link = 'https://acme.example.test/setup/AAAAAAAAAAAAAAAAAAAAAA'
const past = '2026-01-02T03:04:05.000Z'
const later = '2099-01-02T03:04:05.000Z'
const sent = { sentTo: 'grace@example.com', createdAt: past, expiresAt: later }

let source: 'OPERATOR' | 'NONE' = 'OPERATOR'
beforeEach(() => {
  source = 'OPERATOR'
  messages.set([])
})

const serve = (...doors: readonly Door[]) =>
  serveDoors(
    answering(listUserAttributes, () => []),
    answering(readEmailState, () => ({ source, test: null, failedLastDay: 0 })),
    ...doors,
  )
const show = (at: string) => showScreens(usersFeature, at, { session: buildConsoleSession() })
const told = () => messages.get().map(({ text, icon }) => `${icon}: ${text}`)
/** What of the page the rules for paper leave: styles themselves are not written in these tests. */
const printedParts = (): readonly HTMLElement[] => {
  const hidden = Object.entries(printStyles['@media print']).flatMap(([selector, rule]) =>
    'display' in rule && rule.display.startsWith('none') ? [selector] : [],
  )
  return [...document.querySelectorAll<HTMLElement>('body > *')].filter(
    (part) => !hidden.some((one) => part.matches(one)),
  )
}

const bodiesOf = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map(({ body }) => body)

const reading = (change: Partial<UserDetail> = {}) =>
  answering(readUser, () => buildUserDetail(change))
const inviting = (errorCode: string | null = null) =>
  answering(inviteUsers, () => ({
    results: [
      {
        index: 0,
        outcome: errorCode === null ? ('SUCCESS' as const) : ('FAILURE' as const),
        id: errorCode === null ? id : null,
        errorCode,
        fields: [],
      },
    ],
  }))
const linking = answering(createInvitationLink, () => ({ link, expiresAt: later }))

describe('the list of users', () => {
  it('says who is invited, and whose invitation expired', async () => {
    const grace = buildUserDetail({ invitation: sent })
    const alan = buildUserDetail({
      id: id.replace('42', '43'),
      displayName: 'Alan Turing',
      invitation: { ...sent, expiresAt: past },
    })
    serve(
      answering(listUsers, () => ({
        results: [grace, alan],
        paging: { limit: 50, total: 2, estimated: false, nextCursor: null, prevCursor: null },
      })),
    )
    await show('/users')
    expect(await screen.findByText('Invited')).toBeDefined()
    expect(screen.getByText('Invitation expired')).toBeDefined()
  })

  it('is narrowed to the invited, as a view of it is saved', async () => {
    const asked = serve(
      answering(listUsers, () => ({
        results: [buildUserDetail({ invitation: sent })],
        paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
      })),
    )
    await show('/users?f.invitation=PENDING')
    expect(await screen.findByText('Invitation: Invited')).toBeDefined()
    await waitFor(() =>
      expect(bodiesOf(asked, listUsers)).toContainEqual(
        expect.objectContaining({ invitation: 'PENDING' }),
      ),
    )
  })

  it('invites those who are ticked, and says who was left out', async () => {
    const asked = serve(
      inviting('invitation_not_allowed'),
      answering(listUsers, () => ({
        results: [buildUserDetail()],
        paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
      })),
    )
    const { user } = await show('/users')
    await screen.findByRole('link', { name: 'Grace Hopper' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(screen.getByRole('button', { name: 'More actions for the selected rows' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Invite' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Invite 1 user?' })
    await expectAccessible(dialog)
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    expect(await within(dialog).findByText(/invitation_not_allowed/)).toBeDefined()
    expect(bodiesOf(asked, inviteUsers)).toEqual([{ ids: [id] }])
  })
})

describe('adding a user', () => {
  const add = async (typed: Readonly<Record<string, string>>) => {
    const shown = await show('/user/add')
    const { user } = shown
    await user.type(await screen.findByLabelText(/^User ID/), 'grace')
    for (const [name, value] of Object.entries(typed)) {
      await user.type(screen.getByLabelText(name), value)
    }
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(shown.router.state.location.pathname).toBe(`/user/${id}`))
    return shown
  }

  it('invites them by email', async () => {
    const invited = buildUserDetail({ invitation: sent })
    const asked = serve(
      answering(createUser, () => invited),
      reading({ invitation: sent }),
    )
    await add({ Email: 'grace@example.com' })
    expect(bodiesOf(asked, createUser)).toMatchObject([{ sendInvitation: true }])
    expect(told()).toContain('success: Grace Hopper was added and invited by email')
    expect(await screen.findByText(/^Sent to grace@example\.com\./)).toBeDefined()
  })

  it('sends no invitation to a user with a password', async () => {
    const asked = serve(
      answering(createUser, () => buildUserDetail()),
      reading(),
    )
    await add({ Email: 'grace@example.com', Password: 'correct horse battery' })
    expect(bodiesOf(asked, createUser)).toMatchObject([{ sendInvitation: false }])
    expect(screen.queryByText('Invitation')).toBeNull()
  })

  it('makes a link to hand over where no email can be sent', async () => {
    source = 'NONE'
    const asked = serve(
      answering(createUser, () => buildUserDetail()),
      reading(),
      linking,
    )
    const { user } = await add({ Email: 'grace@example.com' })
    expect(bodiesOf(asked, createUser)).toMatchObject([{ sendInvitation: false }])
    await screen.findByText(/has no way to sign in yet/)
    expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create invitation link' }))
    const question = await screen.findByRole('alertdialog', {
      name: 'Create an invitation link for Grace Hopper?',
    })
    expect(bodiesOf(asked, createInvitationLink)).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Create invitation link' }))
    const shown = await screen.findByRole('dialog', { name: 'Invitation link for Grace Hopper' })
    expect(within(shown).getByText(link)).toBeDefined()
    expect(within(shown).getByRole('img', { name: 'QR code of the invitation link' })).toBeDefined()
    await expectAccessible(shown)
    await user.click(within(shown).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText(link)).toBeNull())
  })

  it('prints the invitation as a page for the user, without the console', async () => {
    source = 'NONE'
    serve(
      answering(createUser, () => buildUserDetail()),
      reading(),
      linking,
    )
    const { user } = await add({ Email: 'grace@example.com' })
    await user.click(await screen.findByRole('button', { name: 'Create invitation link' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Create invitation link' }))
    await screen.findByRole('dialog', { name: 'Invitation link for Grace Hopper' })
    const printed = printedParts()
    expect(printed.map(({ tagName }) => tagName)).toEqual(['DIV'])
    const paper = within(printed[0] ?? document.body)
    expect(paper.getByText('Invitation for Grace Hopper').tagName).toBe('H1')
    expect(paper.getByText(link).tagName).toBe('CODE')
    expect(paper.getByTitle('QR code of the invitation link')).toBeDefined()
    expect(paper.getByText(/^The link works once, until 02 Jan 2099/)).toBeDefined()
    const steps = [...(printed[0]?.querySelectorAll('li') ?? [])].map((step) => step.textContent)
    expect(steps).toMatchObject([
      expect.stringMatching(/^Scan the QR code with your phone/),
      'Follow the steps on the screen to set up how you sign in.',
      'From then on, sign in with the user ID grace.',
    ])
    expect(paper.queryByRole('button', { hidden: true })).toBeNull()
  })
})

describe('the page of a user', () => {
  it('shows until when they are invited, sends it again and revokes it', async () => {
    const asked = serve(
      reading({ invitation: sent }),
      inviting(),
      answering(revokeInvitation, () => undefined),
    )
    const { user } = await show(`/user/${id}`)
    await screen.findByText(/^Sent to grace@example\.com\. The link works until 02 Jan 2099/)
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    const again = await screen.findByRole('alertdialog', {
      name: 'Send Grace Hopper an invitation?',
    })
    await user.click(within(again).getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(told()).toContain('success: Email to Grace Hopper queued'))
    expect(bodiesOf(asked, inviteUsers)).toEqual([{ ids: [id] }])
    await user.click(screen.getByRole('button', { name: 'Revoke' }))
    const question = await screen.findByRole('alertdialog', {
      name: 'Revoke the invitation of Grace Hopper?',
    })
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    await waitFor(() =>
      expect(told()).toContain('success: The invitation of Grace Hopper was revoked'),
    )
  })

  it('says why a user cannot be invited', async () => {
    serve(reading(), inviting('invitation_not_allowed'))
    const { user } = await show(`/user/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send invitation' }))
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Send Grace Hopper an invitation?',
    })
    await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
    expect(await within(dialog).findByText(/invitation_not_allowed/)).toBeDefined()
    expect(told()).toEqual([])
  })

  it('offers no invitation to a user who has signed in', async () => {
    serve(reading({ lastAuthenticatedAt: past }))
    const { user } = await show(`/user/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    await screen.findByRole('menuitem', { name: 'Delete' })
    expect(screen.queryByRole('menuitem', { name: 'Send invitation' })).toBeNull()
  })
})
