import type { Tenant } from '../../kit/context.ts'
import type { Platform } from '../../platform/platform.ts'

/* What the library is configured with and ordinary requests, answered without it, keep to. */

/** OpenID Connect Core 1.0, section 5.4. */
export const claims: Readonly<Record<string, string[]>> = {
  openid: ['sub'],
  profile: [
    'name',
    'given_name',
    'family_name',
    'preferred_username',
    'locale',
    'updated_at',
    // The product's own: what the person is to applications.
    'roles',
    'role',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
  // The product's own: `group-claims.ts`.
  groups: ['groups', 'hasgroups'],
}

/** The library finds the request to resume by it. */
export const resumeCookie = 'signet_resume'

export const cookieKey = (platform: Platform, tenant: Tenant): string =>
  platform.secrets.derive(tenant.id, 'oidc-cookie').toString('base64url')

export const minute = 60
export const idTokenSeconds = 60 * minute
export const codeSeconds = minute
export const interactionSeconds = 30 * minute

/** As long as anything that comes of it. */
export const grantSeconds = (refreshTokenSeconds: number): number =>
  Math.max(refreshTokenSeconds, 24 * 60 * minute)
