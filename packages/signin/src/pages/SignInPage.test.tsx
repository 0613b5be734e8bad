import {
  challengeAuthenticator,
  completeAuthentication,
  queryAuthenticators,
  readAuthenticationInformation,
} from '@signet/contract/access/authentication'
import { storedSessionKey } from '@signet/contract/tenancy/stored-keys'
import { StoredSession } from '@signet/contract/tenancy/stored-session'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { completed, due, dueSecond, nextToken } from '../../testing/answers.ts'
import {
  button,
  exits,
  field,
  givePassword,
  heading,
  identify,
  left,
  openPage,
  press,
  stand,
} from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'
import { followConnection } from '../calls/lost-connection.ts'

const alert = () => screen.findByRole('alert')

describe('signing in', () => {
  it('asks for the user id, then the password, then opens the console', {
    meta: { covers: ['login.flow-types', 'login.query-first', 'screen:root'] },
  }, async () => {
    const page = await openPage('/')
    await heading('Sign in')
    expect(document.title).toBe('Sign in · Acme')
    expect(document.activeElement).toBe(await field('User ID or email'))
    await identify(page, 'ada')
    expect(document.title).toBe('Enter your password · Acme')
    expect(document.activeElement).toBe(await field('Password'))
    await givePassword(page, 'correct horse')
    expect(await left()).toBe('reload')
    expect(location.hash).toBe('#/redirect')
  })

  it('leaves the session where the console reads it', {
    meta: { covers: ['login.local-flags', 'login.nonces-returned'] },
  }, async () => {
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await left()
    const stored = StoredSession.parse(JSON.parse(localStorage.getItem(storedSessionKey) ?? ''))
    expect(stored.session?.jwt.token).toBe('header.claims.signature')
    expect(stored.machineNonce).toBe('name-of-this-browser')
  })

  it('binds every call to the key of this browser and names the attempt', {
    meta: { covers: ['login.nonces-sent'] },
  }, async () => {
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await left()
    const { service } = stand
    const [query] = service.callsOf(queryAuthenticators)
    const [complete] = service.callsOf(completeAuthentication)
    expect(query?.headers.get('DPoP')?.split('.')).toHaveLength(3)
    expect(complete?.headers.get('DPoP')?.split('.')).toHaveLength(3)
    expect(complete?.body).toMatchObject({
      response: 'correct horse',
      machineNonce: 'name-of-this-browser',
      sequenceNonce: expect.stringMatching(/^[\w-]{36}$/),
      rememberDevice: false,
    })
  })

  it('sends nothing while the user id is empty', async () => {
    const page = await openPage('/')
    await press(page, 'Continue')
    expect((await alert()).textContent).toBe('Enter something here.')
    expect(stand.service.callsOf(queryAuthenticators)).toHaveLength(0)
  })

  it.each([true, false])('says whether setup is open: %s', async (setupOpen) => {
    const known = {
      applicationName: null,
      applicationLogo: null,
      loginType: 'USER_LOGIN' as const,
      passwordResetEnabled: true,
      signUpUrl: null,
      signUp: null,
      passkeyEnabled: false,
    }
    stand.service.on(readAuthenticationInformation, () => ({ ...known, setupOpen }))
    await openPage('/')
    await heading('Sign in')
    expect(screen.queryAllByText(/^Setup isn’t finished/)).toHaveLength(setupOpen ? 1 : 0)
  })

  it('leads administrators of the service provider to their own sign-in, where that is on', async () => {
    const known = {
      applicationName: null,
      applicationLogo: null,
      loginType: 'USER_LOGIN' as const,
      passwordResetEnabled: true,
      signUpUrl: null,
      signUp: null,
      passkeyEnabled: false,
    }
    const url = 'https://id.example/#/serviceprovider/tenants/acme/support?enter'
    stand.service.on(readAuthenticationInformation, () => ({
      ...known,
      spIdentityProvider: { name: 'Reseller', url },
    }))
    const page = await openPage('/')
    await press(page, 'Sign in as Reseller')
    expect(await left()).toBe(url)
  })

  it('says nothing of a service provider that has no sign-in here', async () => {
    await openPage('/')
    await heading('Sign in')
    expect(screen.queryByRole('button', { name: /^Sign in as/ })).toBeNull()
  })

  it('says the same of a wrong password whoever it was, and lets it be typed again', async () => {
    stand.service.on(completeAuthentication, () =>
      refuse({ status: 401, code: 'invalid_user_response' }),
    )
    const page = await openPage('/')
    await identify(page, 'nobody')
    await givePassword(page, 'wrong')
    expect((await alert()).textContent).toMatch(/did not match/)
    const input = await field('Password')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-describedby')).toBe((await alert()).id)
    expect(document.activeElement).toBe(input)
    stand.service.on(completeAuthentication, () => completed())
    await page.visitor.clear(input)
    await givePassword(page, 'right')
    await left()
    const names = stand.service.callsOf(completeAuthentication).map(({ body }) => body)
    expect(new Set(names.map((body) => JSON.stringify(body))).size).toBe(2)
  })

  it('tells of too many attempts', async () => {
    stand.service.on(completeAuthentication, () =>
      refuse({ status: 401, code: 'invalid_user_response_locked' }),
    )
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'wrong')
    expect((await alert()).textContent).toMatch(/too many attempts/)
  })

  it('sends the code of an app by itself once its sixth digit is typed', async () => {
    stand.service.on(completeAuthentication, ({ params, body }) => {
      if (params.authenticator === 'PASSWORD') return dueSecond(['TOKEN', 'RECOVERY_CODE'])
      return body.response === '123456'
        ? completed()
        : refuse({ status: 401, code: 'invalid_user_response' })
    })
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await heading('Enter the code from your app')
    const code = await field('Six-digit code')
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    await page.visitor.type(code, '000 000')
    await alert()
    expect(code.value).toBe('')
    await page.visitor.click(await screen.findByLabelText(/Remember this device/))
    await page.visitor.type(code, '123456')
    await left()
    const last = stand.service.callsOf(completeAuthentication).at(-1)
    expect(last?.body).toMatchObject({ response: '123456', rememberDevice: true })
  })

  it('says what remembering a device is worth where it spares a second factor', async () => {
    const userMachineSettings = {
      enabled: true,
      sparesSecondFactor: true,
      lifeDays: 30,
      fingerprintRequired: false,
      waitMillis: 0,
      attributes: { desktop: [], mobile: [] },
    }
    stand.service.on(queryAuthenticators, () => ({ ...due(['PASSWORD']), userMachineSettings }))
    const page = await openPage('/')
    await identify(page, 'ada')
    const box = await screen.findByRole('checkbox', { name: 'Remember this device' })
    const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe(
      'For 30 days you may be asked for less on it. Not on a device that others use.',
    )
  })

  it('promises nothing of a remembered device where it spares nothing', async () => {
    const page = await openPage('/')
    await identify(page, 'ada')
    await screen.findByRole('checkbox', { name: 'Remember this device' })
    expect(screen.queryByText(/asked for less/)).toBeNull()
  })

  it('takes another way', async () => {
    stand.service.on(completeAuthentication, ({ params }) =>
      params.authenticator === 'PASSWORD' ? dueSecond(['TOKEN', 'RECOVERY_CODE']) : completed(),
    )
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await heading('Enter the code from your app')
    await press(page, 'Try another way')
    await heading('Choose another way')
    await press(page, /^Recovery code/)
    await page.visitor.type(await field('Recovery code'), 'abcde-fghij{Enter}')
    await left()
    expect(stand.service.callsOf(completeAuthentication).at(-1)?.params).toEqual({
      authenticator: 'RECOVERY_CODE',
    })
  })

  it('goes back to the user id for another account, by its button and by the browser', async () => {
    const page = await openPage('/')
    await identify(page, 'ada')
    await press(page, 'Not you?')
    await heading('Sign in')
    const input = await field('User ID or email')
    expect(input.value).toBe('ada')
    await page.visitor.clear(input)
    await identify(page, 'grace')
    history.back()
    await heading('Sign in')
  })

  it('begins anew when the sign-in has expired, with the user id still there', async () => {
    stand.service.on(completeAuthentication, () => refuse({ status: 400, code: 'no_transaction' }))
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    expect(await screen.findByText(/took too long/)).toBeTruthy()
    expect((await field('User ID or email')).value).toBe('ada')
    stand.service.on(completeAuthentication, () => completed())
    await page.visitor.click(await button('Continue'))
    await givePassword(page, 'correct horse')
    await left()
  })

  it('shows the locked account on a page of its own', {
    meta: { covers: ['shell.account-locked'] },
  }, async () => {
    stand.service.on(completeAuthentication, () => refuse({ status: 403, code: 'account_locked' }))
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await heading('Account locked')
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  // Guard: `isSilent` in `useFailureText`.
  it('shows no message for a code that has none', async () => {
    let asked = 0
    stand.service.on(completeAuthentication, () => {
      asked += 1
      return refuse({ status: 400, code: 'passwordunlock_timeout' })
    })
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await waitFor(() => expect(asked).toBe(1))
    await button('Continue')
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  })

  it('names the attempt alike when it got no answer and is sent once more', {
    meta: { covers: ['login.nonces-sent'] },
  }, async () => {
    const page = await openPage('/')
    await identify(page, 'ada')
    stand.service.on(completeAuthentication, () => {
      throw new TypeError('Failed to fetch')
    })
    await givePassword(page, 'correct horse')
    expect((await alert()).textContent).toMatch(/could not be reached/)
    stand.service.on(completeAuthentication, () => completed())
    await press(page, 'Continue')
    await left()
    const [first, second] = stand.service.callsOf(completeAuthentication)
    expect(second?.body).toEqual(first?.body)
  })

  it('says when nothing is left to sign in with', async () => {
    stand.service.on(queryAuthenticators, () => due([]))
    const page = await openPage('/')
    await page.visitor.type(await field('User ID or email'), 'ada{Enter}')
    expect(await heading('You cannot sign in here')).toBeTruthy()
  })
})

describe('a code by message', () => {
  const mail = { attribute: 'email', type: 'EMAIL', hint: 'a***@e***.com' } as const
  const text = { attribute: 'mobile', type: 'SMS', hint: '***42' } as const

  const sent = (resendAfter: Date) => ({
    authToken: nextToken(),
    authenticationCompleted: false,
    fidoChallenge: null,
    otp: { hint: mail.hint, expiresAt: new Date(Date.now() + 300_000), resendAfter },
    sequenceNonce: null,
  })

  const openOtp = async (deliveries: readonly (typeof mail | typeof text)[]) => {
    stand.service.on(completeAuthentication, ({ params }) =>
      params.authenticator === 'PASSWORD'
        ? {
            ...dueSecond([]),
            authenticators: [{ type: 'OTP' as const, deliveries: [...deliveries] }],
          }
        : completed(),
    )
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    return page
  }

  it('is sent by itself to the only place there is, and shown masked', async () => {
    stand.service.on(challengeAuthenticator, () => sent(new Date(Date.now() + 30_000)))
    const page = await openOtp([mail])
    await screen.findByText(/If a\*\*\*@e\*\*\*\.com belongs/)
    expect(stand.service.callsOf(challengeAuthenticator).at(-1)?.body).toMatchObject({
      otpDeliveryType: 'EMAIL',
      otpDeliveryAttribute: 'email',
    })
    const again = await button(/^Send a new code in \d+ seconds?$/)
    expect(again.getAttribute('aria-disabled')).toBe('true')
    await page.visitor.type(await field('Code'), '12345678{Enter}')
    await left()
    const answers = stand.service.callsOf(completeAuthentication).map(({ body }) => body)
    expect(answers.at(-1)).toMatchObject({ response: '12345678' })
    expect(answers).toHaveLength(2)
  })

  it('is sent as soon as it is pasted', async () => {
    stand.service.on(challengeAuthenticator, () => sent(new Date(Date.now() + 30_000)))
    const page = await openOtp([mail])
    await page.visitor.click(await field('Code'))
    await page.visitor.paste('1234 5678')
    await left()
    expect(stand.service.callsOf(completeAuthentication).at(-1)?.body).toMatchObject({
      response: '12345678',
    })
  })

  it('is sent again once the time is over', async () => {
    stand.service.on(challengeAuthenticator, () => sent(new Date(Date.now() - 5000)))
    const page = await openOtp([mail])
    await screen.findByText(/If a\*\*\*@e\*\*\*\.com belongs/)
    await press(page, 'Send a new code')
    await waitFor(() =>
      expect(
        stand.service
          .callsOf(challengeAuthenticator)
          .filter(({ params }) => params.authenticator === 'OTP'),
      ).toHaveLength(2),
    )
    expect(
      await screen.findByText('A new code is on its way. Earlier codes no longer work.'),
    ).toBeTruthy()
  })

  it('asks where to when there are several places', async () => {
    stand.service.on(challengeAuthenticator, () => sent(new Date(Date.now() + 30_000)))
    const page = await openOtp([mail, text])
    await page.visitor.click(await screen.findByRole('radio', { name: /text message/ }))
    await press(page, 'Send the code')
    await field('Code')
    expect(stand.service.callsOf(challengeAuthenticator).at(-1)?.body).toMatchObject({
      otpDeliveryType: 'SMS',
      otpDeliveryAttribute: 'mobile',
    })
  })
})

describe('where a sign-in leads', () => {
  it('is the page of the console that was asked for', {
    meta: { covers: ['routing.root-queries'] },
  }, async () => {
    const page = await openPage('/#/?redirect=%2Fusers%3Fpage%3D2')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    expect(await left()).toBe('reload')
    expect(location.hash).toBe('#/users?page=2')
  })

  it('is where the service says, for an application', async () => {
    stand.service.on(completeAuthentication, () => completed({ redirect: '/oidc/authorize/abc' }))
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    expect(await left()).toBe('/oidc/authorize/abc')
  })

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'is never another origin: %s',
    async (redirect) => {
      stand.service.on(completeAuthentication, () => completed({ redirect }))
      const page = await openPage('/')
      await identify(page, 'ada')
      await givePassword(page, 'correct horse')
      expect(await left()).toBe('/')
    },
  )

  it('has words of its own for service providers', {
    meta: { covers: ['routing.sp-landing'] },
  }, async () => {
    await openPage('/#/?action=sp')
    expect(await heading('Sign in as service provider')).toBeTruthy()
  })
})

describe('a busy service', () => {
  it('is asked again after the time it names', {
    meta: { covers: ['retry.reset-header'] },
  }, async () => {
    let isBusy = true
    stand.service.on(completeAuthentication, () => {
      if (!isBusy) return completed()
      isBusy = false
      return refuse({
        status: 429,
        code: 'too_many_requests',
        headers: { 'X-Ratelimit-Reset': '0' },
      })
    })
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await left()
    expect(stand.service.callsOf(completeAuthentication)).toHaveLength(2)
  })

  it('says so when it stays busy', {
    meta: { covers: ['retry.exhausted', 'retry.on-429', 'constant:retry.rate-limit-retries'] },
  }, async () => {
    const busy = { status: 429, code: 'too_many_requests', headers: { 'X-Ratelimit-Reset': '0' } }
    stand.service.on(completeAuthentication, () => refuse(busy))
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    expect((await alert()).textContent).toMatch(/Too many requests/)
    expect(stand.service.callsOf(completeAuthentication)).toHaveLength(4)
    expect(exits).toEqual([])
  })

  it('is not reached offline, which a notice says', {
    meta: { covers: ['shell.offline'] },
  }, async () => {
    const answers = vi.fn<() => Promise<boolean>>().mockResolvedValue(false)
    const stop = followConnection(answers)
    await openPage('/')
    window.dispatchEvent(new Event('offline'))
    expect(await screen.findByText('Connection lost. Trying again…')).toBeTruthy()
    expect(answers).toHaveBeenCalled()
    stop()
    await waitFor(() => expect(screen.queryByText('Connection lost. Trying again…')).toBeNull())
  })
})
