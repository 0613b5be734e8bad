import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { readProviderOverview } from '@signet/contract/provider/overview'
import { makeProviderReport } from '@signet/contract/provider/reports'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { overviewFeature } from './overview.screens.ts'

const overview = {
  tenants: 1200,
  estimated: false,
  locked: 3,
  trial: 40,
  ended: 2,
  endsWithin30Days: 5,
  endsWithin60Days: 9,
  endsWithin90Days: 14,
  nearLimit: 7,
}
const id = '018f0000-0000-7000-8000-000000000001'
const paging = { limit: 8, total: 1, estimated: false, nextCursor: null, prevCursor: null }
const event = {
  id: '1',
  eventTime: '2026-11-30T08:00:00.000Z',
  actorType: 'USER',
  actorId: id,
  actorName: 'rosa',
  entityType: 'TENANTS',
  entityId: id,
  entityName: 'Alder',
  action: 'TENANT_LOCKED',
  outcome: 'SUCCESS',
  requestId: 'r',
  address: null,
  country: null,
  userAgent: null,
  before: null,
  after: null,
  attributes: null,
  erased: false,
} as const
const doors = [
  answering(readProviderOverview, () => overview),
  answering(listAuditEvents, () => ({ results: [event], paging })),
]
const rightsOn = (entityType: 'TENANTS' | 'REPORTS') => ({
  entityType,
  view: true,
  add: false,
  edit: false,
  remove: false,
})
const show = (...entities: readonly ('TENANTS' | 'REPORTS')[]) =>
  showScreens(overviewFeature, '/serviceprovider/overview', {
    session: buildConsoleSession({
      theme: buildTheme({ isSp: true }),
      roles: [buildRole({ permissions: entities.map(rightsOn) })],
    }),
  })

describe('the overview of a provider', () => {
  it('leads from each number to the tenants that it counts', async () => {
    serve(...doors)
    const { container } = await show('TENANTS', 'REPORTS')
    const linkOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
    await screen.findByRole('link', { name: /All tenants.*1,200/ })
    const tenants = '/serviceprovider/tenants'
    expect(linkOf(/All tenants/)).toBe(tenants)
    expect(linkOf(/Locked.*3/)).toBe(`${tenants}?f.state=locked`)
    expect(linkOf(/On trial.*40/)).toBe(`${tenants}?f.mode=TRIAL`)
    expect(linkOf(/Near their limit.*7/)).toBe(`${tenants}?f.use=near`)
    expect(linkOf(/Ended.*2/)).toBe(`${tenants}?f.ends=PAST`)
    expect(linkOf(/Within 90 days.*14/)).toBe(`${tenants}?f.ends=DAYS_90`)
    await expectAccessible(container)
  })

  it('says who did what to tenants recently, and leads to the report', async () => {
    const asked = serve(...doors)
    await show('TENANTS', 'REPORTS')
    const link = await screen.findByRole('link', { name: 'Alder' })
    expect(link.getAttribute('href')).toBe(`/serviceprovider/tenants/${id}`)
    expect(screen.getByText(/^rosa · /)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(
      '/reports?f.kind=TENANTS',
    )
    const read = asked.find(({ endpoint }) => endpoint === listAuditEvents)
    expect(read?.body).toMatchObject({ entityType: 'TENANTS' })
  })

  it('downloads a report on the tenants', async () => {
    const asked = serve(
      ...doors,
      answering(makeProviderReport, () => 'id\r\n'),
    )
    URL.createObjectURL = () => 'blob:report'
    URL.revokeObjectURL = () => undefined
    const { user } = await show('TENANTS')
    await user.click(await screen.findByRole('button', { name: 'Download a report' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Entitlements (CSV)' }))
    await waitFor(() => expect(asked.at(-1)?.params).toEqual({ id: 'entitlements' }))
  })

  it('does not read the audit log without the permission', async () => {
    const asked = serve(...doors)
    await show('TENANTS')
    await screen.findByRole('link', { name: /All tenants/ })
    expect(asked.map(({ endpoint }) => endpoint)).toEqual([readProviderOverview])
  })
})
