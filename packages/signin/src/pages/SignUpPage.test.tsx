import { readAuthenticationInformation } from '@signet/contract/access/authentication'
import { expect, it } from 'vitest'
import { button, exits, heading, left, openPage, press, stand } from '../../testing/open-page.tsx'

const signUpAt = (signUpUrl: string | null): void => {
  stand.service.on(readAuthenticationInformation, () => ({
    applicationName: null,
    applicationLogo: null,
    loginType: 'USER_LOGIN' as const,
    passwordResetEnabled: true,
    passkeyEnabled: true,
    signUpUrl,
    signUp: null,
  }))
}

it.each(['/#/signup', '/signup', '/#/identity/user/useronboard', '/identity/user/useronboard'])(
  '%s sends the browser to the service that the tenant has named',
  {
    meta: {
      covers: ['routing.signup-external', 'screen:identity/user/useronboard', 'screen:signup'],
    },
  },
  async (address) => {
    signUpAt('https://join.example/acme')
    const page = await openPage(address)
    await heading('Create an account')
    expect(await left()).toBe('https://join.example/acme')
    await press(page, 'Go to the sign-up page')
    expect(exits).toHaveLength(2)
  },
)

it('nobody is sent to an address that is not https', async () => {
  signUpAt('javascript:alert(1)')
  await openPage('/#/signup')
  await heading('Create an account')
  expect(exits).toEqual([])
})

it('who comes where nobody signs up is told whom to ask', {
  meta: { covers: ['screen:signup'] },
}, async () => {
  signUpAt(null)
  const page = await openPage('/#/signup')
  await heading('Sign-up is not offered here')
  expect(exits).toEqual([])
  await press(page, 'Go to sign-in')
  expect(location.hash).toBe('#/')
})

it('who comes back is thanked, and sent nowhere', {
  meta: { covers: ['screen:signup/thank-you'] },
}, async () => {
  signUpAt('https://join.example/acme')
  await openPage('/signup/thank-you')
  await heading('Thank you for signing up')
  expect(exits).toEqual([])
})

it('the sign-in page offers it where there is such a service, and only there', async () => {
  await openPage('/#/')
  await heading('Sign in')
  expect(document.body.textContent).not.toContain('Create an account')
  signUpAt('https://join.example/acme')
  const page = await openPage('/#/')
  await button('Create an account')
  await press(page, 'Create an account')
  expect(location.hash).toBe('#/signup')
})
