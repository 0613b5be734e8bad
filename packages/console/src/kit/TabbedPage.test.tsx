import { screen, within } from '@testing-library/react'
import { useParams } from 'react-router'
import { describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { TabbedPage } from './TabbedPage.tsx'

const showParts = (count: number, at = '/settings') => {
  const tabs = Array.from({ length: count }, (_, place) => ({
    key: `part${place}`,
    label: `Part ${place}`,
    content: () => <p>Content {place}</p>,
  }))
  const Page = () => (
    <TabbedPage title="Settings" base="/settings" tab={useParams().tab} tabs={tabs} />
  )
  return renderRoutes([{ path: '/settings/:tab?', element: <Page /> }], { at })
}

const list = () => within(screen.getByRole('navigation', { name: 'Settings' }))

describe('a page of many parts', () => {
  it('has up to seven side by side', async () => {
    showParts(7)
    expect(await screen.findAllByRole('tab')).toHaveLength(7)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('lists more than seven beside the page, links with an address each', async () => {
    const { user, router } = showParts(8)
    await screen.findByText('Content 0')
    const links = list().getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/settings',
      ...[1, 2, 3, 4, 5, 6, 7].map((place) => `/settings/part${place}`),
    ])
    expect(links.filter((link) => link.hasAttribute('aria-current'))).toEqual([links[0]])
    await expectAccessible()
    await user.tab()
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(links[1])
    await user.keyboard('{Enter}')
    await screen.findByText('Content 1')
    expect(router.state.location.pathname).toBe('/settings/part1')
    expect(list().getByRole('link', { current: 'page' }).textContent).toBe('Part 1')
  })

  it('offers them to choose from on a small screen', async () => {
    const { user, router } = showParts(8, '/settings/part3')
    const chooser = await screen.findByRole('combobox', { name: 'Settings' })
    expect(chooser).toHaveProperty('value', 'part3')
    await user.selectOptions(chooser, 'Part 6')
    await screen.findByText('Content 6')
    expect(router.state.location.pathname).toBe('/settings/part6')
  })
})
