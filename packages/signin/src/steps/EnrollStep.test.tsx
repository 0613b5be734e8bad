import {
  changeExpiredPassword,
  completeAuthentication,
  completeEnrollment,
  startEnrollment,
} from '@signet/contract/access/authentication'
import { createOwnRecoveryCodes } from '@signet/contract/access/self-authenticators'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildState, completed, nextToken } from '../../testing/answers.ts'
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
import { plugInPasskeys } from '../../testing/passkeys.ts'
import { refuse } from '../../testing/service.ts'

const codes = Array.from({ length: 10 }, (_, index) => `code-${index}-abcde`)
const secret = 'JBSWY3DPEHPK3PXP'

beforeEach(() => {
  const { service } = stand
  service.on(completeAuthentication, () =>
    buildState({ requiredActions: ['ENROLL_SECOND_FACTOR'] }),
  )
  service.on(startEnrollment, ({ params }) => ({
    authToken: nextToken(),
    token:
      params.authenticator === 'TOKEN'
        ? { otpauthUri: `otpauth://totp/Acme:ada?secret=${secret}&issuer=Acme`, secret }
        : null,
    fidoOptions:
      params.authenticator === 'FIDO'
        ? {
            challenge: 'AAAA',
            rp: { id: 'acme.example.test', name: 'Acme' },
            user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
            pubKeyCredParams: [],
          }
        : null,
  }))
  service.on(completeEnrollment, () => completed())
  service.on(createOwnRecoveryCodes, () => ({ codes }))
})

const openEnrolment = async () => {
  const page = await openPage('/')
  await identify(page, 'ada')
  await givePassword(page, 'correct horse')
  await heading('Protect your account')
  return page
}

describe('a second factor that has to be enrolled', () => {
  it('is an app: picture, key by hand, first code, then the recovery codes once', async () => {
    const page = await openEnrolment()
    await press(page, /^Authenticator app/)
    await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    await page.visitor.click(await screen.findByText('Enter the key by hand'))
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await page.visitor.type(await field('Six-digit code'), '123456')
    await heading('Keep your recovery codes')
    expect(exits).toEqual([])
    expect(await screen.findAllByText(/^code-\d-abcde$/)).toHaveLength(10)
    expect(stand.service.callsOf(createOwnRecoveryCodes)).toHaveLength(1)
    await press(page, 'I have kept the codes')
    expect(await left()).toBe('reload')
  })

  it('proves the session and its key when it asks for recovery codes', async () => {
    const page = await openEnrolment()
    await press(page, /^Authenticator app/)
    await page.visitor.type(await field('Six-digit code'), '123456')
    await screen.findAllByText(/^code-\d-abcde$/)
    const [call] = stand.service.callsOf(createOwnRecoveryCodes)
    expect(call?.headers.get('Authorization')).toBe('DPoP header.claims.signature')
    expect(call?.headers.get('DPoP')?.split('.')).toHaveLength(3)
  })

  it('goes on without recovery codes where they cannot be made', async () => {
    stand.service.on(createOwnRecoveryCodes, () =>
      refuse({ status: 403, code: 'step_up_required' }),
    )
    const page = await openEnrolment()
    await press(page, /^Authenticator app/)
    await page.visitor.type(await field('Six-digit code'), '123456')
    await press(page, 'Continue without codes')
    expect(await left()).toBe('reload')
  })

  it('keeps the key when the first code was wrong', async () => {
    stand.service.on(completeEnrollment, () =>
      refuse({ status: 401, code: 'invalid_user_response' }),
    )
    const page = await openEnrolment()
    await press(page, /^Authenticator app/)
    await page.visitor.type(await field('Six-digit code'), '000000')
    expect((await screen.findByRole('alert')).textContent).toMatch(/did not match/)
    expect(stand.service.callsOf(startEnrollment)).toHaveLength(1)
  })

  it('is a passkey', async () => {
    plugInPasskeys({ answer: 'consent' })
    const page = await openEnrolment()
    await press(page, /^Passkey/)
    await press(page, 'Create passkey')
    await heading('Keep your recovery codes')
    const [call] = stand.service.callsOf(completeEnrollment)
    expect(call?.params).toEqual({ authenticator: 'FIDO' })
    expect(call?.body).toMatchObject({
      fidoResponse: { id: 'new-credential', transports: ['internal'] },
    })
  })

  it('may be chosen differently after a passkey was not made', async () => {
    plugInPasskeys({ answer: 'cancel' })
    const page = await openEnrolment()
    await press(page, /^Passkey/)
    await press(page, 'Create passkey')
    expect((await screen.findByRole('alert')).textContent).toMatch(/No passkey was created/)
    await press(page, 'Choose differently')
    await button(/^Authenticator app/)
  })

  it('comes before a password change, and the recovery codes after both', async () => {
    stand.service.on(completeEnrollment, () => buildState({ requiredActions: ['PASSWORD_CHANGE'] }))
    stand.service.on(changeExpiredPassword, () => completed())
    const page = await openEnrolment()
    await press(page, /^Authenticator app/)
    await page.visitor.type(await field('Six-digit code'), '123456')
    await heading('Choose a new password')
    await page.visitor.type(await field('New password'), 'correct horse battery{Enter}')
    expect(await heading('Keep your recovery codes')).toBeTruthy()
  })
})

describe('a password that has to be changed', () => {
  it('shows the rules that a refused one fails, and how the next one stands to them', async () => {
    stand.service.on(completeAuthentication, () =>
      buildState({ requiredActions: ['PASSWORD_CHANGE'] }),
    )
    stand.service.on(changeExpiredPassword, ({ body }) =>
      body.newPassword === 'short'
        ? refuse({
            status: 400,
            code: 'password_invalid',
            faults: ['too_short', 'digit_required'],
          })
        : completed(),
    )
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
    const input = await field('New password')
    expect(input.getAttribute('autocomplete')).toBe('new-password')
    await page.visitor.type(input, 'short{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/does not meet the rules/)
    const digit = (await screen.findByText('contains a digit')).closest('li')
    expect(digit?.textContent).toMatch(/Not met yet/)
    await page.visitor.type(input, ' but now with 1')
    expect(digit?.textContent).toMatch(/Met/)
    await press(page, 'Save password')
    await left()
  })
})
