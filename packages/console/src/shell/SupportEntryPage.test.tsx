import { completeSupportChallenge } from '@signet/contract/provider/tenant-support'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../testing/answers.ts'
import { buildTheme } from '../../testing/facts.ts'
import { expectAccessible } from '../../testing/render.tsx'
import { buildSession } from '../../testing/sessions.ts'
import { showShell } from '../../testing/shell.tsx'
import { replaceReload } from '../lib/leave.ts'
import { readStored, storeSession } from '../session/stored.ts'
import { isSupportTab } from '../session/support-tab.ts'

const challenge = 'c'.repeat(43)
const theme = answering(readSubscriber, () => buildTheme())
const completing = (answer: Refusal | ReturnType<typeof buildSession>) =>
  answering(completeSupportChallenge, () => answer)

let reloads: string[]
beforeEach(() => {
  reloads = []
  replaceReload(() => reloads.push(location.hash))
  storeSession(buildSession({ token: 'of-user' }), Date.now())
})

it('opens the session of a provider in this tab when its button is pressed', async () => {
  const asked = serve(theme, completing(buildSession({ token: 'of-provider' })))
  const { user, container } = showShell(`/supportentry?challenge=${challenge}`)
  await screen.findByRole('heading', { name: 'Enter Acme' })
  expect(location.href).not.toContain(challenge)
  expect(asked.map(({ endpoint }) => endpoint)).toEqual([readSubscriber])
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Enter tenant' }))
  await waitFor(() => expect(reloads).toEqual(['#/redirect']))
  expect(asked.at(-1)?.body).toEqual({ challenge })
  expect(readStored().session?.jwt.token).toBe('of-provider')
  expect(localStorage.getItem('signet.authentication')).toContain('of-user')
})

it('says that a link was used, and offers no second try', async () => {
  serve(theme, completing(new Refusal('no_transaction')))
  const { user } = showShell(`/supportentry?challenge=${challenge}`)
  await user.click(await screen.findByRole('button', { name: 'Enter tenant' }))
  await screen.findByText(/was used already/)
  expect(screen.queryByRole('button', { name: 'Enter tenant' })).toBeNull()
  expect(isSupportTab()).toBe(false)
})

it('says that the grant has ended', async () => {
  serve(theme, completing(new Refusal('support_grant_over')))
  const { user } = showShell(`/supportentry?challenge=${challenge}`)
  await user.click(await screen.findByRole('button', { name: 'Enter tenant' }))
  await screen.findByText('Support access was not granted, or it has ended.')
  expect(isSupportTab()).toBe(false)
})
