import {
  BackchannelDelivery,
  CertificateName,
  GrantType,
  OidcApplication,
  OidcApplicationType,
  OidcScope,
  TokenEndpointAuthMethod,
  UserCodeCharacterSet,
} from '@signet/contract/applications/oidc-applications'
import { agentTypes, programTypes } from '@signet/rules/applications'
import { oneOf } from '@signet/rules/membership'
import type { z } from 'zod'

export type Application = z.output<typeof OidcApplication>
export type ApplicationType = z.output<typeof OidcApplicationType>

const applicationTypes = OidcApplicationType.options
export const grantTypes = GrantType.options
export const scopes = OidcScope.options
export const userCodeCharacterSets = UserCodeCharacterSet.options
export const certificateNames = CertificateName.options
export const backchannelDeliveries = BackchannelDelivery.options
export const whenSessionsFull = OidcApplication.shape.whenSessionsFull.options
export const authMethods = TokenEndpointAuthMethod.options
export const isApplicationType = oneOf(applicationTypes)

/** Kinds that are no product, of every family. */
const applicationKinds = [
  ...applicationTypes,
  'ADMIN_API',
  'AUTH_API',
  'IDG',
  'ISSUANCE_API',
  'RADIUS',
  'SIEM',
  'SYSLOG',
  'SAML',
  ...agentTypes,
] as const
export type ApplicationKind = (typeof applicationKinds)[number]
export const isApplicationKind = oneOf(applicationKinds)

/** With the portal, which nobody adds. */
export const listedKinds = [...applicationKinds, 'USER_PORTAL'] as const
export type ListedKind = (typeof listedKinds)[number]
export const isListedKind = oneOf(listedKinds)

/** Whether people sign in to it: a server acts for itself. */
export const signsPeopleIn = (type: ApplicationType): boolean => type !== 'OIDC_SERVER'

/** Whether it can keep a secret (RFC 6749, 2.1). */
export const keepsSecret = (method: Application['tokenEndpointAuthMethod']): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post'

export const applicationPath = (id: string, templateId: string): string =>
  `/applications/oidc/${templateId}/${id}`

const isProgramType = oneOf(programTypes)

interface Listed {
  readonly id: string
  readonly applicationType: string
  readonly templateId: string
}

/** Where an application of any family is shown. */
export const pathOf = ({ id, applicationType, templateId }: Listed): string => {
  if (applicationType === 'USER_PORTAL') return `/applications/portal/USER_PORTAL/${id}`
  if (applicationType === 'SAML') return `/applications/saml/SAML/${id}`
  if (applicationType === 'RADIUS') return `/applications/radius/RADIUS/${id}`
  if (applicationType === 'SYSLOG') return `/applications/syslog/SYSLOG/${id}`
  return isProgramType(applicationType)
    ? `/applications/api/${applicationType}/${id}`
    : applicationPath(id, templateId)
}
