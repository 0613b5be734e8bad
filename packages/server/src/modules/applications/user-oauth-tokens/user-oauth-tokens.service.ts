import type { UserOauthToken } from '@signet/contract/applications/user-oauth-tokens'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { findRow } from '../../../platform/db/row-sets.ts'
import { changeBeside, readUser } from '../../identity/users/index.ts'
import {
  type GrantRow,
  listApiScopesOf,
  listGrants,
  mostListed,
  removeGrants,
  removeGrantsOfClient,
} from './user-oauth-tokens.repository.ts'

/** What the OpenID Connect service keeps of a grant. */
const Payload = z.object({
  iat: z.number().default(0),
  openid: z.object({ scope: z.string().default('') }).default({ scope: '' }),
  resources: z.record(z.string(), z.string()).default({}),
})

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

const present = (row: GrantRow): z.input<typeof UserOauthToken> => {
  const { iat, openid, resources } = Payload.parse(row.payload)
  const scopes = words(openid.scope)
  return {
    id: row.id,
    applicationId: row.application_id,
    applicationName: row.name,
    selfRegistered: row.self_registered === true,
    scopes,
    resources: Object.entries(resources).map(([identifier, scope]) => ({
      identifier,
      scopes: words(scope),
    })),
    outlivesSession: scopes.includes('offline_access'),
    grantedAt: new Date(iat * 1000),
    expiresAt: row.expires_at,
  }
}

export const settings = { maximumListed: mostListed, refreshRepeatSeconds: 10 }

/** @throws user_not_found */
export const listOf = async (ctx: Context, userId: string) => {
  await readUser(ctx, userId)
  return (await listGrants(ctx, userId)).map(present)
}

/** All of a user's, or one. @throws user_not_found, user_edit_restricted, not_found */
export const revoke = (ctx: Context, userId: string, id: string | null): Promise<undefined> =>
  changeBeside(ctx, userId, async (ctx, user) => {
    const clients = await removeGrants(ctx, userId, id)
    if (id !== null && clients.length === 0) throw new ApiError('not_found')
    audit(ctx, 'USER_OAUTH_TOKENS_REVOKED', {
      subject: { entity: 'USERS', id: userId, name: user.user_id },
      attributes: { clients: [...new Set(clients)] },
    })
    return undefined
  })

/** @throws not_found */
export const revokeOfApplication = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const application = foundOr('not_found')(await findRow(ctx, 'oidc_applications', id))
    const revoked = await removeGrantsOfClient(ctx, application.client_id)
    audit(ctx, 'APPLICATION_TOKENS_REVOKED', {
      subject: { entity: 'APPLICATIONS', id: application.client_id, name: application.name },
      attributes: { revoked },
    })
    return { revoked }
  })

/** @throws user_not_found */
export const listScopesOf = async (ctx: Context, userId: string) => {
  await readUser(ctx, userId)
  return (await listApiScopesOf(ctx, userId)).map((row) => ({
    apiId: row.api_id,
    apiName: row.api_name,
    identifier: row.identifier,
    scopeId: row.scope_id,
    scope: row.scope,
  }))
}
