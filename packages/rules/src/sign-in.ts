import { oneOf } from './membership.ts'

/** How a sign-in is begun; any other value is an error. */
export const loginFlowTypes = [
  'IDP_LOGIN',
  'PASSKEY_LOGIN',
  'SMART_LOGIN',
  'USER_LOGIN',
  'USER_CERTIFICATE_LOGIN',
] as const
export type LoginFlowType = (typeof loginFlowTypes)[number]

/** What a resource rule may demand of a sign-in. */
export const authenticationMethodIds = [
  'ACCESS_DENIED',
  'DEFAULT_SECOND_FACTOR',
  'DOMAIN_BASED_IDP',
  'EXTERNAL_ONLY',
  'EXTERNAL_SECOND_FACTOR',
  'PASSWORD_ONLY',
  'PASSWORD_PLUS_SOFT_HARDWARE_TOKEN',
  'PASSWORD_SECOND_FACTOR',
  'SOFT_HARDWARE_TOKEN_OTP',
  'SOFT_HARDWARE_TOKEN',
  'SMART_LOGIN',
  'USER_CERTIFICATE_LOGIN',
] as const
export type AuthenticationMethodId = (typeof authenticationMethodIds)[number]

/** The rules every tenant starts with, by what they are about. */
export const defaultResourceRules = {
  USER_PORTAL: 'User Portal - All Users',
  ADMIN_PORTAL: 'Administration Portal - Administrators',
} as const

export const defaultRuleResources = ['USER_PORTAL', 'ADMIN_PORTAL'] as const
export const hasDefaultRule = oneOf(defaultRuleResources)

export interface NamedRule {
  readonly name: string
  readonly resourceId: string
}

/** What the rule that a tenant starts with is about; null for any other, and once it was renamed. */
export const defaultRuleOf = ({ name, resourceId }: NamedRule) =>
  hasDefaultRule(resourceId) && defaultResourceRules[resourceId] === name ? resourceId : null

/** COSE algorithms asked for at registration: EdDSA, ES256, RS256 (RFC 9053; RFC 8812). */
export const fidoAlgorithms = [-8, -7, -257] as const
