import {
  changeOwnPassword,
  readOwnPasswordRules,
  validateOwnPassword,
} from '@signet/contract/access/self-authenticators'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Screen } from '../../../kit/screen.ts'
import { messages } from '../../../lib/messages.ts'
import { profileFeature } from './profile.screens.ts'

const rules = answering(readOwnPasswordRules, () => ({
  minimumLength: 10,
  maximumLength: 64,
  classes: {
    digit: 'REQUIRED' as const,
    lowercase: 'ALLOWED' as const,
    uppercase: 'ALLOWED' as const,
    special: 'ALLOWED' as const,
  },
  historySize: 5,
  minimumAgeMillis: 0,
  maximumAgeMillis: 0,
  refuseCompromised: true,
}))
const status = {
  present: true,
  compromised: false,
  forceUpdate: false,
  expiryTime: null,
  changedAt: '2026-01-02T03:04:05.000Z',
  status: 'ACTIVE' as const,
  lockoutExpiry: null,
}
const judging = (...failed: string[]) =>
  answering(validateOwnPassword, () => ({ valid: failed.length === 0, failed }))
const standingOf = (rule: string) =>
  screen.getByText(rule).closest('li')?.getAttribute('data-standing')
/** Where the page leads to. */
const next: Screen = {
  path: '/myprofile/authenticators',
  title: 'common:pages.profile',
  help: 'profile',
  page: async () => ({ default: () => null }),
}
const feature = { screens: [...profileFeature.screens, next] }
const show = () => showScreens(feature, '/password')

describe('my password', () => {
  it('is judged while it is typed: length and kinds at once, the rest by the service', async () => {
    serve(rules, judging('compromised'))
    const { user, container } = await show()
    await user.type(await screen.findByLabelText(/^New password/), 'short')
    expect(standingOf('At least 10 characters')).toBe('unmet')
    expect(standingOf('A digit')).toBe('unmet')
    await user.type(screen.getByLabelText(/^New password/), 'but-longer-7')
    expect(standingOf('At least 10 characters')).toBe('met')
    await waitFor(() => expect(standingOf('Not known from a data breach')).toBe('unmet'))
    expect(screen.getByRole('button', { name: 'Change password' })).toHaveProperty('disabled', true)
    await expectAccessible(container)
  })

  it('is changed with the present one', {
    meta: { covers: ['purpose.end-users', 'screen:password'] },
  }, async () => {
    const asked = serve(
      rules,
      judging(),
      answering(changeOwnPassword, () => status),
    )
    const { user } = await show()
    await user.type(await screen.findByLabelText(/^Current password/), 'old-one')
    await user.type(screen.getByLabelText(/^New password/), 'quite-new-one-7')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === changeOwnPassword)?.body).toEqual({
        currentPassword: 'old-one',
        newPassword: 'quite-new-one-7',
      }),
    )
    await waitFor(() =>
      expect(messages.get().map(({ text }) => text)).toEqual(['Your password was changed']),
    )
  })

  it('that is too long for RADIUS is changed with a warning', async () => {
    const warnings = ['radius_too_long' as const]
    serve(
      rules,
      answering(validateOwnPassword, () => ({ valid: true, failed: [], warnings })),
      answering(changeOwnPassword, () => ({ ...status, warnings })),
    )
    const { user } = await show()
    await user.type(await screen.findByLabelText(/^Current password/), 'old-one')
    await user.type(screen.getByLabelText(/^New password/), 'quite-new-one-7')
    expect(await screen.findByText(/^This password is too long for RADIUS/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await waitFor(() =>
      expect(messages.get().at(-1)?.text).toMatch(/too long for RADIUS applications/),
    )
  })

  it('says when the present one was wrong, and keeps what was typed', async () => {
    serve(
      rules,
      judging(),
      answering(changeOwnPassword, () => new Refusal('invalid_user_response')),
    )
    const { user } = await show()
    await user.type(await screen.findByLabelText(/^Current password/), 'wrong')
    await user.type(screen.getByLabelText(/^New password/), 'quite-new-one-7')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText(/That did not match/)).toBeDefined()
    expect(screen.getByLabelText(/^Current password/)).toHaveProperty('value', 'wrong')
  })
})
