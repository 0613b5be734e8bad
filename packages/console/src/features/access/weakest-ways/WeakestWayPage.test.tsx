import { listRuleResources } from '@signet/contract/access/resource-rules'
import {
  listWayStatements,
  readApplicationWays,
  readUserWays,
} from '@signet/contract/access/weakest-ways'
import { listAdminApiApplications } from '@signet/contract/applications/api-applications'
import { updateHeldStatements } from '@signet/contract/settings/heldstatements'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { weakestWaysFeature } from './weakest-ways.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const counted = { users: 3, kinds: 2, administrators: 2, complete: true }
const step = { kind: 'PROVE' as const, place: null, by: null, guess: null }
const way = {
  grade: 'MAILBOX' as const,
  probability: null,
  steps: [
    { ...step, authenticator: 'OTP', place: 'MAILBOX' as const },
    { ...step, kind: 'RESET' as const, authenticator: 'PASSWORD' },
  ],
  closedBy: [{ code: 'PASSWORD_RESET' as const, id: null, name: null }],
}
const person = { users: 2, administrators: true, example: { id, name: 'anna' }, way }
const statement = (state: 'HOLDS' | 'BROKEN', held = false) => ({
  name: 'administrators_phishing_resistant' as const,
  state,
  held,
  people: state === 'HOLDS' ? [] : [person],
  counted,
})
const show = (at = '/weakestway') => showScreens(weakestWaysFeature, at)

describe('the weakest way in', () => {
  it('says by whom the statement does not hold, and what closes the way', async () => {
    serve(answering(listWayStatements, () => [statement('BROKEN')]))
    const { container } = await show()
    expect(await screen.findByText('Does not hold')).toBeDefined()
    expect(screen.getByText('anna and one more like them')).toBeDefined()
    expect(screen.getByText(/Code by message \(mailbox\) → Reset: Password/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Password reset settings' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Hold this statement' })).toHaveProperty(
      'disabled',
      true,
    )
    await expectAccessible(container)
  })

  it('holds the statement while it holds', async () => {
    const asked = serve(
      answering(listWayStatements, () => [statement('HOLDS')]),
      answering(updateHeldStatements, () => ({ administratorsPhishingResistant: true })),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Hold this statement' }))
    const put = () => asked.find(({ endpoint }) => endpoint === updateHeldStatements)
    await waitFor(() => expect(put()?.body).toEqual({ administratorsPhishingResistant: true }))
  })

  it('lists the ways to the user that the address names, or says that there is none', async () => {
    const answer = { user: { id, name: 'bea' }, ways: [way], counted }
    serve(
      answering(listWayStatements, () => [statement('HOLDS')]),
      answering(readUserWays, () => answer),
    )
    await show(`/weakestway?user=${id}`)
    expect(await screen.findByRole('heading', { name: 'bea' })).toBeDefined()
    expect(screen.getByText('Mailbox alone')).toBeDefined()
  })

  it('says that no path leads to a session', async () => {
    serve(
      answering(listWayStatements, () => [statement('HOLDS')]),
      answering(readUserWays, () => ({ user: { id, name: 'bea' }, ways: [], counted })),
    )
    await show(`/weakestway?user=${id}`)
    expect(await screen.findByText('No path to a session')).toBeDefined()
  })

  it('says how the rights of a program are reached that no one signs in to', async () => {
    const secret = { ...step, kind: 'SECRET' as const, authenticator: null }
    const by = { kind: 'PROGRAM' as const, id, name: 'Sync' }
    const closedBy = [{ code: 'PROGRAM' as const, id, name: 'Sync' }]
    const rights = { ...way, grade: 'ONE_FACTOR' as const, steps: [{ ...secret, by }], closedBy }
    serve(
      answering(listWayStatements, () => [statement('HOLDS')]),
      answering(listRuleResources, () => []),
      answering(listAdminApiApplications, () => []),
      answering(readApplicationWays, () => ({ people: [], counted, rights })),
    )
    const { container } = await show(`/weakestway?application=${id}`)
    const title = 'What the application may do by itself'
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    expect(screen.getByText('Sync: Secret of a program')).toBeDefined()
    expect(screen.queryByText('No users')).toBeNull()
    await expectAccessible(container)
  })
})
