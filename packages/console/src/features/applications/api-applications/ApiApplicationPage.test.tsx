import {
  createAdminApiApplication,
  deleteAdminApiApplication,
  readAdminApiApplication,
  regenerateAdminApiSecret,
  updateAdminApiApplication,
} from '@signet/contract/applications/api-applications'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { listRoles } from '@signet/contract/identity/roles'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { oidcApplicationsFeature } from '../oidc-applications/oidc-applications.screens.ts'
import { apiApplicationsFeature } from './api-applications.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const roleId = '018f0000-0000-7000-8000-000000000002'
const program = (more: object = {}) => ({
  id,
  applicationType: 'ADMIN_API' as const,
  name: 'Personnel system',
  description: '',
  enabled: true,
  roleId,
  roleName: 'Help desk',
  roleBuiltIn: null,
  addresses: ['192.0.2.0/24'],
  tokenTtlSeconds: 3600,
  authenticationMethod: null,
  formerSecretEndsAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  ...more,
})
const roles = answering(listRoles, () => [
  buildRole({ id: roleId, name: 'Help desk', builtIn: null }),
])
const one = answering(readAdminApiApplication, () => program())
const page = `/applications/api/ADMIN_API/${id}`
const screens = [...apiApplicationsFeature.screens, ...oidcApplicationsFeature.screens]
const show = (at: string, session = buildConsoleSession()) =>
  showScreens({ ...apiApplicationsFeature, screens }, at, { session })
const viewer = buildConsoleSession({
  roles: [
    buildRole({
      permissions: [
        { entityType: 'APPLICATIONS', view: true, add: false, edit: false, remove: false },
      ],
    }),
  ],
})

describe('an Administration API application', () => {
  it('is added with a role, and shows its secret once before it opens', async () => {
    const asked = serve(
      roles,
      one,
      answering(createAdminApiApplication, () => ({
        application: program(),
        sharedSecret: 'only-now',
      })),
    )
    const { user, router } = await show('/applications/add/api/ADMIN_API')
    await user.type(await screen.findByLabelText(/^Name/), 'Personnel system')
    await screen.findByRole('option', { name: 'Help desk' })
    await user.selectOptions(screen.getByLabelText(/^Role/), roleId)
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    expect(await screen.findByText('only-now')).toBeDefined()
    const made = asked.find(({ endpoint }) => endpoint === createAdminApiApplication)
    expect(made?.body).toMatchObject({ name: 'Personnel system', roleId, tokenTtlSeconds: 3600 })
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(page))
  })

  it('is changed in one page that everybody can read', async () => {
    const asked = serve(
      roles,
      one,
      answering(updateAdminApiApplication, () => program({ description: 'People' })),
    )
    const { user } = await show(page)
    await user.type(await screen.findByLabelText('Description'), 'People')
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === updateAdminApiApplication)).toBe(true),
    )
    const change = asked.find(({ endpoint }) => endpoint === updateAdminApiApplication)
    expect(change?.body).toMatchObject({ description: 'People', addresses: ['192.0.2.0/24'] })
  })

  it('gets a new secret that overlaps as long as was chosen', async () => {
    const asked = serve(
      roles,
      one,
      answering(regenerateAdminApiSecret, () => ({
        application: program(),
        sharedSecret: 'brand-new',
      })),
    )
    const { user } = await show(page)
    await user.click(await screen.findByRole('button', { name: 'Actions for Personnel system' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New shared secret' }))
    await user.click(await screen.findByRole('button', { name: 'Make new secret' }))
    expect(await screen.findByText('brand-new')).toBeDefined()
    const change = asked.find(({ endpoint }) => endpoint === regenerateAdminApiSecret)
    expect(change?.body).toEqual({ overlapHours: 24 })
  })

  it('calls a role of the product’s own by its text, the tenant’s by its name', async () => {
    const stored = { roleName: 'As it is stored', roleBuiltIn: 'AUDITOR' }
    serve(answering(readAdminApiApplication, () => program(stored)))
    await show(page, viewer)
    expect(await screen.findByText('Auditor')).toBeDefined()
    expect(screen.queryByText('As it is stored')).toBeNull()
  })

  it('offers them by these words, too', async () => {
    const named = buildRole({ id: roleId, name: 'As it is stored', builtIn: 'AUDITOR' })
    serve(
      one,
      answering(listRoles, () => [named]),
    )
    await show(page)
    expect(await screen.findByRole('option', { name: 'Auditor' })).toBeDefined()
  })

  it('is deleted only when its name was typed', async () => {
    const asked = serve(
      roles,
      one,
      answering(deleteAdminApiApplication, () => undefined),
      answering(listApplicationInfo, () => []),
    )
    const { user, router } = await show(page)
    await user.click(await screen.findByRole('button', { name: 'Actions for Personnel system' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const confirm = await screen.findByRole('button', { name: 'Delete' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Type Personnel system to confirm'), 'Personnel system')
    await user.click(confirm)
    await waitFor(() => expect(router.state.location.pathname).toBe('/applications'))
    expect(asked.some(({ endpoint }) => endpoint === deleteAdminApiApplication)).toBe(true)
  })

  it('is only shown to somebody who may not change it, and to nobody to whom it is refused', async () => {
    serve(one)
    const seen = await show(page, viewer)
    expect(await screen.findByText('192.0.2.0/24')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    seen.unmount()
    serve(answering(readAdminApiApplication, () => new Refusal('access_denied')))
    await show(page)
    expect(await screen.findByText('You do not have access to this')).toBeDefined()
  })
})
