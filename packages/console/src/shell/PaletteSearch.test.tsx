import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { buildConsoleSession, buildRole } from '../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { features as every } from '../features.ts'
import type { Feature, PaletteItem, PaletteSource } from '../kit/screen.ts'
import { preferences } from '../lib/preferences.ts'
import PaletteSearch from './PaletteSearch.tsx'
import { ScreensProvider } from './screens-context.tsx'

type Find = PaletteSource['find']

/** Answers when a test says so. */
const slowFind = () => {
  const asked: { typed: string; signal: AbortSignal; answer: (items: PaletteItem[]) => void }[] = []
  const find: Find = (typed, signal) =>
    new Promise((answer) => {
      asked.push({ typed, signal, answer })
    })
  return { asked, find }
}

const roleFound: PaletteItem = { id: 'role-1', label: 'Front desk', to: '/role/role-1' }

const withFind = (find: Find): readonly Feature[] => [
  ...every.map(({ palette: _palette, ...feature }) => feature),
  {
    screens: [],
    palette: [
      { heading: 'common:pages.users', needs: ['USERS', 'VIEW'], find },
      { heading: 'common:pages.roles', needs: ['ROLES', 'VIEW'], find: async () => [roleFound] },
    ],
  },
]

const rights = (...entities: readonly string[]) =>
  buildRole({
    builtIn: null,
    permissions: buildRole().permissions.filter(({ entityType }) => entities.includes(entityType)),
  })

const show = (find: Find = async () => [], session = buildConsoleSession()) => {
  const went: string[] = []
  const onDone = vi.fn<() => void>()
  const palette = <PaletteSearch onGo={(to) => went.push(to)} onDone={onDone} />
  const view = renderRoutes([{ path: '/', element: palette }], {
    session,
    wrap: (children) => <ScreensProvider features={withFind(find)}>{children}</ScreensProvider>,
  })
  return { ...view, went, onDone }
}

const input = () => screen.findByRole('combobox')
const option = (name: string | RegExp) => screen.findByRole('option', { name })
const anna: PaletteItem = { id: 'anna', label: 'Anna Berg', to: '/user/anna' }

describe('the palette', () => {
  it('finds pages by words of the field, and says why', async () => {
    const { user, went } = show()
    await user.type(await input(), 'smtp')
    await option(/^Email server\s+The mail server .*\s+SMTP server$/)
    await expectAccessible()
    await user.keyboard('{Enter}')
    expect(went).toEqual(['/settings/email'])
  })

  it('leads to the field of a setting', async () => {
    const { user, went } = show()
    await user.type(await input(), 'sessions per person')
    await user.click(await option(/^Sessions per person/))
    expect(went).toEqual([
      '/settings/general/sessions?field=settings:general.fields.sessionsPerUser',
    ])
  })

  it('turns dark and signs out', async () => {
    const { user, onDone } = show()
    await user.type(await input(), 'dark mode')
    await option('Dark appearance')
    await user.keyboard('{Enter}')
    expect(preferences.get().scheme).toBe('dark')
    expect(onDone).toHaveBeenCalledOnce()
    await user.clear(await input())
    await user.type(await input(), 'log out')
    expect(await option('Sign out')).toBeDefined()
  })

  it('offers only actions that are permitted', async () => {
    const session = buildConsoleSession({ roles: [rights('USERS', 'GROUPS')] })
    const { user } = show(undefined, session)
    await user.type(await input(), 'create')
    await option('Add user')
    expect(screen.getByRole('option', { name: 'Add group' })).toBeDefined()
    expect(screen.queryByRole('option', { name: 'Add role' })).toBeNull()
    expect(screen.queryByRole('option', { name: 'Add application' })).toBeNull()
  })

  it('asks for no objects that the person may not list', async () => {
    const { asked, find } = slowFind()
    const { user } = show(find, buildConsoleSession({ roles: [rights('ROLES')] }))
    await user.type(await input(), 'front')
    await option('Front desk')
    expect(asked).toEqual([])
  })

  it('hides what was found by another word as soon as one more letter is typed', async () => {
    const { user } = show(async (typed) => [{ ...anna, label: `Found ${typed}` }])
    await user.type(await input(), 'ann')
    await option('Found ann')
    await user.type(await input(), 'x')
    expect(screen.queryByRole('option', { name: 'Found ann' })).toBeNull()
    expect(await option('Found annx')).toBeDefined()
  })

  it('lists a user whose name begins so before a page that is only similar', async () => {
    const { user, went } = show(async () => [anna])
    await user.type(await input(), 'ann')
    const names = async () => {
      await option('Anna Berg')
      return screen.getAllByRole('option').map(({ textContent }) => textContent)
    }
    const [first, ...others] = await names()
    expect(first).toBe('Anna Berg')
    expect(others.length).toBeGreaterThan(0)
    expect(screen.getByText('Similar')).toBeDefined()
    await user.keyboard('{Enter}')
    expect(went).toEqual(['/user/anna'])
  })

  it('asks once the typing has stopped, and drops answers to what was typed before', async () => {
    const { asked, find } = slowFind()
    show(find)
    const box = await input()
    const type = (value: string) => fireEvent.change(box, { target: { value } })
    // No time goes by between these two.
    type('an')
    type('ann')
    await waitFor(() => expect(asked.map(({ typed }) => typed)).toEqual(['ann']))
    type('anna')
    await waitFor(() => expect(asked.map(({ typed }) => typed)).toEqual(['ann', 'anna']))
    await act(async () => asked[0]?.answer([{ ...anna, label: 'Ann Older' }]))
    await act(async () => asked[1]?.answer([anna]))
    expect(await option('Anna Berg')).toBeDefined()
    expect(screen.queryByRole('option', { name: 'Ann Older' })).toBeNull()
    expect(asked[0]?.signal.aborted).toBe(true)
  })
})
