import { listTenantsPaged } from '@signet/contract/provider/tenants'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, serve } from '../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../testing/facts.ts'
import { expectAccessible } from '../../testing/render.tsx'
import { resetShell, showShell } from '../../testing/shell.tsx'

afterEach(resetShell)

const tenant = (companyName: string, change: object = {}) => {
  const hostname = `${companyName.toLowerCase()}.id.example`
  return {
    id: `018f0000-0000-7000-8000-00000000000${companyName.length}`,
    companyName,
    hostname,
    publicUrl: `https://${hostname}`,
    region: 'eu-1',
    contractMode: 'TRIAL' as const,
    defaultLocale: 'en',
    authenticationAccount: true,
    issuanceAccount: false,
    isSp: false,
    locked: false,
    bundle: null,
    users: null,
    createdAt: '2026-11-30T08:00:00.000Z',
    version: 1,
    deletion: null,
    ...change,
  }
}
const right = { add: false, edit: false, remove: false, view: true } as const
const administrator = (isSp: boolean) =>
  buildConsoleSession({
    theme: buildTheme({ isSp, companyName: 'Harbor', hostname: 'harbor.id.example' }),
    roles: [
      buildRole({
        permissions: [
          { ...right, entityType: 'TENANTS' },
          { ...right, entityType: 'USERS' },
        ],
      }),
    ],
  })
const paging = { limit: 20, total: 9000, estimated: false, nextCursor: null, prevCursor: null }

describe('the way to another tenant', () => {
  it('leads to the sign-in page of each tenant, in a window without this one', async () => {
    const rows = [tenant('Acme', { locked: true }), tenant('Seller', { isSp: true })]
    const asked = serve(answering(listTenantsPaged, () => ({ results: rows, paging })))
    const { user } = showShell('/users', administrator(true))
    await user.click(await screen.findByRole('button', { name: 'Switch tenant' }))
    const acme = await screen.findByRole('link', { name: 'Acme' })
    expect([acme.getAttribute('href'), acme.getAttribute('rel')]).toEqual([
      'https://acme.id.example/',
      'noopener noreferrer',
    ])
    expect(screen.getByRole('link', { name: 'Seller' }).getAttribute('href')).toBe(
      'https://seller.id.example/#/?action=sp',
    )
    expect(screen.getByText('You are signed in to Harbor (harbor.id.example).')).toBeDefined()
    expect(screen.getByText('8,998 more tenants. Search by name or URL.')).toBeDefined()
    expect(screen.getByText('Locked')).toBeDefined()
    await expectAccessible()
    await user.type(screen.getByRole('textbox', { name: /Search by company name/ }), 'sel')
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ search: 'sel', limit: 20 }))
  })

  it.each([
    ['a tenant that is no provider', administrator(false)],
    [
      'an administrator who does not see tenants',
      buildConsoleSession({ theme: buildTheme({ isSp: true }) }),
    ],
  ])('is not offered to %s', async (_whom, session) => {
    showShell('/users', session)
    await screen.findByRole('heading', { name: 'Users page' })
    expect(screen.queryByRole('button', { name: 'Switch tenant' })).toBeNull()
  })
})
