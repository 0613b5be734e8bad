import { corsFamily, readCorsSettings, updateCorsSettings } from '@signet/contract/settings/cors'
import {
  readUserPortalSettings,
  updateUserPortalSettings,
  userPortalFamily,
} from '@signet/contract/settings/userportal'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { messages } from '../../../lib/messages.ts'
import CorsPage from './CorsPage.tsx'
import UserPortalPage from './UserPortalPage.tsx'

const kept = { origins: ['https://app.example.com'], allowCredentials: false, maxAgeSeconds: 600 }

const show = (
  update: () => typeof kept | Refusal = () => kept,
  session = buildConsoleSession(),
) => {
  const asked = serve(
    answering(readCorsSettings, () => kept),
    answering(updateCorsSettings, update),
  )
  const routes = [{ path: '/settings/cors', element: <CorsPage /> }]
  return { ...renderRoutes(routes, { at: '/settings/cors', session }), asked }
}

const origins = () => screen.findByRole('textbox', { name: 'Allowed origins' })

describe('a page of settings', () => {
  it('saves over the version that was read', {
    meta: { covers: ['purpose.tenant-admins-more', 'screen:settings/cors'] },
  }, async () => {
    const { user, asked } = show()
    await user.type(await origins(), '\nhttp://localhost:*')
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(messages.get().map(({ text }) => text)).toContain('Saved'))
    const save = asked.find(({ endpoint }) => endpoint.method === 'PUT')
    expect(save?.ifMatch).toBe('"1"')
    expect(save?.body).toMatchObject({ origins: [...kept.origins, 'http://localhost:*'] })
  })

  it('names the line that is wrong, and what does not go together', async () => {
    const { user, asked } = show()
    await user.type(await origins(), '\nnot an origin')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText(/Line 2: Enter an origin such as/)).length).toBeGreaterThan(
      0,
    )
    expect(asked.filter(({ endpoint }) => endpoint.method === 'PUT')).toEqual([])
  })

  it('goes back to the defaults, which are kept only by Save', async () => {
    const { user, asked } = show()
    await origins()
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }))
    expect(asked.filter(({ endpoint }) => endpoint.method === 'PUT')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.at(-1)?.body ?? asked.at(-2)?.body).toEqual(corsFamily.defaults),
    )
  })

  it('says who has changed it meanwhile', async () => {
    const { user } = show(() => new Refusal('precondition_failed', { changedBy: 'grace' }))
    await user.type(await origins(), '\nhttps://two.example.com')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/grace changed this while you were editing/)).toBeDefined()
  })

  it('is only shown to those who may not change it', async () => {
    const permissions = [
      { entityType: 'SETTINGS' as const, view: true, add: false, edit: false, remove: false },
    ]
    show(undefined, buildConsoleSession({ roles: [buildRole({ permissions })] }))
    expect(await origins()).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByText('You may look at these settings, not change them.')).toBeDefined()
  })
})

describe('the page of the user portal', () => {
  const showPortal = () => {
    const stored = { ...userPortalFamily.defaults, googleAuthenticatorOverride: { fr: app } }
    const asked = serve(
      answering(readUserPortalSettings, () => stored),
      answering(updateUserPortalSettings, () => stored),
    )
    const routes = [{ path: '/settings/userportal', element: <UserPortalPage /> }]
    return { ...renderRoutes(routes, { at: '/settings/userportal' }), asked }
  }
  const app = {
    name: 'Clé Acme',
    androidUrl: 'https://apps.acme.example/android',
    iosUrl: 'https://apps.acme.example/ios',
  }
  const sent = (asked: ReturnType<typeof showPortal>['asked']) =>
    asked.filter(({ endpoint }) => endpoint.method === 'PUT').map(({ body }) => body)

  it('names another app language by language, and takes one out', {
    meta: { covers: ['screen:settings/userportal'] },
  }, async () => {
    const { user, asked } = showPortal()
    const languages = await screen.findByRole('combobox', { name: 'Add a language' })
    await user.selectOptions(languages, 'German')
    const german = within(screen.getByRole('group', { name: 'German' }))
    const fill = async (name: RegExp, value: string): Promise<void> => {
      await user.click(german.getByRole('textbox', { name }))
      await user.paste(value)
    }
    await fill(/Name of the app/, 'Acme-Schlüssel')
    await fill(/Android/, 'http://a.example')
    await fill(/iPhone/, app.iosUrl)
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      await screen.findByText(
        /German, Address for Android: Enter an address that begins with https/,
      ),
    ).toBeDefined()
    expect(sent(asked)).toEqual([])
    await user.clear(german.getByRole('textbox', { name: /Android/ }))
    await fill(/Android/, app.androidUrl)
    await user.click(screen.getByRole('button', { name: 'Take French out' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent(asked)).toHaveLength(1))
    expect(sent(asked)[0]).toMatchObject({
      googleAuthenticatorOverride: { de: { ...app, name: 'Acme-Schlüssel' } },
    })
    expect(JSON.stringify(sent(asked))).not.toContain('Clé')
  })
})
