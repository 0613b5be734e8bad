import { helpPages } from '@signet/rules/console'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { buildConsoleSession } from '../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../testing/render.tsx'
import { resetShell, showShell } from '../../../testing/shell.tsx'
import { features } from '../../features.ts'
import { changeLocale } from '../../lib/i18n.ts'
import { connectCalls } from '../../lib/transport.ts'
import { ScreensProvider } from '../screens-context.tsx'
import HelpPanel from './HelpPanel.tsx'

afterEach(async () => {
  resetShell()
  await act(() => changeLocale('en'))
})

const index = [
  {
    page: 'roles',
    sections: [
      { heading: 'Roles', anchor: null, text: 'A role permits its holder to administer.' },
      { heading: 'Help desks', anchor: 'section-1', text: 'Look after the people of one group.' },
    ],
  },
]

const bodyOf = (page: string): string =>
  `<h1>About ${page}</h1><p>See <a href="roles">roles</a> and the
  <a href="/help/developer/apis/administration/openapi/">reference</a>.</p>
  <h2 id="section-1">Help desks</h2><p>Of ${page}.</p>`

/** The guide as the service has it; keeps what it was asked for. */
const serveGuide = (language = 'en'): readonly string[] => {
  const asked: string[] = []
  connectCalls({
    fetch: async (address) => {
      const { pathname } = new URL(String(address))
      asked.push(pathname)
      const page = pathname.split('/').at(-1) ?? ''
      if (page === 'index.json') return new Response(JSON.stringify(index))
      return new Response(`<html lang="${language}"><main>${bodyOf(page)}</main></html>`)
    },
  })
  return asked
}

const panel = () => screen.findByRole('complementary', { name: 'Help for this page' })
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })

const openBeside = async (at: string) => {
  const shell = showShell(at)
  await screen.findByRole('heading', { level: 1 })
  await shell.user.click(screen.getByRole('button', { name: 'Help for this page' }))
  await panel()
  return shell
}

describe('the help beside a page', () => {
  it('opens by the button of the top bar, with the page that the screen names', {
    meta: { covers: ['help.links'] },
  }, async () => {
    const asked = serveGuide()
    await openBeside('/user/add')
    await heading('About users')
    expect(asked).toEqual(['/documentation/help/en/users'])
    expect(screen.getByRole('heading', { level: 1, name: 'Add user page' })).toBeDefined()
    const button = screen.getByRole('button', { name: 'Help for this page' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await expectAccessible()
  })

  it('opens and closes by the key ?, but not while a field is filled in', async () => {
    serveGuide()
    const { user } = showShell('/user/add')
    await user.type(await screen.findByRole('searchbox', { name: 'Search the menu' }), '?')
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('main'))
    await user.keyboard('?')
    await heading('About users')
    expect(document.activeElement).toBe(await panel())
    await user.keyboard('?')
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(document.activeElement?.id).toBe('help-button')
  })

  it('closes with Escape and gives the focus back to the button', async () => {
    serveGuide()
    const { user } = await openBeside('/user/add')
    await user.click(screen.getByRole('searchbox', { name: 'Search help' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(document.activeElement?.id).toBe('help-button')
  })

  it('shows the help of the next page once one is opened', async () => {
    serveGuide()
    const { router } = await openBeside('/user/add')
    await heading('About users')
    await act(() => router.navigate('/dashboard'))
    await heading('About dashboard')
    expect(screen.queryByRole('heading', { name: 'About users' })).toBeNull()
  })

  it('opens links to the guide in itself, others in a tab, and comes back', async () => {
    serveGuide()
    const { user } = await openBeside('/user/add')
    await heading('About users')
    const reference = within(await panel()).getByRole('link', { name: 'reference' })
    expect(reference.getAttribute('target')).toBe('_blank')
    await user.click(within(await panel()).getByRole('link', { name: 'roles' }))
    await waitFor(async () => expect(document.activeElement).toBe(await heading('About roles')))
    const link = within(await panel()).getByRole('link', { name: 'Open in a new tab' })
    expect(link.getAttribute('href')).toBe('/documentation/help/en/roles')
    await user.click(within(await panel()).getByRole('button', { name: 'Help for this page' }))
    await heading('About users')
  })

  it('finds sections in all pages, and goes to the one that is chosen', async () => {
    const asked = serveGuide()
    const { user } = await openBeside('/user/add')
    await heading('About users')
    expect(asked).not.toContain('/documentation/help/en/index.json')
    const box = screen.getByRole('searchbox', { name: 'Search help' })
    await user.type(box, 'one group')
    const found = await screen.findByRole('button', { name: /^Roles › Help desks/ })
    await expectAccessible(await panel())
    await user.click(found)
    await heading('About roles')
    const section = screen.getByRole('heading', { level: 3, name: 'Help desks' })
    await waitFor(() => expect(document.activeElement).toBe(section))
    await user.type(box, 'nowhere')
    expect((await screen.findByRole('status')).textContent).toBe(
      'No help page contains these words.',
    )
  })

  it('shows what the keys do', async () => {
    serveGuide()
    const { user } = await openBeside('/user/add')
    await user.click(within(await panel()).getByRole('button', { name: 'Keyboard' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard' }))
    expect(dialog.getByText('Help for this page')).toBeDefined()
    expect(dialog.getByText('g u')).toBeDefined()
  })

  it.each([
    ['de', 'de'],
    ['pt', 'en'],
  ])(
    'is asked for in the language of the console (%s), in %s',
    {
      meta: { covers: ['i18n.help-guides'] },
    },
    async (locale, folder) => {
      const asked = serveGuide(folder)
      await act(() => changeLocale(locale))
      showShell('/user/add')
      const [button] = await screen.findAllByRole('button', { expanded: false })
      expect(button).toBeDefined()
      act(() => document.getElementById('help-button')?.click())
      const title = await heading('About users')
      expect(asked).toEqual([`/documentation/help/${folder}/users`])
      expect(title.closest('[lang]')?.getAttribute('lang')).toBe(folder)
    },
  )

  it('says that it could not be loaded, and tries again', async () => {
    let isThere = false
    connectCalls({
      fetch: async () =>
        isThere
          ? new Response(`<html lang="en"><main>${bodyOf('users')}</main></html>`)
          : new Response('{}', { status: 500 }),
    })
    const { user } = await openBeside('/user/add')
    await screen.findByRole('heading', { name: 'This could not be loaded' })
    isThere = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await heading('About users')).toBeDefined()
  })
})

describe('the help while a form is filled in', () => {
  it('marks what it says of the field that has the focus', async () => {
    connectCalls({
      fetch: async () =>
        new Response(
          '<html lang="en"><main><h1>Users</h1><p>The <em>User ID</em> is enough.</p><p>Other</p></main></html>',
        ),
    })
    const page = (
      <>
        <label htmlFor="id">User ID *</label>
        <input id="id" />
        <label htmlFor="name">Name</label>
        <input id="name" />
        <HelpPanel onClose={() => undefined} onKeys={() => undefined} />
      </>
    )
    const { user } = renderRoutes([{ path: '/', element: page }], {
      wrap: (children) => <ScreensProvider features={features}>{children}</ScreensProvider>,
    })
    await heading('Users')
    const marked = () =>
      [...document.querySelectorAll('[data-about-field]')].map(({ textContent }) => textContent)
    await user.click(screen.getByLabelText(/^User ID/))
    expect(marked()).toEqual(['The User ID is enough.'])
    await user.click(screen.getByLabelText('Name'))
    expect(marked()).toEqual([])
  })
})

const screens = features.flatMap((feature) => feature.screens)
const perPage = [...Map.groupBy(screens, ({ help }) => help)].flatMap(([help, own]) =>
  own[0] === undefined ? [] : [[own[0].path, help] as const],
)

describe('each screen', () => {
  it('names a page of the guide', () => {
    const pages: ReadonlySet<unknown> = new Set(helpPages)
    expect(screens.length).toBeGreaterThan(100)
    expect(screens.filter(({ help }) => !pages.has(help)).map(({ path }) => path)).toEqual([])
  })

  it.each(perPage)('such as %s opens its help beside it: %s', async (path, help) => {
    const asked = serveGuide()
    const panelHere = <HelpPanel onClose={() => undefined} onKeys={() => undefined} />
    renderRoutes([{ path: '/', handle: path, element: panelHere }], {
      session: buildConsoleSession(),
      wrap: (children) => <ScreensProvider features={features}>{children}</ScreensProvider>,
    })
    await heading(`About ${help}`)
    expect(asked).toEqual([`/documentation/help/en/${help}`])
  })
})
