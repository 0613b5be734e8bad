import {
  listTenantEntitlements,
  removeTenantEntitlement,
  setTenantEntitlement,
} from '@signet/contract/provider/tenant-entitlements'
import { readTenant } from '@signet/contract/provider/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { tenantsFeature } from './tenants.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const tenant = {
  id,
  companyName: 'Acme',
  hostname: 'acme.id.example',
  publicUrl: 'https://acme.id.example',
  region: 'eu-1',
  contractMode: 'TRIAL',
  defaultLocale: 'en',
  authenticationAccount: true,
  issuanceAccount: false,
  isSp: false,
  locked: false,
  bundle: 'PLUS',
  users: { consumed: 12, allotment: 20 },
  createdAt: '2026-11-30T08:00:00.000Z',
  version: 1,
  deletion: null,
  aliases: [],
} as const
const bought = {
  entitlementId: id,
  type: 'AUTHENTICATION',
  bundle: 'PLUS',
  allotment: 20,
  quantity: 1,
  consumed: 12,
  remaining: 8,
  overage: 0,
  contractMode: 'TRIAL',
  startDate: '2026-11-30T08:00:00.000Z',
  endDate: null,
  overageType: 'NO',
  usageType: 'USERS',
  smsVoice: { allotment: 500, consumed: 40 },
} as const

const rights = { entityType: 'TENANTS', view: true, add: true, edit: true, remove: true } as const
const session = buildConsoleSession({
  theme: buildTheme({ isSp: true, hostname: 'id.example' }),
  roles: [buildRole({ permissions: [rights] })],
})
const show = () =>
  showScreens(tenantsFeature, `/serviceprovider/tenants/${id}/entitlements`, { session })
const doors = [
  answering(readTenant, () => ({ ...tenant, aliases: [] })),
  answering(listTenantEntitlements, () => [bought]),
]
const region = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the entitlements of a tenant', () => {
  it('are changed, and the bundle moves only where the rules let it', async () => {
    const asked = serve(
      ...doors,
      answering(setTenantEntitlement, () => bought),
    )
    const { user, container } = await show()
    const form = await region('Authentication')
    const users = form.getByRole('spinbutton', { name: /^Users/ })
    await user.clear(users)
    await user.type(users, '30')
    const bundle = form.getByRole('combobox', { name: /^Bundle/ })
    const offered = within(bundle).getAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['PLUS', 'STANDARD', 'CONSUMER'])
    await user.selectOptions(bundle, 'STANDARD')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === setTenantEntitlement)?.body
    await waitFor(() =>
      expect(sent()).toEqual({
        type: 'AUTHENTICATION',
        bundle: 'STANDARD',
        allotment: 30,
        contractMode: 'TRIAL',
        endDate: null,
        overageType: 'NO',
        smsVoiceAllotment: 500,
      }),
    )
    await expectAccessible(container)
  })

  it('are granted by type, and a refusal says why', async () => {
    serve(
      ...doors,
      answering(setTenantEntitlement, () => new Refusal('not_found')),
    )
    const { user } = await show()
    const form = await region('Issuance')
    expect(form.queryByRole('spinbutton', { name: /SMS/ })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Grant entitlement' }))
    expect(await form.findByRole('alert')).toBeDefined()
  })

  it('are removed after a question that says what stays', async () => {
    const asked = serve(
      ...doors,
      answering(removeTenantEntitlement, () => undefined),
    )
    const { user } = await show()
    const form = await region('Authentication')
    await user.click(form.getByRole('button', { name: 'Actions for Authentication' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove entitlement' }))
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Remove this entitlement?' }),
    )
    expect(dialog.getByText(/users can still sign in/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Remove entitlement' }))
    await waitFor(() =>
      expect(asked.map(({ endpoint }) => endpoint)).toContain(removeTenantEntitlement),
    )
  })
})
