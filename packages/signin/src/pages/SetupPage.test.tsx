import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import { createOwnRecoveryCodes } from '@signet/contract/access/self-authenticators'
import { beginSetup, readSetup } from '@signet/contract/access/setup'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildState, completed, nextToken } from '../../testing/answers.ts'
import { field, heading, left, openPage, press, stand } from '../../testing/open-page.tsx'
import { plugInPasskeys } from '../../testing/passkeys.ts'
import { refuse } from '../../testing/service.ts'
import { sessionToken } from '../session/stored-session.ts'

const token = 'a-setup-token-of-128-bits'

beforeEach(() => {
  const { service } = stand
  service.on(readSetup, () => ({
    companyName: 'Acme',
    kind: 'FIRST_ADMINISTRATOR' as const,
    userId: null,
  }))
  service.on(beginSetup, () => buildState({ requiredActions: ['ENROLL_SECOND_FACTOR'] }))
  service.on(startEnrollment, () => ({
    authToken: nextToken(),
    token: { otpauthUri: 'otpauth://totp/Acme:ada?secret=AAAA', secret: 'AAAA' },
    fidoOptions: null,
  }))
  service.on(completeEnrollment, () => completed())
  service.on(createOwnRecoveryCodes, () => ({ codes: ['code-1'] }))
})

describe('a setup link', () => {
  it.each([`/#/setup/${token}`, `/setup/${token}`])(
    'makes the first administrator, from %s',
    async (address) => {
      const page = await openPage(address)
      await heading('Welcome to Signet')
      await page.visitor.type(await field('User ID'), 'ada')
      await page.visitor.type(await field('First name (optional)'), 'Ada')
      await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
      await heading('Protect your account')
      const [call] = stand.service.callsOf(beginSetup)
      expect(call?.body).toEqual({
        setupToken: token,
        userId: 'ada',
        firstName: 'Ada',
        password: 'correct horse battery',
      })
      expect(call?.headers.get('DPoP')).toBeTruthy()
      await press(page, /^Authenticator app/)
      await page.visitor.type(await field('Six-digit code'), '123456')
      await screen.findByText('code-1')
      await press(page, 'I have kept the codes')
      await left()
    },
  )

  it('keeps the account that it is for', async () => {
    stand.service.on(readSetup, () => ({
      companyName: 'Acme',
      kind: 'RECOVERY' as const,
      userId: 'ada',
    }))
    await openPage(`/setup/${token}`)
    await heading('Regain access')
    const userId = await field('User ID')
    expect([userId.value, userId.readOnly]).toEqual(['ada', true])
    expect(screen.queryByLabelText('Email (optional)')).toBeNull()
  })

  it('says so when it is used up', async () => {
    stand.service.on(readSetup, () => refuse({ status: 404, code: 'setup_link_invalid' }))
    await openPage(`/setup/${token}`)
    expect(await heading('This link no longer works')).toBeTruthy()
  })

  it('tells each fault at its field and sends nothing', async () => {
    const page = await openPage(`/setup/${token}`)
    await page.visitor.type(await field('Email (optional)'), 'not a mail')
    await press(page, 'Continue')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Enter something here.',
      'Enter a complete email address.',
      'Enter something here.',
    ])
    expect(stand.service.callsOf(beginSetup)).toHaveLength(0)
  })

  it('asks for a user id without spaces', async () => {
    const page = await openPage(`/setup/${token}`)
    await page.visitor.type(await field('User ID'), 'ada lovelace')
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('User IDs can’t contain spaces.')
    expect(stand.service.callsOf(beginSetup)).toHaveLength(0)
  })

  it('tells of a user id that is taken', async () => {
    stand.service.on(beginSetup, () => refuse({ status: 409, code: 'user_exists' }))
    const page = await openPage(`/setup/${token}`)
    await page.visitor.type(await field('User ID'), 'ada')
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/already a user/)
  })

  it('says what to do when it is used up, and leads to the sign-in', async () => {
    stand.service.on(readSetup, () => refuse({ status: 404, code: 'setup_link_invalid' }))
    const page = await openPage(`/setup/${token}`)
    await screen.findByText(/ask your administrator for a new link/)
    await press(page, 'Go to sign-in')
    expect(await left()).toBe('/#/')
  })

  it('shows the form again when the enrolment took too long', async () => {
    stand.service.on(completeEnrollment, () => refuse({ status: 400, code: 'no_transaction' }))
    const page = await openPage(`/setup/${token}`)
    await page.visitor.type(await field('User ID'), 'ada')
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    await press(page, /^Authenticator app/)
    await page.visitor.type(await field('Six-digit code'), '123456')
    await screen.findByText(/took too long/)
    expect(await heading('Welcome to Signet')).toBeTruthy()
  })
})

describe('an invitation', () => {
  const link = (firstFactors: readonly ('PASSWORD' | 'PASSKEY')[]) => ({
    companyName: 'Acme',
    kind: 'INVITATION' as const,
    userId: 'grace',
    firstFactors: [...firstFactors],
  })
  beforeEach(() => {
    stand.service.on(readSetup, () => link(['PASSWORD', 'PASSKEY']))
  })

  it('asks for a password of the account that it is for, and offers more when that is done', async () => {
    stand.service.on(beginSetup, () => completed())
    const page = await openPage(`/setup/${token}`)
    await heading('Set up your account')
    const userId = await field('User ID')
    expect([userId.value, userId.readOnly]).toEqual(['grace', true])
    expect(screen.queryByLabelText('First name (optional)')).toBeNull()
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    await heading('Your account is ready')
    expect(sessionToken()).toBeTruthy()
    await press(page, 'Add an authenticator')
    expect(await left()).toBe('/#/myprofile/authenticators')
  })

  it('leads through the second factor and the recovery codes', async () => {
    const page = await openPage(`/setup/${token}`)
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    await press(page, /^Authenticator app/)
    await page.visitor.type(await field('Six-digit code'), '222222')
    await screen.findByText('code-1')
    await press(page, 'I have kept the codes')
    await heading('Your account is ready')
    await press(page, 'Continue')
    expect(await left()).toBe('/#/redirect')
  })

  it('says at the password that a passkey is required, which is offered below it', async () => {
    plugInPasskeys({ answer: 'consent' })
    stand.service.on(beginSetup, () => refuse({ status: 409, code: 'passkey_required' }))
    const page = await openPage(`/setup/${token}`)
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    expect(await screen.findByText(/Create a passkey instead of a password/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Create passkey' })).toBeDefined()
  })

  it('leads to the sign-in when that took too long: the password is set', async () => {
    stand.service.on(completeEnrollment, () => refuse({ status: 400, code: 'no_transaction' }))
    const page = await openPage(`/setup/${token}`)
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    await press(page, /^Authenticator app/)
    await page.visitor.type(await field('Six-digit code'), '222222')
    await screen.findByText(/took too long/)
    await press(page, 'Go to sign-in')
    expect(await left()).toBe('/#/')
  })

  it('says so where neither is a way to sign in', async () => {
    stand.service.on(readSetup, () => link([]))
    await openPage(`/setup/${token}`)
    expect(await heading('You cannot sign in here')).toBeTruthy()
  })

  it('makes a passkey in place of a password', async () => {
    plugInPasskeys({ answer: 'consent' })
    stand.service.on(beginSetup, () =>
      buildState({
        requiredActions: ['ENROLL_SECOND_FACTOR'],
        enrollableAuthenticators: ['FIDO'],
      }),
    )
    const page = await openPage(`/setup/${token}`)
    await press(page, 'Create passkey')
    await heading('Create a passkey')
    expect(stand.service.callsOf(beginSetup)[0]?.body).toEqual({
      setupToken: token,
      userId: 'grace',
    })
  })
})
