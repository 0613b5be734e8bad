import {
  readTenantSpIdentityProvider,
  readTenantSpIdentityProviderInfo,
  updateTenantSpIdentityProvider,
} from '@signet/contract/provider/sp-identity-providers'
import {
  createSupportChallenge,
  listTenantSupportGrants,
} from '@signet/contract/provider/tenant-support'
import { readTenant } from '@signet/contract/provider/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { tenantsFeature } from './tenants.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const at = '2026-11-30T08:00:00.000Z'
const publicUrl = 'https://acme.id.example'
const signInUrl = `https://id.example/#/serviceprovider/tenants/${id}/support?enter`

const tenant = answering(readTenant, () => ({
  id,
  companyName: 'Acme',
  hostname: 'acme.id.example',
  publicUrl,
  region: 'eu-1',
  contractMode: 'TRIAL' as const,
  defaultLocale: 'en',
  authenticationAccount: true,
  issuanceAccount: false,
  isSp: false,
  locked: false,
  deletion: null,
  bundle: 'PLUS' as const,
  users: { consumed: 12, allotment: 20 },
  createdAt: at,
  version: 1,
  aliases: [],
}))
const grant = {
  id,
  state: 'ACTIVE',
  reason: 'Sign-ins fail',
  rights: 'READ_ONLY',
  roleName: null,
  hours: 4,
  createdAt: at,
  grantedAt: at,
  endsAt: '2026-11-30T12:00:00.000Z',
  endedAt: null,
  endedBy: null,
} as const

const all = { view: true, add: true, edit: true, remove: true }
const theme = buildTheme({ isSp: true, hostname: 'id.example' })
const role = buildRole({ permissions: [{ entityType: 'TENANTS', ...all }] })
const session = buildConsoleSession({ theme, roles: [role] })
const show = (part: string) =>
  showScreens(tenantsFeature, `/serviceprovider/tenants/${id}/${part}`, { session })

describe('the sign-in of this provider at a tenant', () => {
  const state = { enabled: false, allowed: true }
  const info = { ...state, name: 'Reseller', publicUrl, signInUrl, grant }

  it('is enabled, and shows where it leads and which grant it uses', async () => {
    const asked = serve(
      tenant,
      answering(readTenantSpIdentityProvider, () => state),
      answering(readTenantSpIdentityProviderInfo, () => info),
      answering(updateTenantSpIdentityProvider, () => ({ ...state, enabled: true })),
    )
    const { user, container } = await show('signin')
    await screen.findByText(signInUrl)
    expect(screen.getByText(/^until /)).toBeDefined()
    expect(screen.queryByText(/has turned this off/)).toBeNull()
    await expectAccessible(container)
    await user.click(screen.getByRole('checkbox', { name: 'Show on the tenant’s sign-in page' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const isUpdate = ({ endpoint }: (typeof asked)[number]) =>
      endpoint === updateTenantSpIdentityProvider
    await waitFor(() => expect(asked.find(isUpdate)?.body).toEqual({ enabled: true }))
  })

  it('says that there is no grant, and that the tenant has turned it off', async () => {
    serve(
      tenant,
      answering(readTenantSpIdentityProvider, () => ({ enabled: true, allowed: false })),
      answering(readTenantSpIdentityProviderInfo, () => ({ ...info, grant: null })),
    )
    await show('signin')
    await screen.findByText(/Sign-in is denied until the tenant grants access/)
    expect(await screen.findByText(/The tenant has turned this off/)).toBeDefined()
  })
})

describe('an administrator whom the sign-in page of a tenant has led here', () => {
  const isChallenge = ({ endpoint }: { readonly endpoint: unknown }): boolean =>
    endpoint === createSupportChallenge
  const open = async () => {
    const page = await show('support?enter')
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter Acme' }))
    await page.user.click(dialog.getByRole('button', { name: 'Continue' }))
    return dialog
  }

  it('enters under the grant that the service chooses', async () => {
    const asked = serve(
      tenant,
      answering(listTenantSupportGrants, () => [grant]),
      answering(createSupportChallenge, () => ({ challenge: 'c', expiresAt: at, publicUrl })),
    )
    const dialog = await open()
    const link = await dialog.findByRole('link', { name: 'Open Acme' })
    expect(link.getAttribute('href')).toBe(`${publicUrl}/#/supportentry?challenge=c`)
    expect(asked.find(isChallenge)?.body).toEqual({ tenantId: id })
  })

  it.each([
    ['support_grant_over', /Support access was not granted/],
    ['sp_identity_provider_disabled', /doesn’t offer the sign-in of its service provider/],
    ['step_up_required', /This session needs two factors/],
  ] as const)('is told why not: %s', async (code, words) => {
    serve(
      tenant,
      answering(listTenantSupportGrants, () => []),
      answering(createSupportChallenge, () => new Refusal(code)),
    )
    const dialog = await open()
    await dialog.findByText(words)
    expect(dialog.queryByRole('link')).toBeNull()
  })
})
