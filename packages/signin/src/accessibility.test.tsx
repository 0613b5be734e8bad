import {
  challengeAuthenticator,
  completeAuthentication,
  readAuthenticationInformation,
  startEnrollment,
} from '@signet/contract/access/authentication'
import { readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import { readSetup } from '@signet/contract/access/setup'
import { readSignUp } from '@signet/contract/access/sign-up'
import { readUserCode } from '@signet/contract/access/user-codes'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { buildSession, buildState, dueSecond, nextToken } from '../testing/answers.ts'
import {
  button,
  field,
  givePassword,
  heading,
  identify,
  openPage,
  press,
  stand,
} from '../testing/open-page.tsx'
import { plugInPasskeys } from '../testing/passkeys.ts'
import { refuse } from '../testing/service.ts'
import { storeSession } from './session/stored-session.ts'

/** Rules broken by what is shown now. jsdom paints nothing: contrast is judged in a browser. */
const findings = async (): Promise<string[]> => {
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const toSecondFactor = async (state: ReturnType<typeof buildState>) => {
  stand.service.on(completeAuthentication, () => state)
  const page = await openPage('/')
  await identify(page, 'ada')
  await givePassword(page, 'correct horse')
  return page
}

const deliveries = [
  { attribute: 'email', type: 'EMAIL', hint: 'a***@e***.com' },
  { attribute: 'mobile', type: 'SMS', hint: '***42' },
] as const

const pages: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'the first page with passkeys',
    async () => {
      plugInPasskeys({ answer: 'consent' })
      await openPage('/')
      await button('Sign in with a passkey')
    },
  ],
  [
    'a wrong password',
    async () => {
      stand.service.on(completeAuthentication, () =>
        refuse({ status: 401, code: 'invalid_user_response' }),
      )
      const page = await openPage('/')
      await identify(page, 'ada')
      await givePassword(page, 'wrong')
    },
  ],
  [
    'the code of an app',
    async () => {
      await toSecondFactor(dueSecond(['TOKEN', 'FIDO']))
      await field('Six-digit code')
    },
  ],
  [
    'the list of ways',
    async () => {
      const page = await toSecondFactor(dueSecond(['TOKEN', 'FIDO', 'OTP', 'RECOVERY_CODE']))
      await heading('Enter the code from your app')
      await press(page, 'Try another way')
      await heading('Choose another way')
    },
  ],
  [
    'the places of a code',
    async () => {
      await toSecondFactor({
        ...dueSecond([]),
        authenticators: [{ type: 'OTP', deliveries: [...deliveries] }],
      })
      await button('Send the code')
    },
  ],
  [
    'a code by message',
    async () => {
      stand.service.on(challengeAuthenticator, () => ({
        authToken: nextToken(),
        authenticationCompleted: false,
        fidoChallenge: null,
        otp: {
          hint: 'a***@e***.com',
          expiresAt: new Date(Date.now() + 300_000),
          resendAfter: new Date(Date.now() + 30_000),
        },
        sequenceNonce: null,
      }))
      await toSecondFactor(dueSecond(['OTP']))
      await button(/^Send a new code in/)
    },
  ],
  [
    'a new password',
    async () => {
      await toSecondFactor(buildState({ requiredActions: ['PASSWORD_CHANGE'] }))
      await heading('Choose a new password')
    },
  ],
  [
    'an app being enrolled',
    async () => {
      stand.service.on(startEnrollment, () => ({
        authToken: nextToken(),
        token: { otpauthUri: 'otpauth://totp/Acme:ada?secret=AAAA', secret: 'AAAA' },
        fidoOptions: null,
      }))
      const page = await toSecondFactor(buildState({ requiredActions: ['ENROLL_SECOND_FACTOR'] }))
      await press(page, /^Authenticator app/)
      await field('Six-digit code')
    },
  ],
  [
    'the form of a setup link with its faults',
    async () => {
      stand.service.on(readSetup, () => ({
        companyName: 'Acme',
        kind: 'FIRST_ADMINISTRATOR' as const,
        userId: null,
      }))
      const page = await openPage('/setup/a-setup-token-of-128-bits')
      await press(page, 'Continue')
    },
  ],
  [
    'the form of sign-up with its faults',
    async () => {
      stand.service.on(readAuthenticationInformation, () => ({
        applicationName: null,
        applicationLogo: null,
        loginType: 'USER_LOGIN' as const,
        passwordResetEnabled: true,
        passkeyEnabled: true,
        signUpUrl: null,
        signUp: { termsUrl: 'https://acme.example/terms', domains: ['acme.example'] },
      }))
      const page = await openPage('/#/signup')
      await press(page, 'Continue')
    },
  ],
  [
    'the link of a sign-up',
    async () => {
      stand.service.on(readSignUp, () => ({
        companyName: 'Acme',
        email: 'ada@acme.example',
        userId: 'CHOSEN' as const,
      }))
      await openPage('/signup/confirm/a-sign-up-token-of-128-bits')
      await heading('Set up your account')
    },
  ],
  [
    'the question for consent',
    async () => {
      storeSession(buildSession())
      stand.service.on(readOidcInteraction, () => ({
        clientId: 'expenses',
        applicationName: 'Expenses',
        applicationLogo: 'data:image/png;base64,AAAA',
        selfRegistered: true,
        scopes: ['openid', 'email'],
        details: [],
        loginHint: null,
        stepUp: false,
        denied: null,
        organizations: null,
      }))
      await openPage('/oidc/consent?uid=an-interaction-of-oidc')
      await heading('Allow Expenses?')
    },
  ],
  [
    'a device to be confirmed',
    async () => {
      storeSession(buildSession())
      stand.service.on(readUserCode, () => ({
        userCode: 'BCDF-GHJK',
        applicationName: 'Television',
        applicationLogo: null,
        selfRegistered: false,
        scopes: ['openid'],
        requested: { requestDate: '2027-01-04T09:00:00.000Z', address: '192.0.2.7', browser: null },
        country: 'NL',
        isNear: false,
      }))
      const page = await openPage('/oidc/usercode')
      await page.visitor.type(await field('Code'), 'BCDF-GHJK{Enter}')
      await heading('Connect Television?')
    },
  ],
  [
    'the password reset',
    async () => {
      await openPage('/reset/ada')
      await heading('Reset your password')
    },
  ],
  [
    'an error',
    async () => {
      await openPage('/#/error?error=access_denied')
      await heading('This did not work')
    },
  ],
]

describe('accessibility', () => {
  it.each(pages)('breaks no rule on %s', async (_, open) => {
    await open()
    expect(await findings()).toEqual([])
  })
})
