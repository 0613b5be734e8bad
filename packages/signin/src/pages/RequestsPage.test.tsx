import { decideSignInRequest, listSignInRequests } from '@signet/contract/access/sign-in-requests'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSession } from '../../testing/answers.ts'
import { heading, left, openPage, press, stand } from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'
import { sessionToken, storeSession } from '../session/stored-session.ts'

const request = {
  id: '0190f3c2-0000-7000-8000-000000000001',
  applicationName: 'Bank',
  applicationLogo: null,
  bindingMessage: 'W4SCT',
  scopes: ['openid'],
  requestDate: '2027-01-04T09:00:00.000Z',
  expiryDate: '2027-01-04T09:05:00.000Z',
}

beforeEach(() => {
  storeSession(buildSession())
  stand.service.on(listSignInRequests, () => ({ requests: [request] }))
  stand.service.on(decideSignInRequest, ({ body }) => ({
    redirect: body.allow ? '/api/oidc/requests?ticket=abc' : '/oidc/requeststatus?status=denied',
  }))
})

describe('a sign-in that an application asks for', () => {
  it('says what asks, what to compare, for what, and what to beware of', async () => {
    await openPage('/oidc/requests')
    await heading('Sign in to Bank?')
    expect(screen.getByText('W4SCT')).toBeTruthy()
    expect(screen.getByText(/only if you began this yourself/)).toBeTruthy()
    expect(screen.getByText('Know who you are')).toBeTruthy()
    expect(stand.service.callsOf(decideSignInRequest)).toHaveLength(0)
  })

  it.each([
    ['Allow', true, '/api/oidc/requests?ticket=abc'],
    ['Refuse', false, '/oidc/requeststatus?status=denied'],
  ])('goes on after %s', async (name, allow, address) => {
    const page = await openPage('/oidc/requests')
    await heading('Sign in to Bank?')
    await press(page, name)
    expect(await left()).toBe(address)
    expect(stand.service.callsOf(decideSignInRequest)[0]?.body).toEqual({ id: request.id, allow })
  })

  it('that somebody has decided meanwhile is over', async () => {
    stand.service.on(decideSignInRequest, () => refuse({ status: 404, code: 'not_found' }))
    const page = await openPage('/oidc/requests')
    await heading('Sign in to Bank?')
    await press(page, 'Allow')
    expect(await left()).toBe('/oidc/requeststatus?status=ended')
  })
})

describe('nothing that waits', () => {
  it('is told, and looked for again', async () => {
    stand.service.on(listSignInRequests, () => ({ requests: [] }))
    const page = await openPage('/oidc/requests')
    await heading('Nothing is waiting')
    stand.service.on(listSignInRequests, () => ({ requests: [request] }))
    await press(page, 'Look again')
    expect(await heading('Sign in to Bank?')).toBeTruthy()
  })

  it('has people sign in first, and again when their session has ended', async () => {
    stand.service.on(listSignInRequests, () =>
      refuse({ status: 401, code: 'expired_session_token' }),
    )
    await openPage('/oidc/requests')
    expect(await left()).toBe('/#/?redirect=%2Foidc%2Frequests')
    expect(sessionToken()).toBeNull()
  })
})

describe('what came of it', () => {
  it.each([
    ['allowed', 'You allowed the sign-in'],
    ['denied', 'The sign-in was not allowed'],
    ['ended', 'This is over'],
  ])('%s is told', async (status, title) => {
    await openPage(`/oidc/requeststatus?status=${status}`)
    expect(await heading(title)).toBeTruthy()
  })
})
