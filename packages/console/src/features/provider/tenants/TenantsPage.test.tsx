import {
  deleteTenantRateLimits,
  listLimitedCallers,
  listRateLimitPolicies,
  readTenantRateLimits,
  replaceTenantRateLimits,
} from '@signet/contract/provider/rate-limiting'
import {
  promoteSubscriber,
  resetSubscriberResourceRules,
} from '@signet/contract/provider/tenant-acts'
import {
  cancelTenantDeletion,
  deleteTenant,
  exportTenant,
  listTenantDeletions,
  readTenantDeletion,
  readTenantDeletionSettings,
  updateTenantDeletionSettings,
} from '@signet/contract/provider/tenant-deletions'
import {
  listTenantEntitlements,
  listTenantUsageMonths,
} from '@signet/contract/provider/tenant-entitlements'
import {
  createSupportChallenge,
  endTenantSupport,
  listTenantSupportGrants,
  requestTenantSupport,
} from '@signet/contract/provider/tenant-support'
import {
  changeTenantHost,
  createTenant,
  listTenantsPaged,
  lockTenant,
  readTenant,
  unlockTenant,
} from '@signet/contract/provider/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { TenantDetail } from './tenants.queries.ts'
import { tenantsFeature } from './tenants.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const tenant = (change: Partial<TenantDetail> = {}): TenantDetail => ({
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
  deletion: null,
  bundle: 'PLUS',
  users: { consumed: 12, allotment: 20 },
  createdAt: '2026-11-30T08:00:00.000Z',
  version: 1,
  aliases: ['old.id.example'],
  ...change,
})
const entitlement = {
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
  smsVoice: null,
} as const

const paging = { limit: 25, total: 2, estimated: false, nextCursor: null, prevCursor: null }
const list = (...results: readonly TenantDetail[]) =>
  answering(listTenantsPaged, () => ({ results: [...results], paging }))
/** The root provider, where an administrator may do everything with tenants. */
const theme = buildTheme({ isSp: true, hostname: 'id.example' })
const rights = (['TENANTS', 'RATELIMITING'] as const).map((entityType) => ({
  entityType,
  view: true,
  add: true,
  edit: true,
  remove: true,
}))
const session = buildConsoleSession({ theme, roles: [buildRole({ permissions: rights })] })
const show = (at: string) => showScreens(tenantsFeature, at, { session })

describe('the tenants of a provider', () => {
  it('are listed with host name, use and status', {
    meta: { covers: ['screen:serviceprovider/tenants'] },
  }, async () => {
    serve(list(tenant(), tenant({ id: `${id.slice(0, -1)}2`, companyName: 'Birch', locked: true })))
    const { container } = await show('/serviceprovider/tenants')
    const link = await screen.findByRole('link', { name: 'Acme' })
    expect(link.getAttribute('href')).toBe(`/serviceprovider/tenants/${id}`)
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '')
    expect(rows.find((row) => row.includes('Acme'))).toContain('12 / 20')
    expect(rows.find((row) => row.includes('Birch'))).toContain('Locked')
    await expectAccessible(container)
  })

  it('are filtered by status, contract and use, as the overview links to them', async () => {
    const asked = serve(list(tenant()))
    await show('/serviceprovider/tenants?f.state=open&f.mode=TRIAL&f.ends=DAYS_30&f.use=near')
    await screen.findByRole('link', { name: 'Acme' })
    expect(asked.at(-1)?.body).toMatchObject({
      locked: false,
      contractMode: 'TRIAL',
      contractEnd: 'DAYS_30',
      nearLimit: true,
    })
  })

  it('are created from a file by who may add tenants', async () => {
    serve(list(tenant()))
    await show('/serviceprovider/tenants')
    const link = await screen.findByRole('link', { name: 'Create from file' })
    expect(link.getAttribute('href')).toContain('/bulkoperations/add/create/tenants')
  })

  it('are created from no file by who may see them only', async () => {
    serve(list(tenant()))
    const role = buildRole({ permissions: rights.map((right) => ({ ...right, add: false })) })
    const seeing = buildConsoleSession({ theme, roles: [role] })
    await showScreens(tenantsFeature, '/serviceprovider/tenants', { session: seeing })
    await screen.findByRole('link', { name: 'Acme' })
    expect(screen.queryByRole('link', { name: 'Create from file' })).toBeNull()
  })

  it('are locked after a question, from the list', async () => {
    const asked = serve(
      list(tenant()),
      answering(lockTenant, () => tenant({ locked: true })),
    )
    const { user } = await show('/serviceprovider/tenants')
    await user.click(await screen.findByRole('button', { name: 'Actions for Acme' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Lock Acme?' }))
    expect(dialog.getByText(/All users are signed out/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Lock' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint)).toContain(lockTenant))
  })
})

describe('a new tenant', () => {
  it('is named below the provider’s host, and its setup link is shown once', async () => {
    const asked = serve(
      answering(createTenant, () => ({ ...tenant(), setupUrl: 'https://acme.id.example/setup/x' })),
    )
    const { user } = await show('/serviceprovider/tenants/add')
    await user.type(await screen.findByRole('textbox', { name: /Company name/ }), 'Acme')
    await user.type(screen.getByRole('textbox', { name: /Host name/ }), 'acme')
    await user.click(screen.getByRole('button', { name: 'Add tenant' }))
    expect(await screen.findByText('https://acme.id.example/setup/x')).toBeDefined()
    expect(asked.at(-1)?.body).toMatchObject({
      companyName: 'Acme',
      hostname: 'acme.id.example',
      entitlement: { bundle: 'STANDARD', users: null },
      administrator: null,
    })
  })

  it('whose administrator has an address gets the link by email', async () => {
    const asked = serve(answering(createTenant, () => ({ ...tenant(), setupUrl: null })))
    const { user } = await show('/serviceprovider/tenants/add')
    await user.type(await screen.findByRole('textbox', { name: /Company name/ }), 'Acme')
    await user.type(screen.getByRole('textbox', { name: /Host name/ }), 'acme.id.example')
    await user.type(
      screen.getByRole('textbox', { name: /Email address of the first administrator/ }),
      'boss@acme.example',
    )
    await user.click(screen.getByRole('button', { name: 'Add tenant' }))
    expect(await screen.findByRole('dialog', { name: 'Setup link sent' })).toBeDefined()
    expect(asked.at(-1)?.body).toMatchObject({
      hostname: 'acme.id.example',
      administrator: { email: 'boss@acme.example' },
    })
  })
})

describe('one tenant', () => {
  const doors = [
    answering(readTenant, () => tenant({ locked: true })),
    answering(listTenantEntitlements, () => [entitlement]),
    answering(listTenantUsageMonths, () => [
      {
        type: 'AUTHENTICATION' as const,
        months: [
          { month: '2026-10', highest: 9, used: 9, smsVoice: 40 },
          { month: '2026-11', highest: 1212, used: 3, smsVoice: 2 },
        ],
      },
      {
        type: 'ISSUANCE' as const,
        months: [{ month: '2026-11', highest: 70, used: 70, smsVoice: 1 }],
      },
    ]),
  ]

  it('shows what was used month by month, the newest first', async () => {
    serve(...doors)
    const { container } = await show(`/serviceprovider/tenants/${id}`)
    const table = within(await screen.findByRole('table', { name: 'Usage by month' }))
    const rows = table.getAllByRole('row').map((row) => [...row.children].map((c) => c.textContent))
    expect(rows).toEqual([
      ['Month', 'Peak number of users', 'Credentials issued', 'SMS and voice messages'],
      ['November 2026', '1,212', '70', '3'],
      ['October 2026', '9', '–', '40'],
    ])
    await expectAccessible(container)
  })

  it('shows what it is and what it bought, and is unlocked', async () => {
    const asked = serve(
      ...doors,
      answering(unlockTenant, () => tenant()),
    )
    const { user } = await show(`/serviceprovider/tenants/${id}`)
    expect(await screen.findByRole('heading', { name: 'Acme' })).toBeDefined()
    expect(await screen.findByText('PLUS · 12 of 20 used')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Actions for Acme' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unlock' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Unlock Acme?' }))
    await user.click(dialog.getByRole('button', { name: 'Unlock' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint)).toContain(unlockTenant))
  })

  it('gets another host name, and keeps the aliases that are listed', async () => {
    const asked = serve(
      ...doors,
      answering(changeTenantHost, () => tenant({ hostname: 'new.id.example' })),
    )
    const { user } = await show(`/serviceprovider/tenants/${id}/hosts`)
    const field = await screen.findByRole('textbox', { name: /Host name/ })
    await user.clear(field)
    await user.type(field, 'new.id.example')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.at(-1)?.endpoint).toBe(changeTenantHost))
    expect(asked.at(-1)?.body).toEqual({ hostname: 'new.id.example', aliases: ['old.id.example'] })
  })

  it.each([
    ['Promote to production', promoteSubscriber],
    ['Reset resource rules', resetSubscriberResourceRules],
  ] as const)('is changed inside by a closed list of acts: %s', async (name, endpoint) => {
    const asked = serve(
      ...doors,
      answering(endpoint, () => tenant({ contractMode: 'PRODUCTION' })),
    )
    const { user } = await show(`/serviceprovider/tenants/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Acme' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/super administrators are notified/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name }))
    await waitFor(() => expect(asked.map((call) => call.endpoint)).toContain(endpoint))
  })

  const grant = {
    id,
    state: 'ACTIVE',
    reason: 'Sign-ins fail',
    rights: 'READ_ONLY',
    roleName: null,
    hours: 4,
    createdAt: '2026-11-30T08:00:00.000Z',
    grantedAt: '2026-11-30T08:00:00.000Z',
    endsAt: '2026-11-30T12:00:00.000Z',
    endedAt: null,
    endedBy: null,
  } as const

  it('is entered under a grant, in a tab of its own', async () => {
    const challenge = 'c+/'.repeat(15)
    const asked = serve(
      ...doors,
      answering(listTenantSupportGrants, () => [
        grant,
        { ...grant, id: id.replace(/1$/, '2'), state: 'REQUESTED' as const },
      ]),
      answering(createSupportChallenge, () => ({
        challenge,
        expiresAt: '2026-11-30T08:02:00.000Z',
        publicUrl: 'https://acme.id.example',
      })),
    )
    const { user } = await show(`/serviceprovider/tenants/${id}/support`)
    // A request is not entered.
    await user.click(await screen.findByRole('button', { name: 'Enter tenant' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter Acme' }))
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    const link = await dialog.findByRole('link', { name: 'Open Acme' })
    expect(asked.find((call) => call.endpoint === createSupportChallenge)?.body).toEqual({
      tenantId: id,
      grantId: id,
    })
    expect(link.getAttribute('href')).toBe(
      `https://acme.id.example/#/supportentry?challenge=${encodeURIComponent(challenge)}`,
    )
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
  })

  it('says which factors are needed when those of the session do not do', async () => {
    serve(
      ...doors,
      answering(listTenantSupportGrants, () => [grant]),
      answering(createSupportChallenge, () => new Refusal('step_up_required')),
    )
    const { user } = await show(`/serviceprovider/tenants/${id}/support`)
    await user.click(await screen.findByRole('button', { name: 'Enter tenant' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter Acme' }))
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText(/This session needs two factors/)
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeDefined()
    expect(dialog.queryByRole('link')).toBeNull()
  })

  it('is asked for access, and a grant is ended', async () => {
    const asked = serve(
      ...doors,
      answering(listTenantSupportGrants, () => [grant]),
      answering(requestTenantSupport, () => ({ ...grant, state: 'REQUESTED' as const })),
      answering(endTenantSupport, () => ({ ...grant, state: 'ENDED' as const })),
    )
    const { user, container } = await show(`/serviceprovider/tenants/${id}/support`)
    await screen.findByText('Sign-ins fail')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Request access' }))
    const request = within(await screen.findByRole('alertdialog'))
    await user.type(request.getByRole('textbox', { name: /Reason/ }), 'Please let us look')
    await user.click(request.getByRole('button', { name: 'Request access' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'End access' }))
    const end = within(await screen.findByRole('alertdialog'))
    await user.click(end.getByRole('button', { name: 'End access' }))
    await waitFor(() => expect(asked.map((call) => call.endpoint)).toContain(endTenantSupport))
    const sent = asked.find((call) => call.endpoint === requestTenantSupport)
    expect(sent?.body).toEqual({ reason: 'Please let us look' })
  })

  describe('has request limits', () => {
    const reads = { limitClass: 'read', subject: 'USER', periodSeconds: 60 } as const
    const usual = { ...reads, rate: 1200, burst: 300 }
    const guess = { limitClass: 'guess', subject: 'ADDRESS', periodSeconds: 60 } as const
    const own = { ...guess, rate: 20, burst: 200 }
    const defaults = [usual, { ...guess, rate: 30, burst: 300 }]
    const set = answering(listRateLimitPolicies, () => ({ policies: [], defaults }))
    const met = {
      id,
      limitClass: 'guess',
      subject: 'ADDRESS',
      caller: '198.51.100.0/24',
      count: 1200,
      firstAt: '2026-11-30T08:00:00.000Z',
      lastAt: '2026-11-30T08:20:00.000Z',
    } as const
    const callers = answering(listLimitedCallers, () => ({ results: [met], paging }))
    const ofTenant = (...limits: readonly (typeof own)[]) =>
      answering(readTenantRateLimits, () => ({ tenantId: id, limits: [...limits] }))

    it('of its own beside the defaults, and gets another one', async () => {
      const asked = serve(
        ...doors,
        set,
        callers,
        ofTenant(own),
        answering(replaceTenantRateLimits, () => ({ tenantId: id, limits: [own] })),
      )
      const { user } = await show(`/serviceprovider/tenants/${id}/limits`)
      const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
      expect(items).toEqual([
        'Reads by User300 immediately, then 1,200 in 1 minuteDefault',
        'Failed attempts by IP address200 immediately, then 20 in 1 minuteTenant',
      ])
      await user.click(screen.getByRole('button', { name: 'Actions for Reads by User' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Change for this tenant' }))
      const burst = await screen.findByRole('spinbutton', { name: /Burst/ })
      await user.clear(burst)
      await user.type(burst, '600')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => {
        const saved = asked.find(({ endpoint }) => endpoint === replaceTenantRateLimits)
        expect(saved?.body).toEqual({ limits: [own, { ...usual, burst: 600 }] })
      })
    })

    it('and shows who met them', async () => {
      serve(...doors, set, callers, ofTenant())
      const { container } = await show(`/serviceprovider/tenants/${id}/limits`)
      const row = await screen.findByRole('row', { name: /198\.51\.100\.0\/24/ })
      expect(row.textContent).toContain('Failed attempts by IP address198.51.100.0/241,200')
      await expectAccessible(container)
    })

    it('of the provider again once its last one is removed', async () => {
      const asked = serve(
        ...doors,
        set,
        callers,
        ofTenant(own),
        answering(deleteTenantRateLimits, () => undefined),
      )
      const { user } = await show(`/serviceprovider/tenants/${id}/limits`)
      const name = 'Actions for Failed attempts by IP address'
      await user.click(await screen.findByRole('button', { name }))
      await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
      const dialog = within(await screen.findByRole('alertdialog'))
      await user.click(dialog.getByRole('button', { name: 'Remove' }))
      await waitFor(() => {
        expect(asked.map(({ endpoint }) => endpoint)).toContain(deleteTenantRateLimits)
      })
    })
  })
})

const pending = {
  id,
  tenantId: id,
  companyName: 'Acme',
  state: 'PENDING',
  requestedBy: 'ada',
  requestedAt: '2026-11-30T08:00:00.000Z',
  eraseAt: '2026-12-30T08:00:00.000Z',
  erasedAt: null,
  erasedRows: 0,
} as const
const deletion = { id, requestedAt: pending.requestedAt, eraseAt: pending.eraseAt }

describe('a tenant that is deleted', () => {
  it('wants its name typed', async () => {
    const asked = serve(
      list(tenant()),
      answering(readTenantDeletionSettings, () => ({ graceDays: 30 })),
      answering(deleteTenant, () => pending),
    )
    const { user } = await show('/serviceprovider/tenants')
    await user.click(await screen.findByRole('button', { name: 'Actions for Acme' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete tenant' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Acme?' }))
    expect(await dialog.findByText(/is erased after 30 days/)).toBeDefined()
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete tenant' })
    expect(confirm.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox'), 'Acme')
    await user.click(confirm)
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint)).toContain(deleteTenant))
  })

  it('is exported before it is erased', async () => {
    const asked = serve(
      list(tenant({ locked: true, deletion })),
      answering(exportTenant, () => 'lines'),
    )
    const { user } = await show('/serviceprovider/tenants')
    await user.click(await screen.findByRole('button', { name: 'Actions for Acme' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Download export' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Export Acme' }))
    await user.click(dialog.getByRole('button', { name: 'Download export' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint)).toContain(exportTenant))
  })

  it('shows when it is erased, and is taken back', async () => {
    const asked = serve(
      answering(readTenant, () => tenant({ locked: true, deletion })),
      answering(listTenantEntitlements, () => [entitlement]),
      answering(cancelTenantDeletion, () => tenant()),
    )
    const { user } = await show(`/serviceprovider/tenants/${id}`)
    expect(await screen.findByText('Deletion pending')).toBeDefined()
    expect(screen.getByText(/Everything in this tenant is erased on 30 Dec 2026/)).toBeDefined()
    expect(screen.queryByRole('tab', { name: 'Host names' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Actions for Acme' }))
    expect(screen.queryByRole('menuitem', { name: 'Unlock' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Restore tenant' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: /Restore/ }))
    await user.click(dialog.getByRole('button', { name: 'Restore tenant' }))
    await waitFor(() =>
      expect(asked.map(({ endpoint }) => endpoint)).toContain(cancelTenantDeletion),
    )
  })
})

describe('deleted tenants', () => {
  const deletions = answering(listTenantDeletions, () => ({ results: [pending], paging }))
  const settings = answering(readTenantDeletionSettings, () => ({ graceDays: 30 }))

  it('are listed with their state', async () => {
    serve(deletions, settings)
    const { container } = await show('/serviceprovider/tenantdeletions')
    const link = await screen.findByRole('link', { name: 'Acme' })
    expect(link.getAttribute('href')).toBe(`/serviceprovider/tenantdeletions/${id}`)
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '')
    expect(rows.find((row) => row.includes('Acme'))).toContain('Pending')
    await expectAccessible(container)
  })

  it('are erased after the grace period that is set', async () => {
    const asked = serve(
      deletions,
      settings,
      answering(updateTenantDeletionSettings, () => ({ graceDays: 14 })),
    )
    const { user } = await show('/serviceprovider/tenantdeletions')
    await screen.findByRole('link', { name: 'Acme' })
    await user.click(await screen.findByRole('button', { name: 'Grace period' }))
    const field = await screen.findByRole('spinbutton', { name: /Days until/ })
    await user.clear(field)
    await user.type(field, '91')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    await user.clear(field)
    await user.type(field, '14')
    await user.click(save)
    await waitFor(() => expect(asked.at(-1)?.endpoint).toBe(readTenantDeletionSettings))
    const saved = asked.find(({ endpoint }) => endpoint === updateTenantDeletionSettings)
    expect(saved?.body).toEqual({ graceDays: 14 })
  })

  it('keep the proof that nothing is left', async () => {
    serve(
      answering(readTenantDeletion, () => ({
        ...pending,
        state: 'ERASED' as const,
        erasedAt: '2026-12-30T08:05:00.000Z',
        erasedRows: 1234,
        hostNames: ['acme.id.example'],
        hostNamesFreeAt: '2027-12-30T08:05:00.000Z',
        rows: [{ table: 'users', rows: 1234 }],
        rowsLeft: 0,
        backupsUntil: null,
        digest: 'a1b2',
        statement: '{"rowsLeft":0}',
      })),
    )
    const { container } = await show(`/serviceprovider/tenantdeletions/${id}`)
    expect(await screen.findByText('a1b2')).toBeDefined()
    expect(screen.getByText('{"rowsLeft":0}')).toBeDefined()
    expect(screen.getByText('users')).toBeDefined()
    expect(screen.getByText('1,234')).toBeDefined()
    expect(screen.getByText(/operator hasn’t configured/)).toBeDefined()
    await expectAccessible(container)
  })
})
