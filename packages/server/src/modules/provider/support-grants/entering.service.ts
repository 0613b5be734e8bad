import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { createSupportChallenge } from '@signet/contract/provider/tenant-support'
import { supportChallengeMillis, supportSessionMillis } from '@signet/rules/support'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { newSecret, secretHash } from '../../../platform/secrets/new-secret.ts'
import { startSession } from '../../tenancy/sessions/index.ts'
import { inTenantBelow, noteBelow } from '../tenants/index.ts'
import { noteAbove } from './both-logs.ts'
import { stateOf } from './grants.present.ts'
import {
  completeChallenge,
  holdChallenge,
  holdLastActive,
  holdShared,
  insertChallenge,
  type StoredGrant,
} from './grants.repository.ts'
import { expectOwn } from './tenant-support.service.ts'
import { expectTwoFactors } from './two-factors.ts'

/** @throws support_grant_over unless it was granted, and has neither ended nor expired */
const expectActive = (ctx: Context, grant: StoredGrant): void => {
  if (stateOf(ctx, grant) !== 'ACTIVE') throw new ApiError('support_grant_over')
}

/**
 * The grant that is named. Without a name the tenant’s sign-in page has led here: where that is on, the
 * grant of this provider that was given last.
 * @throws not_found, sp_identity_provider_disabled, support_grant_over
 */
const grantFor = async (
  ctx: Context,
  account: Context,
  grantId: string | undefined,
): Promise<StoredGrant> => {
  if (grantId !== undefined) return expectOwn(ctx, await holdShared(account, grantId))
  if (!account.tenant.spIdentityProvider) throw new ApiError('sp_identity_provider_disabled')
  const grant = await holdLastActive(account, ctx.tenant.id)
  if (grant === undefined) throw new ApiError('support_grant_over')
  return grant
}

/**
 * An administrator of this provider proves who they are, to enter a tenant below it under a grant.
 * @throws step_up_required, not_found, sp_identity_provider_disabled, support_grant_over
 */
export const challenge = async (
  ctx: Context,
  { tenantId, grantId }: BodyOf<typeof createSupportChallenge>,
) => {
  const administrator = signedInUser(ctx)
  await expectTwoFactors(ctx)
  const { secret, hash } = newSecret(ctx)
  const expiresAt = new Date(ctx.platform.clock.now().getTime() + supportChallengeMillis)
  return ctx.transaction(async (ctx) => {
    const { row, grant } = await inTenantBelow(ctx, tenantId, async (account, held) => {
      const chosen = await grantFor(ctx, account, grantId)
      expectActive(account, chosen)
      await insertChallenge(account, {
        challenge_hash: hash,
        grant_id: chosen.id,
        administrator_id: administrator.id,
        administrator_name: administrator.name,
        administrator_session_id: administrator.sessionId,
        expires_at: expiresAt,
      })
      return { row: held, grant: chosen }
    })
    noteBelow(ctx, 'SUPPORTGRANT_CHALLENGED', {
      row,
      attributes: { grant: grant.id, ...(grantId === undefined ? { signInPage: true } : {}) },
    })
    return { challenge: secret, expiresAt, publicUrl: row.public_url }
  })
}

/** How long a session under the grant lasts: an hour, or what is left of the grant. */
const lifeOf = ({ platform }: Context, { ends_at }: StoredGrant): number =>
  Math.min(supportSessionMillis, (ends_at?.getTime() ?? 0) - platform.clock.now().getTime())

/** The tenant's log names the provider, not who works there, nor from where. */
const unnamed = (ctx: Context): Context =>
  createContext({
    ...ctx,
    actor: { kind: 'anonymous' },
    request: { ...ctx.request, address: null, userAgent: null },
  })

/**
 * Opens the session of a challenge, once.
 * @throws no_transaction, support_grant_over, account_locked
 */
export const complete = (visitor: Context, secret: string) =>
  unnamed(visitor).transaction(async (ctx) => {
    if (ctx.tenant.locked) throw new ApiError('account_locked')
    const held = await holdChallenge(ctx, secretHash(secret))
    if (held === undefined) throw new ApiError('no_transaction')
    const grant = await holdShared(ctx, held.grant_id)
    if (grant === undefined) throw new ApiError('support_grant_over')
    expectActive(ctx, grant)
    const millis = lifeOf(ctx, grant)
    const { session, sessionId } = await startSession(ctx, {
      userId: null,
      userName: grant.provider_name,
      applicationId: grant.id,
      kind: 'support',
      amr: ['mfa'],
      acr: null,
      deviceId: null,
      keyThumbprint: ctx.request.keyThumbprint,
      lives: { idleMillis: millis, absoluteMillis: millis },
    })
    if (!(await completeChallenge(ctx, held, sessionId))) throw new ApiError('no_transaction')
    audit(ctx, 'SUPPORTGRANT_ENTERED', {
      subject: { entity: 'SUPPORTGRANTS', id: grant.id, name: grant.reason },
      actor: { kind: 'support', id: grant.id, name: grant.provider_name },
      attributes: { session: sessionId },
    })
    await noteAbove(ctx, 'SUPPORTGRANT_ENTERED', {
      grant,
      actor: { kind: 'user', id: held.administrator_id, name: held.administrator_name },
      attributes: { session: sessionId },
    })
    return session
  })
