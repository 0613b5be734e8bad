import { silentErrorCodes } from '@signet/rules/failures'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoutes } from '../../testing/render.tsx'
import { CallError } from '../lib/call-error.ts'
import { messages } from '../lib/messages.ts'
import { SaidError } from '../lib/said-error.ts'
import { showFailure } from '../lib/show-failure.ts'
import { ConfirmAction } from './ConfirmAction.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Failure } from './QueryView.tsx'

const show = (error: unknown, isDetailed = false) =>
  renderRoutes([{ path: '/', element: <ErrorNotice error={error} isDetailed={isDetailed} /> }])

describe('an error', () => {
  it('is shown in words, with code and status where it is detailed', () => {
    show(new CallError(404, { errorCode: 'not_found' }), true)
    expect(screen.getByText('not_found · 404')).toBeDefined()
  })

  it('says what is wrong with which field, and shows no word that has no text', async () => {
    const fields = [
      { path: 'body.port', message: 'Too small: expected number to be >=1' },
      { path: 'body.host', message: 'host_invalid' },
      { path: 'body.other', message: 'is_no_word_of_ours' },
    ]
    const error = new CallError(400, { errorCode: 'invalid_parameters', fields })
    const { container } = renderRoutes([
      { path: '/', element: <ErrorNotice error={error} labels={{ port: 'Port' }} /> },
    ])
    expect(screen.getByText('Port: Enter at least 1')).toBeDefined()
    expect(await screen.findByText(/^Enter a host name such as/)).toBeDefined()
    expect(container.textContent).not.toMatch(/host_invalid|is_no_word/)
  })

  it('is what its place has said', () => {
    show(new SaidError('The sign-in with the passkey was canceled.'))
    expect(screen.getByText('The sign-in with the passkey was canceled.')).toBeDefined()
  })

  it.each(silentErrorCodes)('is shown nowhere for %s', async (errorCode) => {
    const silent = new CallError(400, { errorCode })
    for (const isDetailed of [false, true]) {
      const { container, unmount } = show(silent, isDetailed)
      expect(container.textContent).toBe('')
      unmount()
    }
    const page = renderRoutes([{ path: '/', element: <Failure error={silent} /> }])
    expect(page.container.textContent).toBe('')
    page.unmount()
    showFailure(silent)
    expect(messages.get()).toEqual([])
    const asked = (
      <ConfirmAction
        title="Delete?"
        confirmLabel="Delete"
        onConfirm={() => Promise.reject(silent)}
        onClose={() => undefined}
      >
        It goes.
      </ConfirmAction>
    )
    const { user } = renderRoutes([{ path: '/', element: asked }])
    const button = screen.getByRole('button', { name: 'Delete' })
    await user.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
    expect(screen.queryByText(/went wrong|400/)).toBeNull()
  })
})
