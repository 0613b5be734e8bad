import {
  downloadIsolationReport,
  listIsolationRuns,
  readIsolationRun,
  readIsolationSettings,
  startIsolationRun,
  updateIsolationSettings,
} from '@signet/contract/provider/isolation'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { RunDetail, RunRow } from './isolation.queries.ts'
import { isolationFeature } from './isolation.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const run: RunRow = {
  id,
  state: 'COMPLETED',
  requestedBy: null,
  requestedAt: '2026-11-30T08:00:00.000Z',
  startedAt: '2026-11-30T08:00:30.000Z',
  endedAt: '2026-11-30T08:09:00.000Z',
  release: '0.2.0',
  calls: 1379,
  probes: 4200,
  findings: 1,
}
const detail: RunDetail = {
  ...run,
  totals: [{ probe: 'PATH_ID', tried: 300, refused: 290 }],
  found: [
    { probe: 'READ', fault: 'CONTENT_SEEN', call: 'GET /api/web/v1/groups', seen: 'status 200' },
  ],
  leftOut: [{ probe: 'PATH_ID', reason: 'NO_ROW', calls: ['GET /api/web/v1/faces/:id'] }],
  controls: 120,
  digest: 'a'.repeat(64),
  previousDigest: null,
}

const page = {
  results: [run],
  paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
}
const rights = { view: true, add: true, edit: true, remove: true }
const session = buildConsoleSession({
  theme: buildTheme({ isSp: true }),
  roles: [buildRole({ permissions: [{ entityType: 'TENANTS' as const, ...rights }] })],
})

describe('the isolation tests of a root provider', () => {
  it('lists tests, requests one and changes the schedule', async () => {
    const asked = serve(
      answering(listIsolationRuns, () => page),
      answering(readIsolationSettings, () => ({ enabled: false, intervalHours: 24 })),
      answering(updateIsolationSettings, () => ({ enabled: true, intervalHours: 12 })),
      answering(startIsolationRun, () => ({ ...run, state: 'REQUESTED' as const })),
    )
    const at = '/serviceprovider/isolation'
    const { container, user } = await showScreens(isolationFeature, at, { session })
    expect(await screen.findByText('Schedule')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Run now' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === startIsolationRun)).toBe(true),
    )
    await user.click(screen.getByRole('button', { name: 'Change schedule' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByLabelText('Test automatically'))
    const hours = dialog.getByLabelText(/^Hours between tests/)
    await user.clear(hours)
    await user.type(hours, '5')
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.clear(hours)
    await user.type(hours, '12')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const saved = () => asked.find(({ endpoint }) => endpoint === updateIsolationSettings)
    await waitFor(() => expect(saved()?.body).toEqual({ enabled: true, intervalHours: 12 }))
  })

  it('lists a planned test by when it begins, and not as requested', async () => {
    const planned = { ...run, state: 'REQUESTED' as const, requestedAt: '2199-01-02T08:00:00.000Z' }
    serve(
      answering(listIsolationRuns, () => ({ ...page, results: [planned, run] })),
      answering(readIsolationSettings, () => ({ enabled: true, intervalHours: 24 })),
    )
    await showScreens(isolationFeature, '/serviceprovider/isolation', { session })
    expect(await screen.findByText(/^Planned for .*2199/)).toBeDefined()
    expect(screen.queryByText(/^[^P].*2199/)).toBeNull()
  })

  it('shows what a test found, covered and left out', async () => {
    serve(
      answering(readIsolationRun, () => detail),
      answering(downloadIsolationReport, () => 'e30.e30.e30'),
    )
    const at = `/serviceprovider/isolation/${id}`
    const { container } = await showScreens(isolationFeature, at, { session })
    expect(await screen.findByText('Content of another tenant was shown')).toBeDefined()
    expect(screen.getByText('GET /api/web/v1/groups (status 200)')).toBeDefined()
    expect(screen.getByText('300 tested, 290 refused')).toBeDefined()
    expect(screen.getByText('GET /api/web/v1/faces/:id')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download report' })).toBeDefined()
    await expectAccessible(container)
  })
})
