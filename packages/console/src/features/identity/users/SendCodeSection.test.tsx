import { createOtp } from '@signet/contract/authenticators/otps'
import { readEmailState } from '@signet/contract/settings/email-state'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { messages } from '../../../lib/messages.ts'
import { SendCodeSection } from './SendCodeSection.tsx'

const userid = '018f0000-0000-7000-8000-000000000001'
const sent = {
  otpDeliveryType: 'SMS' as const,
  otpDeliveryAttribute: 'mobile',
  hint: '••• 44 33',
  expiresAt: '2026-11-01T10:05:00.000Z',
  resendAfter: '2026-11-01T10:01:00.000Z',
}

const part = (
  <main>
    <SendCodeSection {...{ userid }} name="Ada" />
  </main>
)

const open = async () => {
  const { user } = renderRoutes([{ path: '/', element: part }])
  await user.click(await screen.findByRole('button', { name: 'Send a code' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Code for the next sign-in' })
  return { user, dialog, send: within(dialog).getByRole('button', { name: 'Send a code' }) }
}

const told = () => messages.get().map(({ text, icon }) => `${icon}: ${text}`)

it('sends a code the way that is chosen, and says where it went', async () => {
  const asked = serve(answering(createOtp, () => sent))
  const { user, dialog, send } = await open()
  await expectAccessible()
  await user.selectOptions(within(dialog).getByLabelText('Way'), 'Text message')
  expect(asked).toEqual([])
  await user.click(send)
  await waitFor(() => expect(told().join()).toContain('success: A code is on its way to ••• 44 33'))
  expect(asked[0]?.body).toEqual({ userId: userid, otpDeliveryType: 'SMS' })
})

it('leaves the way to the settings, and says that none is there', async () => {
  const asked = serve(answering(createOtp, () => new Refusal('no_otp')))
  const { user, send } = await open()
  await user.click(send)
  await waitFor(() => expect(told().join()).toContain('warning: No contact of Ada takes codes'))
  expect(asked[0]?.body).toEqual({ userId: userid })
})

it('says before and after that no code is sent by email without a server', async () => {
  const mailed = { ...sent, otpDeliveryType: 'EMAIL' as const, hint: 'a•••@example.test' }
  serve(
    answering(createOtp, () => mailed),
    answering(readEmailState, () => ({ source: 'NONE' as const, test: null, failedLastDay: 0 })),
  )
  const { user, dialog, send } = await open()
  await within(dialog).findByText('No email server is set up: codes are not sent by email.')
  await user.click(send)
  await waitFor(() => expect(told().join()).toContain('warning: Not sent: no email server'))
})
