import { listOwnTenants } from '@signet/contract/access/self-tenants'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { OwnTenant } from './self-tenants.queries.ts'
import { selfTenantsFeature } from './self-tenants.screens.ts'

const tenant = (at: number, change: Partial<OwnTenant> = {}): OwnTenant => ({
  id: `018f0000-0000-7000-8000-000000000${String(at).padStart(3, '0')}`,
  companyName: `Branch ${at}`,
  hostname: `branch${at}.id.example`,
  openUrl: `https://branch${at}.id.example`,
  region: 'eu-1',
  contractMode: 'PRODUCTION',
  authenticationAccount: true,
  issuanceAccount: false,
  locked: false,
  ...change,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => tenant(at))

const show = (at = '/myprofile/tenants') => showScreens(selfTenantsFeature, at)
const listing = (rows: readonly OwnTenant[]) => answering(listOwnTenants, () => [...rows])

describe('the tenants of the portal', () => {
  it('open in a tab of their own, and say how they stand', {
    meta: { covers: ['visibility.user-tabs'] },
  }, async () => {
    serve(listing([tenant(1, { contractMode: 'TRIAL' }), tenant(2, { locked: true }), tenant(3)]))
    const { container } = await show()
    const link = await screen.findByRole('link', { name: /^Branch 1/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'https://branch1.id.example',
      '_blank',
    ])
    expect(link.getAttribute('rel')).toContain('noopener')
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows.map((row) => [row?.includes('Trial'), row?.includes('Locked')])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
    expect(screen.queryByRole('searchbox')).toBeNull()
    await expectAccessible(container)
  })

  it('are searched by the service where there are many, in the address', async () => {
    const asked = serve(listing(many(9)))
    const { user, router } = await show()
    await user.type(await screen.findByRole('searchbox', { name: 'Find a tenant' }), 'north')
    await waitFor(() => expect(router.state.location.search).toBe('?q=north'))
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ search: 'north' }))
  })

  it('say that there are more than are shown', async () => {
    serve(listing(many(200)))
    await show()
    expect(
      await screen.findByText('Only the first 200 are shown. Search to find others.'),
    ).toBeDefined()
  })

  it('say so where there are none, and where none fits', async () => {
    serve(listing([]))
    await show()
    expect(await screen.findByText('No tenants yet')).toBeDefined()
    await show('/myprofile/tenants?q=nowhere')
    expect(await screen.findByText('No matching tenants')).toBeDefined()
  })
})
