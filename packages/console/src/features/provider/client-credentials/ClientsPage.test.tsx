import {
  createProviderClient,
  listProviderClients,
  type ProviderClient,
  readProviderClient,
  rotateProviderClientSecret,
  updateProviderClient,
} from '@signet/contract/provider/client-credentials'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { clientCredentialsFeature } from './client-credentials.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const client: z.output<typeof ProviderClient> = {
  id,
  name: 'Billing',
  description: '',
  enabled: true,
  permissions: [{ entityType: 'TENANTS', view: true, add: false, edit: false, remove: false }],
  addresses: [],
  tokenTtlSeconds: 3600,
  formerSecretEndsAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-30T08:00:00.000Z',
  updatedAt: '2026-11-30T08:00:00.000Z',
}
const rights = { view: true, add: true, edit: true, remove: true }
const theme = buildTheme({ isSp: true })
const permissions = [{ entityType: 'SPCLIENTCREDENTIALS' as const, ...rights }]
const session = buildConsoleSession({ theme, roles: [buildRole({ permissions })] })
const show = (at: string) => showScreens(clientCredentialsFeature, at, { session })

describe('the client credentials of a service provider', () => {
  it('are listed by name', { meta: { covers: ['screen:spclientcredentials'] } }, async () => {
    serve(answering(listProviderClients, () => [client]))
    const { container } = await show('/spclientcredentials')
    const link = await screen.findByRole('link', { name: 'Billing' })
    expect(link.getAttribute('href')).toContain(`/spclientcredentials/${id}`)
    await expectAccessible(container)
  })

  it('are added with permissions, and the secret is shown once', async () => {
    const asked = serve(
      answering(createProviderClient, () => ({ ...client, clientSecret: 'shown-once' })),
      answering(readProviderClient, () => client),
    )
    const { user } = await show('/spclientcredentials/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Billing')
    await user.click(screen.getByLabelText('Tenants: Edit'))
    await user.click(screen.getByRole('button', { name: 'Add API credentials' }))
    expect(await screen.findByText('shown-once')).toBeDefined()
    expect(asked[0]?.body).toMatchObject({
      name: 'Billing',
      permissions: [{ entityType: 'TENANTS', view: true, add: false, edit: true, remove: false }],
    })
  })

  it('are changed over the version that was read, and get another secret', async () => {
    const asked = serve(
      answering(readProviderClient, () => client),
      answering(updateProviderClient, () => client),
      answering(rotateProviderClientSecret, () => ({ ...client, clientSecret: 'another' })),
    )
    const { container, user } = await show(`/spclientcredentials/${id}`)
    await screen.findByRole('heading', { name: 'Billing' })
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const saved = () => asked.find(({ endpoint }) => endpoint === updateProviderClient)
    await waitFor(() => expect(saved()?.ifMatch).toBe('"1"'))
    expect(saved()?.body).toMatchObject({ permissions: client.permissions })
    await user.click(screen.getByLabelText('Actions for Billing'))
    await user.click(await screen.findByText('Replace client secret'))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Make new secret' }))
    expect(await screen.findByText('another')).toBeDefined()
  })
})
