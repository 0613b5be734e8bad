import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showShell } from '../../testing/shell.tsx'

const nav = () => within(screen.getByRole('navigation', { name: 'Main menu' }))
const searchBox = () => screen.findByRole('searchbox', { name: 'Search the menu' })

afterEach(() => vi.useRealTimers())

describe('the search of the menu', () => {
  it('finds pages by a name that is nearly right', {
    meta: { covers: ['shell.menu-search'] },
  }, async () => {
    const { user } = showShell()
    await user.type(await searchBox(), 'usrs')
    await waitFor(() => expect(nav().queryByRole('link', { name: 'My profile' })).toBeNull())
    expect(nav().getByRole('link', { name: 'Users' })).toBeDefined()
  })

  it('begins 200 ms after the last key', {
    meta: { covers: ['shell.menu-search', 'constant:search.debounce'] },
  }, async () => {
    showShell()
    const box = await searchBox()
    vi.useFakeTimers()
    const type = (value: string) => fireEvent.change(box, { target: { value } })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const isSearching = () => nav().queryByRole('button', { name: 'My account' }) === null
    type('us')
    await pass(150)
    type('use')
    await pass(199)
    expect(isSearching()).toBe(false)
    await pass(1)
    expect(isSearching()).toBe(true)
  })

  it('finds no page that permission or account do not allow', {
    meta: { covers: ['shell.menu-search-filter'] },
  }, async () => {
    const { user } = showShell()
    await user.type(await searchBox(), 'dashboard')
    expect(await screen.findByText('No page has this name.')).toBeDefined()
  })

  it('takes 30 letters, digits, spaces and hyphens, and strips the rest', {
    meta: { covers: ['shell.menu-search', 'constant:search.max-length'] },
  }, async () => {
    const { user } = showShell()
    const box = await searchBox()
    await user.type(box, '<u>s-1 é$')
    expect(box).toHaveProperty('value', 'us-1 é')
    await user.clear(box)
    await user.type(box, 'x'.repeat(40))
    expect(box).toHaveProperty('value', 'x'.repeat(30))
    expect(await screen.findByText('No page has this name.')).toBeDefined()
  })
})
