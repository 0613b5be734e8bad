import { readOidcApplication } from '@signet/contract/applications/oidc-applications'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { id, portal } from '../../../../testing/oidc-applications.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { oidcApplicationsFeature } from './oidc-applications.screens.ts'

const rejected = {
  id: '018f0000-0000-7000-8000-000000000001',
  eventTime: '2026-11-28T10:00:00.000Z',
  actorType: 'ANONYMOUS',
  actorId: '',
  actorName: '',
  entityType: 'APPLICATIONS',
  entityId: 'c0ffee',
  entityName: 'Customer portal',
  action: 'REQUEST_REJECTED',
  outcome: 'DENIED' as const,
  requestId: 'r1',
  address: '192.0.2.7',
  country: null,
  userAgent: null,
  before: null,
  after: null,
  attributes: {
    door: 'AUTHORIZE',
    reason: 'REDIRECT_URI_MISMATCH',
    // The words come with the code, in the language of the reader.
    text: 'As the log has it.',
    asked: { redirect_uri: 'https://portal.example.test/other' },
    registered: { redirect_uris: ['https://portal.example.test/callback'] },
  },
  erased: false,
}

it('an application shows its rejected requests, with what was sent and what is registered', async () => {
  const asked = serve(
    answering(readOidcApplication, () => portal()),
    answering(listAuditEvents, () => ({
      results: [rejected],
      paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
    })),
  )
  const { container } = await showScreens(
    oidcApplicationsFeature,
    `/applications/oidc/OIDC_WEB/${id}/signIns`,
    { session: buildConsoleSession() },
  )
  await screen.findByText('The redirect URI is not registered for the application.')
  screen.getByText(/Sent: redirect_uri=https:\/\/portal\.example\.test\/other/)
  screen.getByText(/Registered: redirect_uris=https:\/\/portal\.example\.test\/callback/)
  expect(asked.find(({ endpoint }) => endpoint === listAuditEvents)).toMatchObject({
    body: { entityId: 'c0ffee', actions: expect.arrayContaining(['REQUEST_REJECTED']) },
  })
  await expectAccessible(container)
})
