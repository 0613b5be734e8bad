import {
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { waitForPush } from '@signet/contract/access/pushes'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { completed, dueSecond, nextToken } from '../../testing/answers.ts'
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
import { refuse } from '../../testing/service.ts'

type Method = Parameters<typeof dueSecond>[0][number]

const later = '2031-01-01T00:00:00.000Z'

/** Up to the second factor, which is asked for by one way; wrong answers are those that say so. */
const begin = async (method: Method, title: string) => {
  stand.service.on(completeAuthentication, ({ params, body }) => {
    if (params.authenticator === 'PASSWORD') return dueSecond([method])
    if (body.response === 'wrong') {
      return refuse({ status: 401, code: 'invalid_user_response' })
    }
    return completed()
  })
  const page = await openPage('/')
  await identify(page, 'ada')
  await givePassword(page, 'correct horse')
  await heading(title)
  return page
}

const given = () => stand.service.callsOf(completeAuthentication).at(-1)

const challenge = (change: object) => ({
  authToken: nextToken(),
  authenticationCompleted: false,
  fidoChallenge: null,
  otp: null,
  sequenceNonce: null,
  ...change,
})

describe('a code that is typed', () => {
  it.each([
    ['TEMP_ACCESS_CODE', 'Enter your temporary access code', 'Temporary access code'],
    ['RECOVERY_CODE', 'Enter a recovery code', 'Recovery code'],
    ['EXTERNAL', 'Enter the code of your other authenticator', 'External authenticator'],
  ] as const)(
    'of %s is asked again when it was wrong, and signs in',
    async (method, title, label) => {
      const page = await begin(method, title)
      await page.visitor.type(await field(label), 'wrong{Enter}')
      await screen.findByRole('alert')
      await page.visitor.clear(await field(label))
      await page.visitor.type(await field(label), 'ABCD-2345{Enter}')
      await left()
      expect(given()).toMatchObject({
        params: { authenticator: method },
        body: { response: 'ABCD-2345' },
      })
    },
  )
})

describe('an approval in the app', () => {
  const asked = (...answers: ('PENDING' | 'APPROVED' | 'DENIED' | 'CONCERN')[]) => {
    stand.service.on(challengeAuthenticator, () =>
      challenge({ push: { number: '42', expiresAt: later } }),
    )
    const due = [...answers]
    stand.service.on(waitForPush, () => ({ status: due.shift() ?? 'PENDING' }))
  }

  it('is waited for under the number to type there, and signs in', async () => {
    asked('PENDING', 'APPROVED')
    await begin('TOKENPUSH', 'Answer in your app')
    await left()
    expect(stand.service.callsOf(waitForPush)).toHaveLength(2)
    expect(given()).toMatchObject({ params: { authenticator: 'TOKENPUSH' } })
  })

  it.each(['DENIED', 'CONCERN'] as const)('that is %s signs nobody in', async (status) => {
    asked(status)
    await begin('TOKENPUSH', 'Answer in your app')
    await screen.findByRole('alert')
    expect(screen.queryByText('42')).toBeNull()
    expect(given()).toMatchObject({ params: { authenticator: 'PASSWORD' } })
  })
})

describe('a face', () => {
  it('is shown on the provider’s page, and asked for again until that was done', async () => {
    const url = 'https://faces.example.test/show/1'
    stand.service.on(challengeAuthenticator, () => challenge({ face: { url, expiresAt: later } }))
    const page = await begin('FACE', 'Show your face')
    const link = await screen.findByRole('link', { name: 'Open the page' })
    expect(link.getAttribute('href')).toBe(url)
    stand.service.on(completeAuthentication, () =>
      refuse({ status: 401, code: 'invalid_user_response' }),
    )
    await press(page, 'Confirm')
    await screen.findByRole('alert')
    stand.service.on(completeAuthentication, () => completed())
    await press(page, 'Confirm')
    await left()
    expect(given()).toMatchObject({ params: { authenticator: 'FACE' } })
  })
})

describe('a link by email', () => {
  afterEach(() => vi.useRealTimers())

  it('is waited for until it was opened, and signs in', async () => {
    stand.service.on(challengeAuthenticator, () =>
      challenge({ magicLink: { expiresAt: later, resendAfter: later } }),
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await begin('MAGICLINK', 'Check your email')
    await screen.findByText(/Open it in this browser/)
    let answers = 0
    stand.service.on(completeAuthentication, () => {
      answers += 1
      return answers === 1 ? dueSecond(['MAGICLINK']) : completed()
    })
    for (const expected of [1, 2]) {
      vi.advanceTimersByTime(4000)
      await expect.poll(() => answers).toBe(expected)
    }
    await left()
    expect(given()).toMatchObject({ params: { authenticator: 'MAGICLINK' } })
  })
})
