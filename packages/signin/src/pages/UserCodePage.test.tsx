import { decideUserCode, readUserCode } from '@signet/contract/access/user-codes'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSession } from '../../testing/answers.ts'
import { field, heading, left, openPage, press, stand } from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'
import { sessionToken, storeSession } from '../session/stored-session.ts'

const device = {
  userCode: 'BCDF-GHJK',
  applicationName: 'Television',
  applicationLogo: null,
  selfRegistered: true,
  scopes: ['openid', 'offline_access'],
  requested: { requestDate: '2027-01-04T09:00:00.000Z', address: '192.0.2.7', browser: null },
  country: 'NL',
  isNear: false,
}

beforeEach(() => {
  stand.service.on(readUserCode, () => device)
  stand.service.on(decideUserCode, ({ body }) => ({
    redirect: body.allow ? '/api/oidc/device?ticket=abc' : '/oidc/usercodestatus?status=denied',
  }))
})

const typeCode = async (code: string) => {
  storeSession(buildSession())
  const page = await openPage('/oidc/usercode')
  await page.visitor.type(await field('Code'), `${code}{Enter}`)
  return page
}

describe('connecting a device', () => {
  it('says what asks, from where, for what, and what to beware of', {
    meta: { covers: ['screen:oidc/usercode'] },
  }, async () => {
    await typeCode('bcdf-ghjk')
    await heading('Connect Television?')
    expect(screen.getByText('BCDF-GHJK')).toBeTruthy()
    expect(screen.getByText('Asked from 192.0.2.7, Netherlands')).toBeTruthy()
    expect(screen.getByText(/not in the network/)).toBeTruthy()
    expect(screen.getByText(/Nobody else has a reason to send you a code/)).toBeTruthy()
    expect(screen.getByText(/^Television registered itself/)).toBeTruthy()
    expect(screen.getByText('Know who you are')).toBeTruthy()
    expect(stand.service.callsOf(readUserCode)[0]?.body).toEqual({ userCode: 'BCDF-GHJK' })
  })

  it('does nothing with a code that a link brought before somebody looks at it', {
    meta: { covers: ['S16'] },
  }, async () => {
    storeSession(buildSession())
    await openPage('/oidc/usercode?user_code=BCDF-GHJK')
    expect((await field('Code')).value).toBe('BCDF-GHJK')
    expect(stand.service.callsOf(decideUserCode)).toHaveLength(0)
    expect(stand.service.callsOf(readUserCode)).toHaveLength(0)
  })

  it.each([
    ['Connect', true, '/api/oidc/device?ticket=abc'],
    ['Do not connect', false, '/oidc/usercodestatus?status=denied'],
  ])(
    'goes on after %s',
    { meta: { covers: ['screen:oidc/usercode'] } },
    async (name, allow, address) => {
      const page = await typeCode('BCDF-GHJK')
      await heading('Connect Television?')
      await press(page, name)
      expect(await left()).toBe(address)
      const [call] = stand.service.callsOf(decideUserCode)
      expect(call?.body).toEqual({ userCode: 'BCDF-GHJK', allow })
      expect(call?.headers.get('Authorization')).toBe('DPoP header.claims.signature')
    },
  )

  it('says that no device waits for a code', async () => {
    stand.service.on(readUserCode, () => refuse({ status: 400, code: 'user_code_invalid' }))
    await typeCode('BCDF-GHJK')
    expect(await screen.findByText(/No device waits for this code/)).toBeTruthy()
  })

  it('has people sign in first, and brings them back with the code', async () => {
    await openPage('/oidc/usercode?user_code=BCDF-GHJK')
    expect(await left()).toBe('/#/?redirect=%2Foidc%2Fusercode%3Fuser_code%3DBCDF-GHJK')
  })

  it('has them sign in again when their session has ended meanwhile', async () => {
    stand.service.on(readUserCode, () => refuse({ status: 401, code: 'expired_session_token' }))
    await typeCode('BCDF-GHJK')
    expect(await left()).toBe('/#/?redirect=%2Foidc%2Fusercode%3Fuser_code%3DBCDF-GHJK')
    expect(sessionToken()).toBeNull()
  })
})

describe('what came of it', () => {
  it.each([
    ['allowed', 'The device is connected'],
    ['denied', 'The device is not connected'],
    ['ended', 'This took too long'],
  ])('%s is told', { meta: { covers: ['screen:oidc/usercodestatus'] } }, async (status, title) => {
    await openPage(`/oidc/usercodestatus?status=${status}`)
    expect(await heading(title)).toBeTruthy()
  })
})
