import { authenticateMagicLink } from '@signet/contract/access/magic-links'
import { describe, expect, it } from 'vitest'
import { completed } from '../../testing/answers.ts'
import { heading, left, openPage, press, stand } from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'

const asked = {
  companyName: 'Acme',
  requested: { requestDate: '2026-11-21T10:00:00.000Z', address: '203.0.113.7', browser: null },
  here: true,
  there: false,
  redirectUrl: null,
}

const address = '/magiclink/l5Ste5Xsl8ViQTY4TcwQNkbkwrqORCwS'

describe('a link of a mail', () => {
  it('is looked at and used with the key of this browser, to which the sign-in is bound', {
    meta: { covers: ['login.magic-link', 'S4'] },
  }, async () => {
    stand.service.on(authenticateMagicLink, () =>
      stand.service.callsOf(authenticateMagicLink).length > 1
        ? { ...asked, state: 'SIGNED_IN' as const, authentication: completed() }
        : { ...asked, state: 'OPEN' as const, authentication: null },
    )
    const page = await openPage(address)
    await heading('Sign in to Acme?')
    await press(page, 'Sign in here')
    await left()
    const calls = stand.service.callsOf(authenticateMagicLink)
    const proofs = calls.map(({ headers }) => headers.get('DPoP')?.split('.').length)
    expect(proofs).toEqual([3, 3])
  })

  it('that no longer works says so', async () => {
    const refused = refuse({ status: 401, code: 'magic_link_invalid' })
    stand.service.on(authenticateMagicLink, () => refused)
    await openPage(address)
    expect(await heading('This link no longer works')).toBeDefined()
  })
})
