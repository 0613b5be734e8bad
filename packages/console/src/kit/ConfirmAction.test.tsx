import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { CallError } from '../lib/call-error.ts'
import { ConfirmAction } from './ConfirmAction.tsx'

const show = (onConfirm: () => Promise<unknown>, typed?: string) => {
  let closed = 0
  const dialog = (
    <ConfirmAction
      title="Delete 3 users"
      confirmLabel="Delete"
      isDestructive
      onConfirm={onConfirm}
      onClose={() => {
        closed += 1
      }}
      {...(typed === undefined ? {} : { typed })}
    >
      Their authenticators go with them.
    </ConfirmAction>
  )
  const view = renderRoutes([{ path: '/', element: dialog }])
  return { ...view, closed: () => closed }
}

describe('a question before a deed', () => {
  it('does nothing when it is cancelled', async () => {
    let done = 0
    const { user, closed } = show(async () => {
      done += 1
    })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([done, closed()]).toEqual([0, 1])
  })

  it('wants the object typed before what cannot be taken back', async () => {
    let done = 0
    const { user, closed } = show(async () => {
      done += 1
    }, 'delete 3 users')
    const button = screen.getByRole('button', { name: 'Delete' })
    expect(button).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: /delete 3 users/ }), 'delete 3 user{Enter}')
    expect(done).toBe(0)
    await user.type(screen.getByRole('textbox', { name: /delete 3 users/ }), 's')
    await user.click(button)
    expect([done, closed()]).toEqual([1, 1])
    await expectAccessible()
  })

  it('stays open and says why when the deed fails', async () => {
    const { user, closed } = show(() =>
      Promise.reject(new CallError(404, { errorCode: 'user_not_found' })),
    )
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/This user does not exist/)).toBeDefined()
    expect(closed()).toBe(0)
  })
})
