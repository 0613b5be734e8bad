import {
  createReport,
  listReports,
  previewReport,
  readReport,
  renewReportCredentials,
} from '@signet/contract/operations/saved-reports'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Asked, answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Report } from './saved-reports.queries.ts'
import { savedReportsFeature } from './saved-reports.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000e1'
const at = '2026-11-20T06:00:00.000Z'

const failures = (change: Partial<Report> = {}): Report => ({
  id,
  name: 'Failed sign-ins',
  definition: {
    kind: 'AUDIT_EVENTS',
    period: 'LAST_30_DAYS',
    columns: ['eventTime', 'actorName'],
    filter: { actions: ['AUTHENTICATION'], outcome: 'FAILURE' },
  },
  state: 'COMPLETED',
  reason: null,
  rows: 1234,
  truncated: false,
  from: at,
  until: at,
  startedBy: 'ada',
  scheduledTaskId: null,
  grantExpiresAt: null,
  createdAt: at,
  endedAt: at,
  expiresAt: at,
  version: 1,
  ...change,
})

const page = (...results: Report[]) => ({
  results,
  paging: {
    limit: 50,
    total: results.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})

const show = (address: string, session = buildConsoleSession()) =>
  showScreens(savedReportsFeature, address, { session })

const asksOf = (asked: readonly Asked[], path: string) =>
  asked.filter(({ endpoint }) => endpoint.path === path).map(({ body }) => body)

describe('saved reports', () => {
  it('are listed beside the audit report', { meta: { covers: ['screen:reports'] } }, async () => {
    serve(
      answering(listReports, () =>
        page(failures(), failures({ id: `${id.slice(0, -1)}2`, state: 'RUNNING', rows: null })),
      ),
    )
    const { container } = await show('/reports/saved')
    expect(await screen.findAllByRole('link', { name: 'Failed sign-ins' })).toHaveLength(2)
    expect(screen.getByText('1,234')).toBeDefined()
    expect(screen.getByText('Being made')).toBeDefined()
    const tab = screen.getByRole('tab', { name: 'Audit report' })
    expect(tab.getAttribute('href')).toContain('/reports')
    await expectAccessible(container)
  })

  it('are previewed and made with the columns and the filter that were chosen', {
    meta: { covers: ['screen:reports'] },
  }, async () => {
    const asked = serve(
      answering(previewReport, () => ({
        columns: ['eventTime', 'outcome'],
        rows: [[at, 'FAILURE']],
        truncated: true,
      })),
      answering(createReport, () => failures()),
      answering(readReport, () => failures()),
    )
    const { user, router } = await show('/reports/saved/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Failed sign-ins')
    await user.selectOptions(screen.getByLabelText('Outcome', { selector: 'select' }), 'FAILURE')
    await user.click(screen.getByLabelText('Time', { selector: 'input' }))
    await user.click(screen.getByLabelText('Outcome', { selector: 'input' }))
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    const preview = await screen.findByRole('table')
    expect(within(preview).getByText('Failed')).toBeDefined()
    expect(within(preview).getByRole('columnheader', { name: /^Time \(.+\)$/ })).toBeDefined()
    expect(within(preview).getByText(/^\d\d \w{3} \d{4} \d\d:\d\d:\d\d$/)).toBeDefined()
    const wanted = {
      kind: 'AUDIT_EVENTS',
      period: 'LAST_7_DAYS',
      columns: ['eventTime', 'outcome'],
      filter: { outcome: 'FAILURE' },
    }
    expect(asksOf(asked, previewReport.path)).toEqual([wanted])
    await user.click(screen.getByRole('button', { name: 'Make report' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/reports/saved/${id}`))
    expect(asksOf(asked, createReport.path)).toEqual([{ name: 'Failed sign-ins', ...wanted }])
  })

  it('begin with what the audit report was narrowed by', async () => {
    const filter = { actorId: 'actor-1', outcome: 'DENIED' }
    const asked = serve(
      answering(previewReport, () => ({ columns: [], rows: [], truncated: false })),
    )
    const { user } = await show(
      `/reports/saved/add?${new URLSearchParams({ filter: JSON.stringify(filter) })}`,
    )
    await user.click(await screen.findByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('There is nothing to tell about this time.')).toBeDefined()
    expect(asksOf(asked, previewReport.path)).toMatchObject([{ kind: 'AUDIT_EVENTS', filter }])
    await user.clear(screen.getByLabelText('Who', { selector: '[type=text]' }))
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(asksOf(asked, previewReport.path)).toHaveLength(2))
    expect(asksOf(asked, previewReport.path)[1]).toMatchObject({ filter: { outcome: 'DENIED' } })
    expect(asksOf(asked, previewReport.path)[1]).not.toMatchObject({ filter })
  })

  it('keep every filter that the audit report has', async () => {
    const filter = {
      actions: ['AUTHENTICATION'],
      outcome: 'DENIED',
      entityType: 'USERS',
      address: '203.0.113.7',
      country: 'CH',
      actorId: 'actor-1',
      entityId: 'entity-1',
      requestId: 'request-1',
      text: 'gra',
    }
    const asked = serve(
      answering(previewReport, () => ({ columns: [], rows: [], truncated: false })),
    )
    const { user } = await show(
      `/reports/saved/add?${new URLSearchParams({ filter: JSON.stringify(filter) })}`,
    )
    await user.click(await screen.findByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(asksOf(asked, previewReport.path)).toHaveLength(1))
    expect(asksOf(asked, previewReport.path)).toMatchObject([{ filter }])
    const country = screen.getByLabelText('Country', { selector: 'select' })
    expect(country).toHaveProperty('value', 'CH')
    await user.selectOptions(country, 'Unknown')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(asksOf(asked, previewReport.path)).toHaveLength(2))
    expect(asksOf(asked, previewReport.path)[1]).toMatchObject({
      filter: { ...filter, country: 'ZZ' },
    })
  })

  it('open in the audit report with every filter, over the time that they tell of', async () => {
    const filter = {
      actions: ['AUTHENTICATION', 'USER_CREATED'],
      country: 'CH',
      actorId: 'actor-1',
      text: 'gra ce',
    }
    const { definition } = failures()
    serve(answering(readReport, () => failures({ definition: { ...definition, filter } })))
    await show(`/reports/saved/${id}`)
    const link = await screen.findByRole('link', { name: 'Show in the audit report' })
    const { searchParams } = new URL(link.getAttribute('href') ?? '', 'https://acme.example')
    expect(Object.fromEntries(searchParams)).toEqual({
      'f.from': at,
      'f.until': at,
      'f.action': 'AUTHENTICATION,USER_CREATED',
      'f.country': 'CH',
      'f.actor': 'actor-1',
      q: 'gra ce',
    })
    expect(screen.getByText(/Switzerland/)).toBeDefined()
  })

  it('begin anew with all columns when they tell of something else', async () => {
    const asked = serve(
      answering(readReport, () => failures()),
      answering(previewReport, () => ({ columns: [], rows: [], truncated: false })),
    )
    const { user } = await show(`/reports/saved/add?like=${id}`)
    expect(await screen.findByLabelText('Who')).toHaveProperty('checked', true)
    await user.selectOptions(screen.getByLabelText('What it tells'), 'USERS')
    expect(screen.queryByLabelText('Who')).toBeNull()
    expect(screen.getByLabelText('Locked')).toHaveProperty('checked', false)
    expect(screen.queryByLabelText('Address')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(asksOf(asked, previewReport.path)).toHaveLength(1))
    expect(asksOf(asked, previewReport.path)[0]).toMatchObject({ kind: 'USERS', columns: [] })
  })
})

describe('a saved report', () => {
  it('says what it tells, and offers its files to who may take them along', async () => {
    serve(answering(readReport, () => failures({ truncated: true })))
    const { container } = await show(`/reports/saved/${id}`)
    expect(await screen.findByText('Sign-in · Failed')).toBeDefined()
    expect(screen.getByText('Time, Who')).toBeDefined()
    expect(screen.getByText(/the newest 1,234 rows/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download PDF' })).toBeDefined()
    await expectAccessible(container)
  })

  it('offers no file without the right to export', async () => {
    serve(answering(readReport, () => failures()))
    const permissions = buildRole().permissions.filter(
      ({ entityType }) => entityType !== 'EXPORTREPORTS',
    )
    await show(`/reports/saved/${id}`, buildConsoleSession({ roles: [buildRole({ permissions })] }))
    expect(await screen.findByText('1,234')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
  })

  it('goes on under the rights of whoever lends them', async () => {
    const paused = failures({ state: 'PAUSED', reason: 'GRANT_EXPIRED', rows: null })
    const asked = serve(
      answering(readReport, () => paused),
      answering(renewReportCredentials, () => failures({ state: 'PENDING', rows: null })),
    )
    const { user } = await show(`/reports/saved/${id}`)
    expect(await screen.findByText(/not ready within a day/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Go on under my rights' }))
    await waitFor(() => expect(asksOf(asked, renewReportCredentials.path)).toHaveLength(1))
  })
})
