import { readAuthenticationInformation } from '@signet/contract/access/authentication'
import { completeSignUp, readSignUp, requestSignUp } from '@signet/contract/access/sign-up'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildState, completed } from '../../testing/answers.ts'
import {
  button,
  exits,
  field,
  heading,
  left,
  openPage,
  press,
  stand,
} from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'
import { sessionToken } from '../session/stored-session.ts'

const signUp = (asked: { termsUrl?: string; domains?: string[] } = {}): void => {
  stand.service.on(readAuthenticationInformation, () => ({
    applicationName: null,
    applicationLogo: null,
    loginType: 'USER_LOGIN' as const,
    passwordResetEnabled: true,
    passkeyEnabled: true,
    signUpUrl: null,
    signUp: { termsUrl: asked.termsUrl ?? null, domains: asked.domains ?? [] },
  }))
}

beforeEach(() => {
  signUp()
  stand.service.on(requestSignUp, () => ({ accepted: true as const }))
})

describe('the form of sign-up', () => {
  it('is offered by the sign-in page, and says where the link has gone', {
    meta: { covers: ['screen:signup'] },
  }, async () => {
    const page = await openPage('/#/')
    await press(page, 'Create an account')
    await heading('Create an account')
    await page.visitor.type(await field('Email'), ' ada@example.test ')
    await page.visitor.type(await field('First name (optional)'), 'Ada')
    await press(page, 'Continue')
    await heading('Look into your mailbox')
    expect(screen.getByText(/ada@example.test/)).toBeDefined()
    const [call] = stand.service.callsOf(requestSignUp)
    expect(call?.body).toEqual({
      email: 'ada@example.test',
      firstName: 'Ada',
      termsAccepted: false,
    })
    await press(page, 'Use another address')
    await heading('Create an account')
    expect(exits).toEqual([])
  })

  it('asks for a whole address, and for the terms where there are any', async () => {
    signUp({ termsUrl: 'https://acme.example/terms', domains: ['example.test'] })
    const page = await openPage('/#/signup')
    expect((await screen.findByRole('link', { name: 'Read the terms' })).getAttribute('href')).toBe(
      'https://acme.example/terms',
    )
    expect(screen.getByText('An address of example.test')).toBeDefined()
    await page.visitor.type(await field('Email'), 'ada@')
    await press(page, 'Continue')
    expect(await screen.findByText('Enter a complete email address.')).toBeDefined()
    expect(screen.getByText('Accept the terms to go on.')).toBeDefined()
    expect(stand.service.callsOf(requestSignUp)).toEqual([])
    await page.visitor.type(await field('Email'), 'example.test')
    await page.visitor.click(await field('I accept the terms'))
    await press(page, 'Continue')
    await heading('Look into your mailbox')
    expect(stand.service.callsOf(requestSignUp)[0]?.body).toMatchObject({ termsAccepted: true })
  })

  it('says why it was refused', async () => {
    stand.service.on(requestSignUp, () => refuse({ status: 403, code: 'sign_up_domain_refused' }))
    const page = await openPage('/signup')
    await page.visitor.type(await field('Email'), 'ada@else.test{Enter}')
    expect(await screen.findByText(/Accounts here are for other email domains/)).toBeDefined()
  })
})

const token = 'a-sign-up-token-of-128-bits'
const link = (userId: 'EMAIL' | 'CHOSEN') =>
  stand.service.on(readSignUp, () => ({ companyName: 'Acme', email: 'ada@example.test', userId }))

describe('the link of a sign-up', () => {
  it.each([`/#/signup/confirm/${token}`, `/signup/confirm/${token}`])(
    'makes the account by a password, from %s',
    async (address) => {
      link('EMAIL')
      stand.service.on(completeSignUp, () => ({
        userId: 'ada@example.test',
        authentication: completed(),
      }))
      const page = await openPage(address)
      await heading('Set up your account')
      expect(stand.service.callsOf(completeSignUp)).toEqual([])
      await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
      await heading('Your account is ready')
      const [made] = stand.service.callsOf(completeSignUp)
      expect(made?.body).toEqual({
        signUpToken: token,
        password: 'correct horse battery',
      })
      // The session is bound to the key of this browser.
      expect(made?.headers.get('DPoP')).toBeTruthy()
      expect(sessionToken()).not.toBeNull()
      await press(page, 'Continue')
      await left()
    },
  )

  it('continues with the second factor that is demanded, before the session', async () => {
    link('EMAIL')
    stand.service.on(completeSignUp, () => ({
      userId: 'ada@example.test',
      authentication: buildState({
        requiredActions: ['ENROLL_SECOND_FACTOR'],
        enrollableAuthenticators: ['TOKEN'],
      }),
    }))
    const page = await openPage(`/#/signup/confirm/${token}`)
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    await heading('Protect your account')
    expect(sessionToken()).toBeNull()
  })

  it('leads to the sign-in page where that decides', async () => {
    link('EMAIL')
    stand.service.on(completeSignUp, () => ({ userId: 'ada@example.test', authentication: null }))
    const page = await openPage(`/#/signup/confirm/${token}`)
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    await heading('Your account is ready')
    expect(screen.getByText('Sign in as ada@example.test.')).toBeDefined()
    await button('Go to sign-in')
  })

  it('asks for a user id where people choose one, and says when it is taken', async () => {
    link('CHOSEN')
    stand.service.on(completeSignUp, ({ body }) =>
      body.userId === 'ada'
        ? refuse({ status: 409, code: 'user_exists' })
        : { userId: 'countess', authentication: null },
    )
    const page = await openPage(`/#/signup/confirm/${token}`)
    await page.visitor.type(await field('User ID'), 'ada')
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    expect(await screen.findByText(/Somebody else has this user ID/)).toBeDefined()
    await page.visitor.clear(await field('User ID'))
    await page.visitor.type(await field('User ID'), 'countess{Enter}')
    await heading('Your account is ready')
    expect(screen.getByText('Sign in as countess.')).toBeDefined()
  })

  it('says by which rules a user id is chosen where one is not taken for them', async () => {
    link('CHOSEN')
    stand.service.on(completeSignUp, () => refuse({ status: 400, code: 'user_id_not_allowed' }))
    const page = await openPage(`/#/signup/confirm/${token}`)
    await page.visitor.type(await field('User ID'), 'admin')
    await page.visitor.type(await field('Password'), 'correct horse battery{Enter}')
    expect(await screen.findAllByText(/^This user ID can’t be chosen/)).toHaveLength(1)
  })

  it('says so when it is no longer good, and leads to another', async () => {
    stand.service.on(readSignUp, () => refuse({ status: 404, code: 'sign_up_link_invalid' }))
    const page = await openPage(`/#/signup/confirm/${token}`)
    await heading('This link no longer works')
    await press(page, 'Sign up again')
    expect(location.hash).toBe('#/signup')
  })

  it('names the rules that a password fails', async () => {
    link('EMAIL')
    stand.service.on(completeSignUp, () =>
      refuse({ status: 400, code: 'password_invalid', faults: ['too_short'] }),
    )
    const page = await openPage(`/#/signup/confirm/${token}`)
    await page.visitor.type(await field('Password'), 'short{Enter}')
    expect(await screen.findByText('The new password does not meet the rules.')).toBeDefined()
  })
})
