import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderRoutes } from '../../testing/render.tsx'

it('loads what draws a menu in the way of the app, which tries again', async () => {
  // What draws menus is loaded once: other tests may have opened one.
  vi.resetModules()
  const { loadMenusBy, PopupMenu } = await import('./PopupMenu.tsx')
  let tries = 0
  loadMenusBy((load) => {
    tries += 1
    return load()
  })
  const items = [{ label: 'Delete' }]
  const menu = <PopupMenu items={items} anchor={document.body} onClose={() => undefined} />
  expect(tries).toBe(0)
  renderRoutes([{ path: '/', element: menu }])
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(tries).toBe(1)
})
