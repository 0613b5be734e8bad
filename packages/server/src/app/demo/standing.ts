import type { Context } from '../../kit/context.ts'
import {
  createOauthRole,
  replaceOauthRolesOf,
} from '../../modules/applications/oauth-roles/index.ts'
import { createOidcClaim } from '../../modules/applications/oidc-claims/index.ts'
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

/** Two own roles, one of them somebody's, and what some people are to applications; a claim. */
export const insertStanding = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  await createOidcClaim(ctx, claim)
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
