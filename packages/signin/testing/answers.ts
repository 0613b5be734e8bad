import {
  type AuthenticationState,
  challengeAuthenticator,
  completeAuthentication,
  queryAuthenticators,
  readAuthenticationInformation,
} from '@signet/contract/access/authentication'
import type { AuthenticationSession } from '@signet/contract/tenancy/sessions'
import { readSubscriber, type Subscriber } from '@signet/contract/tenancy/subscribers'
import type { z } from 'zod'
import { createService, type Service } from './service.ts'

type State = z.input<typeof AuthenticationState>
type Session = z.input<typeof AuthenticationSession>
type Theme = z.input<typeof Subscriber>

export const buildTheme = (change: Partial<Theme> = {}): Theme => ({
  id: '019aa6b4-0000-7000-8000-000000000001',
  authenticationAccount: true,
  issuanceAccount: false,
  isSp: false,
  parentHostname: null,
  hostname: 'acme.example.test',
  domain: 'acme.example.test',
  tier: 0,
  contractMode: 'TRIAL',
  companyName: 'Acme',
  companyCountry: null,
  companyState: null,
  countryCode: null,
  logo: null,
  motd: {},
  colours: { primary1: '#1d5fd1' },
  themeSource: 'OWN',
  defaultLocale: 'en',
  smartLoginEnabled: false,
  subscriberRegion: 'us-east-1',
  terminated: false,
  legalAcknowledged: true,
  salesForceId: null,
  igUrl: null,
  enableIGMigration: false,
  features: {},
  ...change,
})

export const buildSession = (change: Partial<Session> = {}): Session => ({
  jwt: {
    token: 'header.claims.signature',
    userId: '019aa6b4-0000-7000-8000-0000000000aa',
    time: 1_700_000_000_000,
    expires: 1_700_000_600_000,
    stepUpAuthExpiry: 0,
  },
  startTime: 1_700_000_000_000,
  expiryTime: 1_700_000_600_000,
  isAuthenticatedJwt: true,
  machineNonce: null,
  sequenceNonce: null,
  organizationId: null,
  updateProfile: false,
  isStepAuth: false,
  usedSmartLogin: false,
  idpAuthenticationFailed: false,
  stepUpAuthExpiry: 0,
  ...change,
})

let tokens = 0

/** Each answer has a token of its own. */
export const nextToken = (): string => {
  tokens += 1
  return `a-token-of-a-transaction-${tokens}`
}

export const buildState = (change: Partial<State> = {}): State => ({
  authenticationCompleted: false,
  authToken: nextToken(),
  loginType: 'USER_LOGIN' as const,
  applicationName: null,
  authenticators: [],
  secondFactor: false,
  requiredActions: [],
  enrollableAuthenticators: ['TOKEN', 'FIDO'],
  session: null,
  redirect: null,
  machineNonce: 'name-of-this-browser',
  sequenceNonce: 'a-sequence-nonce',
  userMachineSettings: null,
  ...change,
})

export const completed = (change: Partial<State> = {}): State =>
  buildState({
    authenticationCompleted: true,
    authToken: null,
    session: buildSession(),
    ...change,
  })

export const due = (types: readonly State['authenticators'][number]['type'][]): State =>
  buildState({ authenticators: types.map((type) => ({ type })) })

export const dueSecond = (types: readonly State['authenticators'][number]['type'][]): State => ({
  ...due(types),
  secondFactor: true,
})

/** A tenant whose users sign in with a password alone; tests change what they are about. */
export const createTenantService = (): Service => {
  const service = createService()
  service.on(readSubscriber, () => buildTheme())
  service.on(readAuthenticationInformation, () => ({
    applicationName: null,
    applicationLogo: null,
    loginType: 'USER_LOGIN' as const,
    passwordResetEnabled: true,
    signUpUrl: null,
    signUp: null,
    passkeyEnabled: true,
  }))
  service.on(queryAuthenticators, ({ body }) =>
    body.userId === undefined ? due(['PASSKEY']) : due(['PASSWORD', 'PASSKEY']),
  )
  service.on(challengeAuthenticator, () => ({
    authToken: nextToken(),
    authenticationCompleted: false,
    fidoChallenge: { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' },
    otp: null,
    sequenceNonce: null,
  }))
  service.on(completeAuthentication, () => completed())
  return service
}
