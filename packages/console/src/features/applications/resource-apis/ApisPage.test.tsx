import { listOauthRoles } from '@signet/contract/applications/oauth-roles'
import { listOidcApplications } from '@signet/contract/applications/oidc-applications'
import {
  createResourceScope,
  listResourceApis,
  listResourceScopes,
  readResourceApi,
} from '@signet/contract/applications/resource-apis'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Api, Scope } from './resource-apis.queries.ts'
import { resourceApisFeature } from './resource-apis.screens.ts'

const id = '018f0000-0000-7000-8000-000000000099'
const api: Api = {
  id,
  name: 'Orders',
  identifier: 'https://orders.example.test/',
  description: '',
  enabled: true,
  accessTokenTtlSeconds: 600,
  accessTokenFormat: 'jwt',
  applicationIds: [],
  scopes: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
}
const scope: Scope = {
  id: id.replace('99', '98'),
  apiId: id,
  name: 'orders:read',
  description: 'May read orders',
  oauthRoleIds: [],
  createdAt: api.createdAt,
}

describe('APIs', () => {
  it('are listed, opened with their scopes, and get another scope', {
    meta: {
      covers: [
        'purpose.tenant-admins-more',
        'screen:authorization',
        'screen:authorization/edit/{id}',
      ],
    },
  }, async () => {
    const asked = serve(
      answering(listResourceApis, () => [api]),
      answering(readResourceApi, () => api),
      answering(listResourceScopes, () => [scope]),
      answering(listOidcApplications, () => []),
      answering(listOauthRoles, () => []),
      answering(createResourceScope, () => scope),
    )
    const { container, user } = await showScreens(resourceApisFeature, '/authorization')
    await user.click(await screen.findByRole('link', { name: 'Orders' }))
    expect(await screen.findByText('orders:read')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Add scope' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByLabelText(/^Scope/), 'orders:write')
    await user.click(within(dialog).getByRole('button', { name: 'Add scope' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createResourceScope)
    await waitFor(() => expect(sent()?.body).toMatchObject({ apiId: id, name: 'orders:write' }))
  })
})
