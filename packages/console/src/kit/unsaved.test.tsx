import { act, screen, waitFor } from '@testing-library/react'
import { Outlet } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderRoutes } from '../../testing/render.tsx'
import { createStore, useStore } from '../lib/store.ts'
import { UnsavedGuard } from './unsaved.tsx'

const guard = (isDirty: boolean) => (
  <UnsavedGuard isDirty={isDirty} isLeaving={createStore(false)} />
)

const show = (...forms: readonly boolean[]) =>
  renderRoutes([
    {
      path: '/',
      element: <Outlet />,
      children: [
        { index: true, element: <>{forms.map(guard)}</> },
        { path: 'elsewhere', element: <p>Elsewhere</p> },
      ],
    },
  ])

afterEach(() => vi.restoreAllMocks())

describe('a page of several forms', () => {
  it.each([
    ['first', [true, false, false]],
    ['last', [false, false, true]],
  ])('asks once before changes of its %s form are left', async (_which, forms) => {
    const warn = vi.spyOn(console, 'warn')
    const { router, user } = show(...forms)
    await router.navigate('/elsewhere')
    expect(await screen.findAllByRole('alertdialog', { name: 'Unsaved changes' })).toHaveLength(1)
    expect(warn.mock.calls.filter(([text]) => /one blocker/.test(String(text)))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(await screen.findByText('Elsewhere')).toBeDefined()
  })

  it('leads on where the changes are saved while it asks', async () => {
    const isChanged = createStore(true)
    const Form = () => guard(useStore(isChanged))
    const { router } = renderRoutes([
      { path: '/', element: <Form /> },
      { path: '/elsewhere', element: <p>Elsewhere</p> },
    ])
    await router.navigate('/elsewhere')
    await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
    act(() => isChanged.set(false))
    expect(await screen.findByText('Elsewhere')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('lets go where nothing was changed', async () => {
    const { router } = show(false, false)
    await router.navigate('/elsewhere')
    expect(await screen.findByText('Elsewhere')).toBeDefined()
  })
})
