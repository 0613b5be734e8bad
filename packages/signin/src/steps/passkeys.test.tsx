import {
  challengeAuthenticator,
  completeAuthentication,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { completed, dueSecond } from '../../testing/answers.ts'
import {
  field,
  givePassword,
  heading,
  identify,
  left,
  openPage,
  press,
  stand,
} from '../../testing/open-page.tsx'
import { plugInPasskeys } from '../../testing/passkeys.ts'
import { refuse } from '../../testing/service.ts'

const assertion = {
  credentialId: 'credential-id',
  authenticatorData: 'ZGF0YQ',
  clientDataJSON: 'Y2xpZW50',
  signature: 'c2lnbmF0dXJl',
  userHandle: null,
}

describe('a passkey', () => {
  it('signs in without a user id by the button', {
    meta: { covers: ['fido.browser-interface', 'login.flow-types'] },
  }, async () => {
    plugInPasskeys({ answer: 'consent' })
    const page = await openPage('/')
    await press(page, 'Sign in with a passkey')
    await left()
    const [call] = stand.service.callsOf(completeAuthentication)
    expect(call?.params).toEqual({ authenticator: 'PASSKEY' })
    expect(call?.body).toMatchObject({ fidoResponse: assertion })
  })

  it('is offered in the list of user ids, and signs in from there', async () => {
    plugInPasskeys({ answer: 'consent', choosesFromList: true })
    await openPage('/')
    expect((await field('User ID or email')).autocomplete).toBe('username webauthn')
    await left()
    expect(stand.service.callsOf(completeAuthentication)).toHaveLength(1)
  })

  it('stops waiting in the list once a user id is given', async () => {
    const ceremonies = plugInPasskeys({ answer: 'consent' })
    const page = await openPage('/')
    await waitFor(() => expect(ceremonies).toHaveLength(1))
    await identify(page, 'ada')
    expect(ceremonies[0]?.signal?.aborted).toBe(true)
  })

  it('goes on with the button when the list of user ids comes later', async () => {
    const list = Promise.withResolvers<void>()
    const ceremonies = plugInPasskeys({ answer: 'wait', listAfter: list.promise })
    const page = await openPage('/')
    await press(page, 'Sign in with a passkey')
    await waitFor(() => expect(ceremonies).toHaveLength(1))
    list.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ceremonies).toHaveLength(1)
    expect(ceremonies[0]).toMatchObject({ mediation: undefined, signal: { aborted: false } })
  })

  it('may be cancelled and asked for again, with a fresh challenge', async () => {
    plugInPasskeys({ answer: 'cancel' })
    const page = await openPage('/')
    await press(page, 'Sign in with a passkey')
    expect((await screen.findByRole('alert')).textContent).toMatch(/cancelled or took too long/)
    plugInPasskeys({ answer: 'consent' })
    await press(page, 'Sign in with a passkey')
    await left()
    expect(stand.service.callsOf(challengeAuthenticator)).toHaveLength(2)
  })

  it('tells when the service does not know it', async () => {
    plugInPasskeys({ answer: 'consent', choosesFromList: true })
    stand.service.on(completeAuthentication, () =>
      refuse({ status: 401, code: 'invalid_user_response' }),
    )
    await openPage('/')
    expect((await screen.findByRole('alert')).textContent).toMatch(/did not match/)
  })

  it('proves the second factor', async () => {
    plugInPasskeys({ answer: 'consent' })
    stand.service.on(completeAuthentication, ({ params }) =>
      params.authenticator === 'PASSWORD' ? dueSecond(['FIDO', 'TOKEN']) : completed(),
    )
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await heading('Use your passkey')
    await press(page, 'Use passkey')
    await left()
    expect(stand.service.callsOf(completeAuthentication).at(-1)?.params).toEqual({
      authenticator: 'FIDO',
    })
  })

  it('leads to the next step of the transaction it has begun', async () => {
    plugInPasskeys({ answer: 'consent' })
    stand.service.on(completeAuthentication, ({ params }) =>
      params.authenticator === 'PASSKEY' ? dueSecond(['TOKEN']) : completed(),
    )
    const page = await openPage('/')
    await press(page, 'Sign in with a passkey')
    await page.visitor.type(await field('Six-digit code'), '123456')
    await left()
    const [first] = stand.service.callsOf(queryAuthenticators)
    expect(first?.body).not.toHaveProperty('userId')
  })

  it('cannot be used in a browser without the interface, which says so', {
    meta: { covers: ['errors.local-errors', 'fido.unsupported'] },
  }, async () => {
    stand.service.on(completeAuthentication, () => dueSecond(['FIDO', 'TOKEN']))
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    await heading('Use your passkey')
    await press(page, 'Use passkey')
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^FIDO not supported by this browser\./,
    )
  })

  it('is not offered where the browser has none', async () => {
    await openPage('/')
    await heading('Sign in')
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
    expect((await field('User ID or email')).autocomplete).toBe('username')
  })
})
