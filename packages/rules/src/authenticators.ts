import { oneOf } from './membership.ts'

/** Every kind of authenticator that has a label. */
export const authenticatorTypes = [
  'ENTRUST_LEGACY_TOKEN',
  'ENTRUST_SOFT_TOKEN',
  'ENTRUST_SOFT_TOKEN_PUSH',
  'EXTERNAL',
  'FIDO',
  'GOOGLE_AUTHENTICATOR',
  'GRID_CARD',
  'GRID',
  'HARDWARE_TOKEN',
  'KBA',
  'FACE',
  'MACHINE',
  'MAGICLINK',
  'OATH_PHYSICAL_TOKEN',
  'OTP',
  'PASSTHROUGH',
  'PASSWORD',
  'PASSKEY',
  'USER_CERTIFICATE',
  'SMART_CREDENTIAL',
  'TEMP_ACCESS_CODE',
  'IDP',
  'PASSWORD_AND_SECONDFACTOR',
  'SMARTCREDENTIALPUSH',
  'SMART_LOGIN',
  'TOKEN',
  'TOKENCR',
  'TOKENPUSH',
  'NONE',
] as const
export type AuthenticatorType = (typeof authenticatorTypes)[number]
export const isAuthenticatorType = oneOf(authenticatorTypes)

/** OPTIONAL is the word on the wire; the other two are its neighbours in the restriction values. */
export const registrationRequirements = ['OPTIONAL', 'REQUIRED', 'NOT_ALLOWED'] as const

/** Without smart login there is nothing that could push to a smart credential. */
export const isAuthenticatorShown = (
  type: AuthenticatorType,
  theme: { readonly smartLoginEnabled: boolean },
): boolean => type !== 'SMARTCREDENTIALPUSH' || theme.smartLoginEnabled

export const onboardingFlags = [
  'vpn',
  'saas',
  'other',
  'syncUser',
  'fido',
  'grid',
  'entrustSoftToken',
  'authenticatorApp',
] as const
export type OnboardingFlag = (typeof onboardingFlags)[number]
