import { listUsers } from '@signet/contract/identity/user-lists'
import { listArchivedEvents, listArchives } from '@signet/contract/operations/archives'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { createListExport } from '@signet/contract/operations/list-exports'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Asked, answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { messages } from '../../../lib/messages.ts'
import type { Event } from './audit-events.queries.ts'
import { auditEventsFeature } from './audit-events.screens.ts'

const event = (change: Partial<Event> = {}): Event => ({
  id: 'event-1',
  eventTime: '2026-11-21T12:00:00.000Z',
  actorType: 'user',
  actorId: 'actor-1',
  actorName: 'ada',
  entityType: 'USERS',
  entityId: 'entity-1',
  entityName: 'Grace Hopper',
  action: 'USER_UPDATED',
  outcome: 'SUCCESS',
  requestId: 'request-77',
  address: '203.0.113.7',
  country: 'CH',
  userAgent: 'Firefox',
  before: { email: 'old@example.test', state: 'ACTIVE' },
  after: { email: 'new@example.test', state: 'ACTIVE' },
  attributes: null,
  erased: false,
  ...change,
})

const page = (results: readonly Event[], nextCursor: string | null = null) => ({
  results: [...results],
  paging: { limit: 50, total: results.length, estimated: false, nextCursor, prevCursor: null },
})

const answerWith = (...results: readonly Event[]) => answering(listAuditEvents, () => page(results))
const show = (at = '/reports', session = buildConsoleSession()) =>
  showScreens(auditEventsFeature, at, { session })
const opened = () => screen.findByRole('dialog', { name: 'User changed' })
const bodies = (asked: readonly Asked[]) => asked.map(({ body }) => body)

describe('the audit report', () => {
  it('shows who did what to what, in words', { meta: { covers: ['screen:reports'] } }, async () => {
    serve(answerWith(event()))
    await show()
    expect(await screen.findByText('User changed')).toBeDefined()
    expect(screen.getByText('User: Grace Hopper')).toBeDefined()
    expect(screen.getByText('Done')).toBeDefined()
  })

  it('shows an action that has no text yet by its own name', async () => {
    serve(answerWith(event({ action: 'GRID_CARD_MADE' })))
    await show()
    expect(await screen.findByText('Grid card made')).toBeDefined()
  })

  it('calls an entitlement by what it is for', async () => {
    const granted = { action: 'ENTITLEMENT_GRANTED', entityType: 'ENTITLEMENTS' }
    serve(answerWith(event({ ...granted, entityName: 'AUTHENTICATION' })))
    await show()
    expect(await screen.findByText('Entitlement: Sign-in')).toBeDefined()
  })

  it('asks with the filters of its address, and a search of three letters or more', async () => {
    const asked = serve(answerWith(event()))
    await show('/reports?f.outcome=FAILURE&f.action=AUTHENTICATION&f.address=203.0.113.7&q=ad')
    await screen.findByText('User: Grace Hopper')
    expect(bodies(asked)[0]).toEqual({
      outcome: 'FAILURE',
      actions: ['AUTHENTICATION'],
      address: '203.0.113.7',
      limit: 50,
    })
    expect(screen.getByText('Outcome: Failed')).toBeDefined()
    expect(screen.getByText('Address: 203.0.113.7')).toBeDefined()
  })

  it('narrows by a chip and keeps the choice in the address', async () => {
    const asked = serve(answerWith(event()))
    const { user, router } = await show()
    await user.click(await screen.findByRole('button', { name: 'Outcome' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Refused' }))
    await waitFor(() => expect(bodies(asked)).toContainEqual({ outcome: 'DENIED', limit: 50 }))
    expect(router.state.location.search).toBe('?f.outcome=DENIED')
  })

  it('takes typed filters into the address', async () => {
    serve(
      answerWith(event()),
      answering(listUsers, () => ({ ...page([]), results: [] })),
    )
    const { user, router } = await show()
    await user.click(await screen.findByRole('button', { name: 'More filters' }))
    const dialog = await screen.findByRole('dialog', { name: 'Filters' })
    await user.type(within(dialog).getByLabelText('Address'), '198.51.100.4')
    await user.click(within(dialog).getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(router.state.location.search).toBe('?f.address=198.51.100.4'))
  })

  it('says that nothing matches, and that it may not be seen', async () => {
    serve(answerWith())
    const first = await show('/reports?f.outcome=DENIED')
    expect(await screen.findByText('Nothing matches')).toBeDefined()
    first.unmount()
    serve(answering(listAuditEvents, () => new Refusal('access_denied')))
    await show()
    expect(await screen.findByText('You do not have access to this')).toBeDefined()
  })
})

describe('an entry', () => {
  it('opens in the address with what it changed, and closes again', async () => {
    serve(answerWith(event()))
    const { user, router } = await show()
    await user.click(await screen.findByText('User: Grace Hopper'))
    const drawer = await opened()
    expect(router.state.location.search).toBe('?event=event-1')
    const row = within(drawer).getByRole('row', { name: /email/ })
    expect(row.textContent).toBe('emailold@example.testnew@example.test')
    expect(within(drawer).getByText('1 field unchanged')).toBeDefined()
    expect(within(drawer).queryByRole('row', { name: /state/ })).toBeNull()
    await expectAccessible(drawer)
    await user.click(within(drawer).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('leads to everything of its request', async () => {
    const asked = serve(answerWith(event()))
    const { user } = await show('/reports?event=event-1')
    const drawer = await opened()
    expect(within(drawer).getByText('request-77')).toBeDefined()
    await user.click(within(drawer).getByRole('link', { name: 'The whole request' }))
    await waitFor(() =>
      expect(bodies(asked)).toContainEqual({ requestId: 'request-77', limit: 50 }),
    )
  })

  it('tells why a request was rejected by the code of the reason', async () => {
    const attributes = { reason: 'REDIRECT_URI_MISMATCH', text: 'As the log has it.' }
    serve(answerWith(event({ attributes })))
    await show('/reports?event=event-1')
    const drawer = within(await opened())
    drawer.getByText('The redirect URI is not registered for the application.')
    expect(drawer.queryByText('As the log has it.')).toBeNull()
  })

  it('says when its details were erased', async () => {
    serve(answerWith(event({ erased: true, before: null, after: null })))
    await show('/reports?event=event-1')
    expect(within(await opened()).getByText(/were erased with the person/)).toBeDefined()
  })
})

describe('the export', () => {
  it('is asked of the service with the filters at hand, and told when it is ready', async () => {
    const made = {
      id: '01890000-0000-7000-8000-000000000001',
      list: 'auditevents' as const,
      name: null,
      state: 'READY' as const,
      reason: null,
      rows: 120_000,
      bytes: 9_000_000,
      createdAt: '2026-11-21T12:00:00.000Z',
      endedAt: null,
      expiresAt: '2026-11-22T12:00:00.000Z',
    }
    const asked = serve(
      answerWith(event()),
      answering(createListExport, () => made),
    )
    const { user } = await show('/reports?f.outcome=SUCCESS&hide=address,actor')
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Export: Audit report' })
    await expectAccessible(dialog)
    await user.click(within(dialog).getByRole('checkbox', { name: 'For Excel' }))
    await user.click(within(dialog).getByRole('button', { name: 'Export' }))
    await waitFor(() =>
      expect(messages.get().map(({ text }) => text)).toContain(
        'Audit report: 120,000 rows are ready',
      ),
    )
    expect(asked.find(({ endpoint }) => endpoint === createListExport)?.body).toEqual({
      list: 'auditevents',
      request: { outcome: 'SUCCESS' },
      columns: ['eventTime', 'action', 'entityType', 'entityId', 'entityName', 'outcome'],
      byteOrderMark: false,
    })
  })

  it('is for those who may export', async () => {
    serve(answerWith(event()))
    const roles = [
      buildRole({
        permissions: [
          { entityType: 'REPORTS', view: true, add: false, edit: false, remove: false },
        ],
      }),
    ]
    await show('/reports', buildConsoleSession({ roles }))
    await screen.findByText('User: Grace Hopper')
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})

describe('an archive that is open for reading', () => {
  const id = '018f0000-0000-7000-8000-000000000042'
  const at = '2026-01-02T03:04:05.000Z'
  const archive = {
    id,
    month: '2025-12',
    state: 'READY',
    progressPercent: 100,
    events: 1,
    bytes: 1,
    sha256: 'ab'.repeat(32),
    node: 'one',
    createdBy: 'ada',
    createdAt: at,
    completedAt: at,
    reading: null,
  } as const

  it('is searched as the report is, and its entries lead to others of it', async () => {
    const asked = serve(
      answering(listArchives, () => [archive]),
      answering(listArchivedEvents, () => page([event()])),
    )
    await show(`/reports/archives/${id}?f.outcome=SUCCESS&q=grace&event=event-1`)
    await screen.findByText('Entries of December 2025')
    expect(bodies(asked)).toContainEqual({ outcome: 'SUCCESS', text: 'grace', limit: 50 })
    const link = (await screen.findByText('All by ada')).closest('a')
    expect(link?.getAttribute('href')).toBe(`/reports/archives/${id}?f.actor=actor-1`)
  })

  it('says so when it is closed', async () => {
    serve(
      answering(listArchives, () => [archive]),
      answering(listArchivedEvents, () => new Refusal('archive_not_open')),
    )
    await show(`/reports/archives/${id}`)
    expect(await screen.findByText(/not open for reading/)).toBeDefined()
  })
})
