import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { buildConsoleSession } from '../testing/facts.ts'
import { stillCounter } from '../testing/shell.tsx'
import { App } from './app.tsx'
import { CallError } from './lib/call-error.ts'
import { accountLocked, endOnFailure } from './session/endings.ts'
import { createStyles } from './ui/theme/AppTheme.tsx'

const styles = createStyles(undefined)
styles.sheet.insert = () => undefined

afterEach(() => {
  accountLocked.set(false)
  location.hash = ''
})

const open = (hash: string) => {
  location.hash = hash
  return act(async () =>
    render(<App styles={styles} session={buildConsoleSession()} counter={stillCounter} />),
  )
}

describe('the console', () => {
  it('reads its address from the fragment', {
    meta: { covers: ['routing.hash-routes'] },
  }, async () => {
    await open('#/error?code=access_denied')
    expect(await screen.findByRole('heading', { name: 'Error' })).toBeDefined()
  })

  it('gives way to a notice on the whole page once a call says that the account is locked', {
    meta: { covers: ['shell.account-locked'] },
  }, async () => {
    await open('#/error?code=access_denied')
    const body = { code: 'ACCOUNT_LOCKED', errorCode: 'account_locked' }
    act(() => endOnFailure(new CallError(403, body)))
    expect(await screen.findByRole('heading', { name: 'This account is locked' })).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Error' })).toBeNull()
  })
})
