import {
  createSiteAgent,
  deleteSiteAgent,
  listSiteAgents,
} from '@signet/contract/issuance/site-agents'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { SiteAgent } from './site-agents.queries.ts'
import { siteAgentsFeature } from './site-agents.screens.ts'

const office: SiteAgent = {
  id: '018f0000-0000-7000-8000-0000000000c1',
  name: 'Card office',
  createdAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-01-02T03:04:05.000Z',
  isOnline: true,
  version: '0.1.0',
  readers: [{ name: 'ACR 0', hasCard: true }],
}

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(siteAgentsFeature, at, { session })

describe('site agents', () => {
  it('are listed with their readers, and revoked by their typed name', async () => {
    const asked = serve(
      answering(listSiteAgents, () => [office]),
      answering(deleteSiteAgent, () => undefined),
    )
    const { container, user } = await show('/siteagents')
    expect(await screen.findByText('Card office')).toBeDefined()
    expect(screen.getByText('ACR 0')).toBeDefined()
    expect(screen.getByText('Connected')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Actions for Card office' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke agent' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByRole('textbox'), 'Card office')
    await user.click(within(dialog).getByRole('button', { name: 'Revoke agent' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === deleteSiteAgent)
    await waitFor(() => expect(sent()?.params).toEqual({ id: office.id }))
  })

  it('show their credential once, when they are added', async () => {
    const credential = `${office.id}.${'x'.repeat(43)}`
    const asked = serve(answering(createSiteAgent, () => ({ agent: office, credential })))
    const { container, user } = await show('/siteagents/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Card office')
    await user.click(screen.getByRole('button', { name: 'Add site agent' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(credential)).toBeDefined()
    await expectAccessible(container)
    const sent = asked.find(({ endpoint }) => endpoint === createSiteAgent)
    expect(sent?.body).toEqual({ name: 'Card office' })
  })
})
