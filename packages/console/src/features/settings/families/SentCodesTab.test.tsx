import { listTextMessages } from '@signet/contract/authenticators/otps'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { settingsFeature } from './settings.screens.ts'

const id = '018f0000-0000-7000-8000-000000000042'

describe('the codes that were sent', () => {
  it('are listed with whom they went to and what the provider said', async () => {
    const asked = serve(
      answering(listTextMessages, () => ({
        results: [
          {
            id,
            userId: id,
            userName: 'ada',
            deliveryType: 'VOICE' as const,
            hint: '••• 42',
            state: 'SENT' as const,
            status: 202,
            failure: null,
            items: [{ name: 'call', value: 'c-1' }],
            providerName: 'Reseller',
            createdAt: '2026-01-02T03:04:05.000Z',
          },
        ],
        paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
      })),
    )
    const { container } = await showScreens(
      settingsFeature,
      '/settings/authenticators/sent?f.state=SENT',
    )
    expect((await screen.findByRole('link', { name: 'ada' })).getAttribute('href')).toContain(id)
    expect(screen.getByText('Answer 202 · call: c-1')).toBeDefined()
    expect(screen.getByText('Phone call')).toBeDefined()
    expect(screen.getByText('Reseller')).toBeDefined()
    expect(asked[0]?.body).toMatchObject({ state: 'SENT' })
    await expectAccessible(container)
  })
})
