import { startHelpDeskCall, waitForHelpDeskCall } from '@signet/contract/access/help-desk-calls'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { buildFound, buildToken } from '../../../../testing/tokens.ts'
import { HelpDeskCall } from './HelpDeskCall.tsx'
import type { UserAuthenticators } from './user-authenticators.queries.ts'

const userid = '018f0000-0000-7000-8000-000000000001'
const callId = '018f0000-0000-7000-8000-000000000002'
const app = buildToken({ type: 'ENTRUST_SOFT_TOKEN', state: 'ACTIVE' })

const show = (found: UserAuthenticators, mayEdit = true) =>
  renderRoutes(
    [{ path: '/', element: <HelpDeskCall {...{ found, userid, mayEdit }} name="Grace" /> }],
    { at: '/', session: buildConsoleSession() },
  )

const begin = async () => {
  const { user } = show(buildFound(app))
  await user.click(await screen.findByRole('button', { name: 'Check the call' }))
  const question = await screen.findByRole('alertdialog', { name: 'Call' })
  await user.click(within(question).getByRole('button', { name: 'Check the call' }))
  return user
}

const started = answering(startHelpDeskCall, () => ({
  id: callId,
  number: '012345',
  agent: 'Ada',
  expiresAt: '2026-11-22T12:00:00.000Z',
}))

describe('a call with the help desk', () => {
  it('shows the number to read aloud, and waits until the user has confirmed it', async () => {
    const statuses = ['PENDING', 'APPROVED'] as const
    let asked = 0
    serve(
      started,
      answering(waitForHelpDeskCall, () => {
        asked += 1
        return { status: statuses[Math.min(asked, 2) - 1] ?? 'PENDING' }
      }),
    )
    const user = await begin()
    const dialog = await screen.findByRole('dialog', { name: 'Call with Grace' })
    expect(within(dialog).getByText('012 345')).toBeDefined()
    await expectAccessible(dialog)
    expect(await within(dialog).findByText('Grace has confirmed the number')).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).toBe(2)
  })

  it('tells that the user has reported it', async () => {
    serve(
      started,
      answering(waitForHelpDeskCall, () => ({ status: 'CONCERN' as const })),
    )
    await begin()
    expect(await screen.findByText(/has reported that this is not them/)).toBeDefined()
  })

  it('says why it does not begin', async () => {
    serve(answering(startHelpDeskCall, () => new Refusal('no_otp')))
    await begin()
    expect(await screen.findByText(/There is no code to check/)).toBeDefined()
  })

  it('is for users with the app, and for whoever may change them', async () => {
    serve()
    show(buildFound())
    show(buildFound(app), false)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
