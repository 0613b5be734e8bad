import {
  createAgentApplication,
  readAgentApplication,
  updateAgentApplication,
} from '@signet/contract/applications/agent-applications'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { apiApplicationsFeature } from './api-applications.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const agent = (more: object = {}) => ({
  id,
  applicationType: 'APACHE' as const,
  name: 'Intranet',
  description: '',
  enabled: true,
  roleId: null,
  roleName: null,
  roleBuiltIn: null,
  addresses: [],
  tokenTtlSeconds: 3600,
  authenticationMethod: null,
  formerSecretEndsAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  ...more,
})
const read = answering(readAgentApplication, () => agent())

describe('an agent', () => {
  it('is added with how people sign in, and shows how it is set up', {
    meta: {
      covers: [
        'screen:applications/add/{applicationType}/{templateId}/{tab}',
        'screen:applications/{applicationType}/{templateId}/{id}/{tab}',
      ],
    },
  }, async () => {
    const made = { application: agent(), sharedSecret: 'only-now' }
    const asked = serve(
      read,
      answering(createAgentApplication, () => made),
    )
    const { user, router } = await showScreens(
      apiApplicationsFeature,
      '/applications/add/api/APACHE',
    )
    await user.type(await screen.findByLabelText(/^Name/), 'Intranet')
    await user.selectOptions(screen.getByLabelText('How people sign in'), 'SOFT_HARDWARE_TOKEN_OTP')
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    expect(await screen.findByText('only-now')).toBeDefined()
    const wanted = asked.find(({ endpoint }) => endpoint === createAgentApplication)
    expect(wanted?.body).toMatchObject({
      name: 'Intranet',
      authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP',
    })
    expect(wanted?.body).not.toHaveProperty('roleId')
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/applications/api/APACHE/${id}`),
    )
    expect(await screen.findByText(/httpd\.conf/)).toBeDefined()
    expect(screen.getByText(/authentication\/applications\/authenticate$/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Add rule' }).getAttribute('href')).toContain(id)
    await expectAccessible()
  })

  it('is changed over the version that was read', async () => {
    const asked = serve(
      read,
      answering(updateAgentApplication, () => agent({ description: 'Wiki' })),
    )
    const { user } = await showScreens(apiApplicationsFeature, `/applications/api/APACHE/${id}`)
    await user.type(await screen.findByLabelText('Description'), 'Wiki')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const change = () => asked.find(({ endpoint }) => endpoint === updateAgentApplication)
    await waitFor(() => expect(change()).toBeDefined())
    expect(change()?.body).toMatchObject({ description: 'Wiki', authenticationMethod: null })
  })
})
