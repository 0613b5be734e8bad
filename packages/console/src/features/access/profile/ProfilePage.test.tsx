import { SelfUser } from '@signet/contract/access/self'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { buildSelf } from '../../../../testing/self.ts'
import { messages } from '../../../lib/messages.ts'
import { connectCalls } from '../../../lib/transport.ts'
import ProfilePage from './ProfilePage.tsx'

/** The service, as far as this screen knows it: keeps one user and a version. */
const serve = (change: Parameters<typeof buildSelf>[0] = {}) => {
  let version = 3
  let user = SelfUser.parse(buildSelf(change))
  const saves: { body: unknown; ifMatch: string | null }[] = []
  connectCalls({
    readToken: () => 'token',
    proofKey: () =>
      crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    fetch: async (_, init = {}) => {
      if (init.method === 'PUT') {
        const body: object = JSON.parse(String(init.body))
        saves.push({ body, ifMatch: new Headers(init.headers).get('If-Match') })
        user = SelfUser.parse({ ...user, ...body })
        version += 1
      }
      return new Response(JSON.stringify(user), { headers: { ETag: `"${version}"` } })
    },
  })
  const view = renderRoutes([{ path: '/myprofile', element: <ProfilePage /> }], {
    at: '/myprofile',
  })
  return { ...view, saves }
}

describe('my profile', () => {
  it('shows who I am here', {
    meta: { covers: ['formatting.dates', 'purpose.end-users', 'screen:myprofile'] },
  }, async () => {
    serve()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeDefined()
    expect(screen.getByText('ada@example.com')).toBeDefined()
    expect(screen.getByText('countess')).toBeDefined()
    expect(screen.getByText(/^21 Nov 2026 \d\d:30:00 /)).toBeDefined()
    await expectAccessible()
  })

  it('saves name and language over the version that was read', {
    meta: { covers: ['purpose.end-users-self-service'] },
  }, async () => {
    const { user, saves } = serve()
    const field = await screen.findByRole('textbox', { name: 'First name' })
    await user.clear(field)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Portuguese')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(saves).toEqual([
        { body: { firstName: null, lastName: 'Lovelace', locale: 'pt' }, ifMatch: '"3"' },
      ]),
    )
    await waitFor(() => expect(messages.get().map(({ text }) => text)).toEqual(['Salvo']))
    expect(document.documentElement.lang).toBe('pt')
  })

  it('lets people of a directory change their language only', async () => {
    serve({ type: 'LDAP_AD' })
    expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(screen.getByText(/kept where your account comes from/)).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveProperty('disabled', false)
  })
})
