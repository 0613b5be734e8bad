import People from '@mui/icons-material/PeopleOutlined'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Outlet } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import type { Feature, MenuGroup, Screen } from '../kit/screen.ts'
import { Menu } from './Menu.tsx'
import { ScreensProvider } from './screens-context.tsx'

type Title = Screen['title']

const pages = {
  overview: ['common:pages.dashboard', 'common:pages.firstSteps'],
  users: ['common:pages.users', 'common:pages.groups', 'common:pages.roles'],
  authenticators: ['common:pages.tokens', 'common:pages.grids', 'common:pages.kbaSettings'],
  applications: ['common:pages.applications', 'common:pages.oidcClaims', 'common:pages.cors'],
  cards: ['common:pages.printers', 'common:pages.printQueue', 'common:pages.smartCards'],
  self: ['common:pages.profile'],
} as const satisfies Partial<Record<MenuGroup, readonly Title[]>>

const pathOf = (title: Title): string => `/${title.slice('common:pages.'.length)}`

const screensOf = (group: MenuGroup, titles: readonly Title[]): readonly Screen[] =>
  titles.map((title) => ({
    path: pathOf(title),
    title,
    help: 'start',
    menu: { group, icon: People },
    page: async () => ({ default: () => null }),
  }))

const below: Screen = {
  path: '/user/add',
  title: 'common:pages.addUser',
  parent: '/users',
  help: 'users',
  page: async () => ({ default: () => null }),
}

const many: readonly Screen[] = [
  ...screensOf('overview', pages.overview),
  ...screensOf('cards', pages.cards),
  ...screensOf('users', pages.users),
  ...screensOf('authenticators', pages.authenticators),
  ...screensOf('applications', pages.applications),
  ...screensOf('self', pages.self),
  below,
]
const few: readonly Screen[] = [
  ...screensOf('users', pages.users),
  ...screensOf('self', pages.self),
  below,
]

const showMenu = (at: string, { screens = many, isOpen = false } = {}) => {
  const features: readonly Feature[] = [{ screens }]
  const frame = (
    <>
      <Menu isOpen={isOpen} onClose={() => undefined} />
      <main>
        <Outlet />
      </main>
    </>
  )
  const children = screens.map(({ path }) => ({ path, handle: path, element: <h1>{path}</h1> }))
  return renderRoutes([{ element: frame, children }], {
    at,
    wrap: (shown) => <ScreensProvider features={features}>{shown}</ScreensProvider>,
  })
}

const nav = () => within(screen.getByRole('navigation', { name: 'Main menu' }))
const groups = () => nav().getAllByRole('button')
const namesOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const openGroups = () => namesOf(nav().getAllByRole('button', { expanded: true }))

let broughtIntoSight: (string | null)[]
beforeEach(() => {
  broughtIntoSight = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function brought(this: Element) {
    broughtIntoSight.push(this.textContent)
  })
})

describe('the menu', () => {
  it('has groups by task in their order, and none without a page', async () => {
    showMenu('/dashboard')
    await screen.findByRole('heading', { name: '/dashboard' })
    expect(namesOf(groups())).toEqual([
      'Overview',
      'Users',
      'Authenticators',
      'Applications',
      'Cards',
      'My account',
    ])
    await expectAccessible()
  })

  it('opens the group of the current page and brings the page into sight', async () => {
    showMenu('/printQueue')
    await screen.findByRole('heading', { name: '/printQueue' })
    expect(openGroups()).toEqual(['Overview', 'Cards'])
    expect(broughtIntoSight).toEqual(['Print queue'])
    const current = nav().getByRole('link', { name: 'Print queue' })
    expect(current.getAttribute('aria-current')).toBe('page')
  })

  it('follows to another page, whichever way it was opened', async () => {
    const { router } = showMenu('/printQueue')
    await screen.findByRole('heading', { name: '/printQueue' })
    await act(() => router.navigate('/user/add'))
    await screen.findByRole('heading', { name: '/user/add' })
    await waitFor(() => expect(broughtIntoSight).toEqual(['Print queue', 'Users']))
    expect(openGroups()).toEqual(['Overview', 'Users', 'Cards'])
    expect(nav().getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page')
  })

  it('keeps a group as it was left until one of its pages is opened', async () => {
    const { user, router } = showMenu('/users')
    await screen.findByRole('heading', { name: '/users' })
    await user.click(nav().getByRole('button', { name: 'Users' }))
    await user.click(nav().getByRole('button', { name: 'Applications' }))
    await act(() => router.navigate('/profile'))
    await screen.findByRole('heading', { name: '/profile' })
    await waitFor(() => expect(openGroups()).toEqual(['Overview', 'Applications', 'My account']))
    await act(() => router.navigate('/groups'))
    await waitFor(() => expect(openGroups()).toContain('Users'))
  })

  it('is shown whole where it is short', async () => {
    showMenu('/profile', { screens: few })
    await screen.findByRole('heading', { name: '/profile' })
    expect(openGroups()).toEqual(['Users', 'My account'])
  })

  it('shows the current page on a small screen, too, when it is opened', async () => {
    showMenu('/printQueue', { isOpen: true })
    await screen.findAllByText('Print queue')
    expect(openGroups()).toEqual(['Overview', 'Cards'])
    expect(broughtIntoSight).toEqual(['Print queue', 'Print queue'])
  })
})
