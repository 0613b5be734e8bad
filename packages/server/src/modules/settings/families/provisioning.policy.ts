import type { provisionable } from '@signet/contract/settings/authenticatorprovisioning'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from './readers.ts'

/** Of the caller unless somebody else is named. @throws authenticator_not_provisioned for a kind that people do not enrol for themselves */
export const expectProvisioned = async (
  ctx: Context,
  kind: (typeof provisionable)[number],
  userId: string | null = ctx.actor.kind === 'user' ? ctx.actor.id : null,
): Promise<void> => {
  const { selfService } = await settings.authenticatorProvisioning(ctx, userId)
  if (!selfService.includes(kind)) throw new ApiError('authenticator_not_provisioned')
}
