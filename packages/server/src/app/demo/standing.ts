import type { Context } from '../../kit/context.ts'
import {
  createOauthRole,
  replaceOauthRolesOf,
} from '../../modules/applications/oauth-roles/index.ts'
import { createOidcClaim } from '../../modules/applications/oidc-claims/index.ts'
import {
  createResourceApi,
  createResourceScope,
} from '../../modules/applications/resource-apis/index.ts'
import { roles } from '../../modules/identity/roles/index.ts'

const nothing = { view: false, add: false, edit: false, remove: false }
const look = { ...nothing, view: true }
const work = { ...look, add: true, edit: true }

const wantedRoles = [
  {
    name: 'Night desk',
    description: 'Unlocks people and their authenticators outside office hours',
    permissions: [
      { entityType: 'USERS', ...look, edit: true },
      { entityType: 'TOKENS', ...look, edit: true },
      { entityType: 'REPORTS', ...look },
    ],
  },
  {
    name: 'Application owner',
    description: 'Registers applications and says what people are to them',
    permissions: [
      { entityType: 'APPLICATIONS', ...work },
      { entityType: 'OAUTHROLES', ...work },
      { entityType: 'USERS', ...look },
    ],
  },
] as const

const oauthRoles = [
  { name: 'invoices:approve', description: 'May approve invoices', holders: ['cara'] },
  { name: 'reports:read', description: 'May read reports', holders: ['anna', 'olga'] },
] as const

const claim = {
  name: 'upn',
  description: 'For applications that know people by their mail-like name',
  scope: 'profile',
  source: 'OWN',
  value: 'upn',
  format: 'STRING',
} as const

const api = {
  name: 'Orders',
  identifier: 'https://orders.example.com/',
  description: 'What the shop and its stores call',
  enabled: true,
  accessTokenTtlSeconds: 600,
  accessTokenFormat: 'jwt' as const,
  applicationIds: [],
}

/** Two own roles, one of them somebody's, and what some people are to applications; a claim, an API. */
export const insertStanding = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  await createOidcClaim(ctx, claim)
  const { id: apiId } = (await createResourceApi(ctx, api)).value
  const scope = { apiId, description: 'May read orders', oauthRoleIds: [] }
  await createResourceScope(ctx, { ...scope, name: 'orders:read' })
  const made: string[] = []
  for (const { permissions, ...each } of wantedRoles) {
    const wanted = { ...each, groupManagement: 'ALL' as const, groupIds: [] }
    made.push((await roles.create(ctx, { ...wanted, permissions: [...permissions] })).value.id)
  }
  await roles.assign(ctx, users.get('sam') ?? '', made[0] ?? '')
  for (const { holders, ...each } of oauthRoles) {
    const { id } = (await createOauthRole(ctx, each)).value
    for (const userId of holders) await replaceOauthRolesOf(ctx, users.get(userId) ?? '', [id])
  }
}
