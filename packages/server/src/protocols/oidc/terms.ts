import { standardClaims } from '@signet/contract/applications/oidc-claims'
import type { Tenant } from '../../kit/context.ts'
import type { Platform } from '../../platform/platform.ts'

/* What the library is configured with and ordinary requests, answered without it, keep to. */

const standardOf = (scope: string): string[] =>
  [...standardClaims].flatMap(([name, claim]) => (claim.scope === scope ? [name] : []))

/** OpenID Connect Core 1.0, section 5.4. */
export const claims: Readonly<Record<string, string[]>> = {
  // The product's own: `organizations.ts`.
  openid: ['sub', 'org_id'],
  // The product's own: what the person is to applications.
  profile: [...standardOf('profile'), 'roles', 'role'],
  email: standardOf('email'),
  phone: standardOf('phone'),
  address: standardOf('address'),
  // The product's own: `group-claims.ts`.
  groups: ['groups', 'hasgroups'],
}

/** Own claims that no scope brings: an application may ask for each by name. */
const byName = [
  'app',
  'authenticators',
  'cid',
  'entitlements',
  'mfa',
  'org_id',
  'permissions',
  'tid',
  'transaction_details',
  'upn',
]

export interface AddedClaim {
  readonly name: string
  readonly scope: string
}

/** The standard claims by scope, those that a tenant has added, and own ones told by name alone. */
export const claimsWith = (added: readonly AddedClaim[]): Record<string, string[] | null> => {
  const extended = Object.entries(claims).map(([scope, names]): [string, string[]] => {
    const more = added.filter((claim) => claim.scope === scope).map(({ name }) => name)
    return [scope, [...new Set([...names, ...more])]]
  })
  return Object.fromEntries([
    ...['acr', 'amr', 'auth_time', 'sid', ...byName].map((name): [string, null] => [name, null]),
    ...extended,
  ])
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
