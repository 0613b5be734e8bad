import { createPublicKey, hash } from 'node:crypto'
import type { SoftTokenClaim } from '@signet/contract/authenticators/soft-tokens'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { type KnownDevice, softTokens } from '../soft-tokens/index.ts'
import { tokens } from '../tokens/index.ts'
import { expectGenuine } from './integrity.ts'

type Claim = z.output<typeof SoftTokenClaim>

/** RFC 7638. */
const thumbprintOf = ({ crv, kty, x, y }: Claim['publicKey']): string =>
  hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')

/** The key as it is kept. @throws invalid_parameters for a point that is not on the curve */
const keyOf = (jwk: Claim['publicKey']): Buffer => {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({
      format: 'der',
      type: 'spki',
    })
  } catch (cause) {
    throw new ApiError('invalid_parameters', { cause })
  }
}

const takeOver = async (ctx: Context, { claim, publicKey, name, platform }: Claim) => {
  const id = await softTokens.useClaim(ctx, claim)
  if (id === undefined) throw new ApiError('not_found')
  const { token, owner, account, secret } = await tokens.secretForApp(ctx, id)
  if (secret === null) throw new ApiError('token_invalid_state')
  const now = ctx.platform.clock.now()
  await softTokens.insertDevice(ctx, {
    tenant_id: ctx.tenant.id,
    id: ctx.platform.ids.uuid(),
    token_id: id,
    user_id: owner,
    name,
    platform,
    public_key: keyOf(publicKey),
    thumbprint: thumbprintOf(publicKey),
    state: 'PENDING',
    created_at: now,
    sealed_subscription: null,
  })
  audit(ctx, 'SOFT_TOKEN_CLAIMED', {
    subject: { entity: 'TOKENS', id, name: token.serial },
    actor: { kind: 'user', id: owner, name: account },
    attributes: { user: owner, app: name, platform },
  })
  return {
    tokenId: id,
    serialNumber: token.serial,
    issuer: ctx.tenant.companyName,
    account,
    secret,
    algorithm: token.algorithm,
    digits: token.digits,
    periodSeconds: token.period_seconds,
    time: now,
  }
}

/**
 * An app takes a token over: its claim is used up, its key stands for it from now on.
 * @throws not_found for a claim that does not hold, or without a proof of the key; access_denied for an
 *   app without a verdict that the service provider asks for
 */
export const claim = async (ctx: Context, given: Claim) => {
  const thumbprint = thumbprintOf(given.publicKey)
  if (ctx.request.keyThumbprint !== thumbprint) throw new ApiError('not_found')
  await expectGenuine(ctx, { ...given, thumbprint })
  try {
    return await ctx.transaction((ctx) => takeOver(ctx, given))
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('token_invalid_state', { cause: error })
    throw error
  }
}

/** The app is asked nothing more, and its codes end. */
export const removeApp = (ctx: Context, device: KnownDevice): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    await softTokens.removeDevices(ctx, device.token_id)
    await ctx.db
      .updateTable('tokens')
      .set((eb) => ({ state: 'INACTIVE', version: eb('version', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', device.token_id)
      // One that was never confirmed must not come back by being switched on.
      .where('state', '=', 'ACTIVE')
      .execute()
    audit(ctx, 'SOFT_TOKEN_REMOVED', {
      subject: { entity: 'TOKENS', id: device.token_id, name: device.serial },
      actor: { kind: 'user', id: device.user_id, name: device.user_name },
      attributes: { user: device.user_id, app: device.name },
    })
    return undefined
  })
