import { testOtpProviders } from '@signet/contract/provider/otp-provider-test'
import { readOtpProviders, updateOtpProviders } from '@signet/contract/provider/otp-providers'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { otpProvidersFeature } from './otp-providers.screens.ts'

const sms = {
  method: 'POST',
  url: 'https://sms.example/send',
  authType: 'Bearer Token',
  user: '',
  keyName: '',
  headers: [],
  secrets: [],
  contentType: 'application/json',
  body: '{"to":"{{REQ.recipient}}","text":"{{REQ.message}}"}',
  timeoutMillis: 5000,
  statuses: [200],
  resultItems: [],
  secretPresent: true,
} as const
const none = { sms: null, voice: null, messenger: null }
const lent = {
  ...none,
  sms: { ...sms, headers: [], secrets: [], statuses: [200], resultItems: [] },
}
const rights = { view: true, add: true, edit: true, remove: true }
const theme = buildTheme({ isSp: true })
const permissions = [{ entityType: 'OTPPROVIDERS' as const, ...rights }]
const session = buildConsoleSession({ theme, roles: [buildRole({ permissions })] })
const show = () => showScreens(otpProvidersFeature, '/otpproviders', { session })

describe('the SMS/voice providers of a service provider', () => {
  it('are shown without secrets, tried and saved by who may change them', {
    meta: { covers: ['screen:otpproviders'] },
  }, async () => {
    const asked = serve(
      answering(readOtpProviders, () => lent),
      answering(updateOtpProviders, () => lent),
      answering(testOtpProviders, () => ({
        accepted: true,
        status: 200,
        durationMillis: 5,
        answer: '',
        items: [],
        failure: null,
      })),
    )
    const { container, user } = await show()
    expect(await screen.findByDisplayValue('https://sms.example/send')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Phone calls' })).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Call it once' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint)).toContain(testOtpProviders))
    const tried = asked.find(({ endpoint }) => endpoint === testOtpProviders)
    expect(tried?.body).toMatchObject({ use: 'OTP', saved: 'provider-otp-sms' })
    const [save] = screen.getAllByRole('button', { name: 'Save' })
    await user.click(save ?? document.body)
    await waitFor(() => expect(asked.at(-1)?.endpoint).toBe(updateOtpProviders))
  })
})
