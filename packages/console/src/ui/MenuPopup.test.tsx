import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import MenuPopup from './MenuPopup.tsx'
import type { PopupItem } from './popup-items.ts'

const show = (items: readonly PopupItem[]): void => {
  const menu = (
    <MenuPopup items={items} label="Actions" anchor={document.body} onClose={() => undefined} />
  )
  renderRoutes([{ path: '/', element: menu }])
}

/** What the menu shows, line by line; an icon as the name that it has here. */
const lines = (): (string | null)[] =>
  [...screen.getByRole('menu', { name: 'Actions' }).children].map((line) => {
    if (line.matches('hr')) return '–'
    const icon = line.querySelector('[data-testid]')?.getAttribute('data-testid')
    return icon === undefined || icon === null ? line.textContent : `${icon} ${line.textContent}`
  })

const rename = { label: 'Rename' }
const remove = { label: 'Delete', isDestructive: true }
const revoke = { label: 'Revoke', isDestructive: true, icon: <i data-testid="block" /> }

describe('a deletion in a menu', () => {
  it('comes last, below a line, with the icon of deletions', async () => {
    show([remove, rename, { label: 'Clone', icon: <i data-testid="copy" /> }])
    await expectAccessible()
    expect(lines()).toEqual(['Rename', 'copy Clone', '–', 'DeleteOutlinedIcon Delete'])
  })

  it('is together with a revocation, which keeps its own icon', () => {
    show([revoke, rename, remove])
    expect(lines()).toEqual(['Rename', '–', 'block Revoke', 'DeleteOutlinedIcon Delete'])
  })

  it('has no line above it where nothing else can be done', () => {
    show([remove])
    expect(lines()).toEqual(['DeleteOutlinedIcon Delete'])
  })

  it('leaves a menu without one as it is', () => {
    show([{ label: 'Second' }, { label: 'First', startsGroup: true }])
    expect(lines()).toEqual(['Second', '–', 'First'])
  })
})
