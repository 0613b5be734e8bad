import {
  GrantType,
  type OidcApplication,
  OidcApplicationType,
  OidcScope,
  TokenEndpointAuthMethod,
} from '@signet/contract/applications/oidc-applications'
import { oneOf } from '@signet/rules/membership'
import type { z } from 'zod'

export type Application = z.output<typeof OidcApplication>
export type ApplicationType = z.output<typeof OidcApplicationType>

export const applicationTypes = OidcApplicationType.options
export const grantTypes = GrantType.options
export const scopes = OidcScope.options
export const authMethods = TokenEndpointAuthMethod.options
export const isApplicationType = oneOf(applicationTypes)

/** Whether people sign in to it: a server acts for itself. */
export const signsPeopleIn = (type: ApplicationType): boolean => type !== 'OIDC_SERVER'

/** Whether it can keep a secret (RFC 6749, 2.1). */
export const keepsSecret = (method: Application['tokenEndpointAuthMethod']): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post'

export const applicationPath = (id: string, type: string): string =>
  `/applications/oidc/${type}/${id}`
