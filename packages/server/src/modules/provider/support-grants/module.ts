import type { AnswerOf } from '@signet/contract/kit/endpoint'
import * as contract from '@signet/contract/provider/support-grants'
import * as below from '@signet/contract/provider/tenant-support'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { findRow } from '../../../platform/db/row-sets.ts'
import { roles } from '../../identity/roles/index.ts'
import * as entering from './entering.service.ts'
import * as grants from './grants.service.ts'
import * as support from './tenant-support.service.ts'

/**
 * The grant under which the caller has entered, with what it permits on this request; none for a user.
 * @throws expired_session_token
 */
const readSession = async (ctx: Context): Promise<AnswerOf<typeof below.readSupportSession>> => {
  const { actor } = ctx
  if (actor.kind !== 'support') return { grant: null }
  const row = await findRow(ctx, 'support_grants', actor.id)
  if (row === undefined) throw new ApiError('expired_session_token')
  return {
    grant: {
      id: row.id,
      provider: row.provider_name,
      reason: row.reason,
      rights: row.rights,
      roleName: row.role_name,
      endsAt: row.ends_at,
      groupManagement: actor.groupScope === 'ALL' ? 'ALL' : 'SOME',
      permissions: roles.flagsOf(actor.permissions),
    },
  }
}

export const supportGrantsModule: Module = {
  routes: [
    routes(contract, {
      listSupportGrants: grants.list,
      readSupportGrant: (ctx, { params }) => grants.read(ctx, params.id),
      createSupportGrant: (ctx, { body }) => grants.create(ctx, body),
      acceptSupportRequest: (ctx, { params, body }) => grants.accept(ctx, params.id, body),
      endSupportGrant: (ctx, { params }) => grants.end(ctx, params.id),
    }),
    routes(below, {
      listTenantSupportGrants: (ctx, { params }) => support.list(ctx, params.tenantid),
      requestTenantSupport: (ctx, { params, body }) =>
        support.request(ctx, params.tenantid, body.reason),
      endTenantSupport: (ctx, { params }) => support.end(ctx, params),
      createSupportChallenge: (ctx, { body }) => entering.challenge(ctx, body),
      completeSupportChallenge: (ctx, { body }) => entering.complete(ctx, body.challenge),
      readSupportSession: readSession,
    }),
  ],
  retention: [{ table: 'support_challenges', column: 'expires_at', graceMillis: day }],
  kept: {
    'support_grants.ended_at': 'the tenant sees who had access, and when',
  },
  secretColumns: ['support_challenges.challenge_hash'],
}
