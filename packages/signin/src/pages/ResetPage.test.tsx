import { readAuthenticationInformation } from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  completePasswordReset,
  queryPasswordReset,
  validateResetPassword,
} from '@signet/contract/access/password-reset'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { nextToken } from '../../testing/answers.ts'
import { field, heading, openPage, press, stand } from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'

const state = (types: readonly ('OTP' | 'TOKEN' | 'KBA')[]) => ({
  authToken: nextToken(),
  authenticators: types.map((type) => ({ type })),
  secondFactor: types.length > 0 && !types.includes('OTP'),
  resetAllowed: types.length === 0,
})

beforeEach(() => {
  const { service } = stand
  service.on(queryPasswordReset, () => state(['OTP']))
  service.on(challengePasswordReset, () => ({
    authToken: nextToken(),
    authenticationCompleted: false,
    fidoChallenge: null,
    otp: {
      hint: 'a***@e***.com',
      expiresAt: new Date(Date.now() + 300_000),
      resendAfter: new Date(Date.now() + 30_000),
    },
    sequenceNonce: null,
    kbaChallenge: {
      userQuestions: [
        { id: '018f0000-0000-7000-8000-000000000001', question: 'Your first pet?' },
        { id: '018f0000-0000-7000-8000-000000000002', question: 'Who taught you to swim?' },
      ],
    },
  }))
  service.on(authenticatePasswordReset, ({ body }) =>
    body.authenticator === 'OTP' ? state(['TOKEN']) : state([]),
  )
  service.on(validateResetPassword, ({ body }) => {
    const failed = [
      ...(body.newPassword.length < 12 ? ['too_short'] : []),
      ...(/\d/.test(body.newPassword) ? [] : ['digit_required']),
    ]
    return { valid: failed.length === 0, failed }
  })
  service.on(completePasswordReset, () => ({ completed: true as const }))
})

describe('a password reset', () => {
  it('sends a code, asks for the second factor, and sets the new password', {
    meta: { covers: ['login.password-reset', 'screen:reset'] },
  }, async () => {
    const page = await openPage('/#/reset/ada')
    await heading('Reset your password')
    expect((await field('User ID or email')).value).toBe('ada')
    await press(page, 'Continue')
    await screen.findByText(/If a\*\*\*@e\*\*\*\.com belongs/)
    await page.visitor.type(await field('Code'), '12345678{Enter}')
    await page.visitor.type(await field('Six-digit code'), '654321')
    await heading('Choose a new password')
    await page.visitor.type(await field('New password'), 'correct horse 9{Enter}')
    await heading('Your password is changed')
    await press(page, 'Sign in')
    await heading('Sign in')
  })

  it('shows the rules before anything is typed, and judges while typing', {
    meta: { covers: ['login.doors'] },
  }, async () => {
    const page = await openPage('/#/reset/ada')
    await press(page, 'Continue')
    await page.visitor.type(await field('Code'), '12345678{Enter}')
    await page.visitor.type(await field('Six-digit code'), '654321')
    const rule = (await screen.findByText('is long enough')).closest('li')
    expect(rule?.textContent).toBe('is long enough')
    await page.visitor.type(await field('New password'), 'short')
    await screen.findAllByText('Not met yet')
    await page.visitor.type(await field('New password'), ' becomes long')
    await screen.findByText('Met')
  })

  it('asks what the person knows, and keeps what was typed when it was wrong', async () => {
    stand.service.on(authenticatePasswordReset, ({ body }) => {
      if (body.authenticator === 'OTP') return state(['KBA'])
      const answers = body.kbaResponse?.userQuestions.map(({ answer }) => answer)
      return answers?.join() === 'Rex,Ida'
        ? state([])
        : refuse({ status: 401, code: 'invalid_user_response' })
    })
    const page = await openPage('/reset/ada')
    await press(page, 'Continue')
    await page.visitor.type(await field('Code'), '12345678{Enter}')
    await heading('Answer your security questions')
    await page.visitor.type(await field('Your first pet?'), 'Rex')
    await page.visitor.type(await field('Who taught you to swim?'), 'Bob{Enter}')
    await screen.findByText(/did not match/)
    expect((await field('Your first pet?')).value).toBe('Rex')
    await page.visitor.clear(await field('Who taught you to swim?'))
    await page.visitor.type(await field('Who taught you to swim?'), 'Ida{Enter}')
    await heading('Choose a new password')
  })

  it('answers for an unknown user as for a known one', async () => {
    const page = await openPage('/reset')
    await page.visitor.type(await field('User ID or email'), 'nobody{Enter}')
    expect(await screen.findByText(/If a\*\*\*@e\*\*\*\.com belongs/)).toBeTruthy()
  })

  it('begins anew when it took too long', async () => {
    stand.service.on(authenticatePasswordReset, () =>
      refuse({ status: 400, code: 'no_transaction' }),
    )
    const page = await openPage('/reset/ada')
    await press(page, 'Continue')
    await page.visitor.type(await field('Code'), '12345678{Enter}')
    await screen.findByText(/reset took too long/)
    expect((await field('User ID or email')).value).toBe('ada')
  })

  it('is begun from the password step, and not offered where it is off', {
    meta: { covers: ['screen:reset/{userId}'] },
  }, async () => {
    const page = await openPage('/')
    await page.visitor.type(await field('User ID or email'), 'ada{Enter}')
    await press(page, 'Forgot your password?')
    await heading('Reset your password')
    expect(location.hash).toBe('#/reset/ada')
  })

  it('says where it is off that only an administrator can help', async () => {
    stand.service.on(readAuthenticationInformation, () => ({
      applicationName: null,
      applicationLogo: null,
      loginType: 'USER_LOGIN' as const,
      passwordResetEnabled: false,
      signUpUrl: null,
      signUp: null,
      passkeyEnabled: false,
    }))
    await openPage('/reset')
    expect(await heading('Your password cannot be reset here')).toBeTruthy()
  })
})
