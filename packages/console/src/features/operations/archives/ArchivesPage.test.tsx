import {
  closeArchive,
  createArchive,
  downloadArchive,
  listArchives,
  openArchive,
} from '@signet/contract/operations/archives'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { endedMonths } from './archive-months.ts'
import type { Archive } from './archives.queries.ts'
import { archivesFeature } from './archives.screens.ts'

const at = '2026-01-02T03:04:05.000Z'

const archive = (change: Partial<Archive> = {}): Archive => ({
  id: '018f0000-0000-7000-8000-000000000042',
  month: '2025-12',
  state: 'READY',
  progressPercent: 100,
  events: 12_345,
  bytes: 2_048_000,
  sha256: 'ab'.repeat(32),
  node: 'one',
  createdBy: 'ada',
  createdAt: at,
  completedAt: at,
  reading: null,
  ...change,
})

const show = () =>
  showScreens(archivesFeature, '/reports/archives', { session: buildConsoleSession() })

describe('archives', () => {
  it('are listed with their state, size and digest, the newest first', async () => {
    const { sha256: _none, ...half } = archive({ month: '2026-01', state: 'RUNNING' })
    const running = { ...half, id: '018f0000-0000-7000-8000-000000000043', progressPercent: 42 }
    serve(answering(listArchives, () => [archive(), { ...running, sha256: null }]))
    await show()
    await screen.findByText('January 2026')
    const [first, second] = (await screen.findAllByRole('row')).slice(1)
    expect(first?.textContent).toContain('January 2026')
    expect(first?.textContent).toContain('42 % written')
    expect(second?.textContent).toContain('12,345')
    expect(second?.textContent).toContain('abababababab')
    await expectAccessible()
  })

  it('are made of a month that is over', async () => {
    const asked: unknown[] = []
    serve(
      answering(listArchives, () => []),
      answering(createArchive, ({ body }) => {
        asked.push(body)
        return archive({ state: 'PENDING', sha256: null })
      }),
    )
    const { user } = await show()
    const [button] = await screen.findAllByRole('button', { name: 'Archive a month' })
    if (button !== undefined) await user.click(button)
    const dialog = within(await screen.findByRole('dialog'))
    const month = endedMonths(new Date())[1] ?? ''
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Month' }), month)
    await user.click(dialog.getByRole('button', { name: 'Archive a month' }))
    await waitFor(() => expect(asked).toEqual([{ month }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are downloaded, or tell why not', async () => {
    let isDamaged = true
    const saved = vi.fn<(file: Blob) => string>(() => 'blob:archive')
    URL.createObjectURL = saved
    URL.revokeObjectURL = vi.fn<(url: string) => void>()
    serve(
      answering(listArchives, () => [archive()]),
      answering(downloadArchive, () => (isDamaged ? new Refusal('archive_damaged') : 'lines')),
    )
    const { user } = await show()
    const download = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: /December 2025/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
    }
    await download()
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/missing or was changed/)
    const [close] = dialog.getAllByRole('button', { name: 'Close' })
    if (close !== undefined) await user.click(close)
    expect(saved).not.toHaveBeenCalled()
    isDamaged = false
    await download()
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  })
})

describe('the reading of an archive', () => {
  const reading = {
    state: 'OPEN',
    events: 12,
    openedBy: 'ada',
    openedAt: at,
    expiresAt: at,
  } as const

  it('begins, tells how far it has come, leads to the entries, and ends', async () => {
    let now: Archive['reading'] = null
    serve(
      answering(listArchives, () => [archive({ reading: now })]),
      answering(openArchive, () => {
        now = { ...reading, state: 'LOADING' }
        return archive({ reading: now })
      }),
      answering(closeArchive, () => {
        now = null
        return undefined
      }),
    )
    const { user } = await show()
    const choose = async (name: string): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: /December 2025/ }))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await choose('Open for reading')
    await screen.findByText('12 entries read')
    now = reading
    const link = await screen.findByRole('link', { name: /^Open until/ })
    expect(link.getAttribute('href')).toBe(`/reports/archives/${archive().id}`)
    await choose('Close')
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Open until/ })).toBeNull())
  })

  it('that failed says so, and can be begun again', async () => {
    serve(answering(listArchives, () => [archive({ reading: { ...reading, state: 'FAILED' } })]))
    const { user } = await show()
    await screen.findByText('The file could not be read')
    await user.click(await screen.findByRole('button', { name: /December 2025/ }))
    expect(await screen.findByRole('menuitem', { name: 'Open for reading' })).toBeDefined()
  })
})

describe('the months that can be archived', () => {
  it('have ended an hour ago by UTC, across the turn of a year', () => {
    expect(endedMonths(new Date('2026-02-01T00:30:00Z')).slice(0, 2)).toEqual([
      '2025-12',
      '2025-11',
    ])
    expect(endedMonths(new Date('2026-02-01T01:00:00Z'))[0]).toBe('2026-01')
  })
})
