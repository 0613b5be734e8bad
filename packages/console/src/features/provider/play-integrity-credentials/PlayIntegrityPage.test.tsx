import {
  deletePlayIntegrityCredentials,
  playIntegrityFamily,
  readPlayIntegrityCredentials,
  testPlayIntegrityCredentials,
} from '@signet/contract/provider/play-integrity-credentials'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { playIntegrityCredentialsFeature } from './play-integrity-credentials.screens.ts'

const kept = { ...playIntegrityFamily.defaults, packageNames: ['test.example.app'], secretsSet: [] }
const rights = { view: true, add: true, edit: true, remove: true }
const theme = buildTheme({ isSp: true })
const permissions = [{ entityType: 'PLAYINTEGRITYCREDENTIALS' as const, ...rights }]
const session = buildConsoleSession({ theme, roles: [buildRole({ permissions })] })

describe('the Play Integrity credentials of a service provider', () => {
  it('judge a pasted verdict, and are deleted after a question', {
    meta: { covers: ['screen:PlayIntegrityCredentials'] },
  }, async () => {
    const asked = serve(
      answering(readPlayIntegrityCredentials, () => kept),
      answering(testPlayIntegrityCredentials, () => ({ accepted: false, detail: 'TOO_OLD' })),
      answering(deletePlayIntegrityCredentials, () => undefined),
    )
    const at = '/PlayIntegrityCredentials'
    const { container, user } = await showScreens(playIntegrityCredentialsFeature, at, {
      session,
    })
    expect(await screen.findByDisplayValue('test.example.app')).toBeDefined()
    await expectAccessible(container)
    await user.type(screen.getByLabelText('Verdict token'), 'a.b.c.d.e')
    await user.type(screen.getByLabelText('Nonce'), 'bm9uY2U')
    await user.click(screen.getByRole('button', { name: 'Check verdict' }))
    expect(await screen.findByText('TOO_OLD')).toBeDefined()
    expect(asked.at(-1)?.body).toEqual({ token: 'a.b.c.d.e', nonce: 'bm9uY2U' })
    await user.click(screen.getByRole('button', { name: 'Delete credentials' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete credentials' }))
    const called = () => asked.map(({ endpoint }) => endpoint)
    await waitFor(() => expect(called()).toContain(deletePlayIntegrityCredentials))
  })
})
