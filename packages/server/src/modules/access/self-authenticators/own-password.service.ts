import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { clearBudgets, reserve, settle } from '../../authenticators/attempts/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import {
  hashChosen,
  isPassword,
  readStatus,
  storePassword,
} from '../../authenticators/passwords/index.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'

interface Change {
  readonly currentPassword: string
  readonly newPassword: string
}

/** Wrong passwords count here as they do at the door. @throws invalid_user_response(_locked) */
const proveCurrent = async (ctx: Context, userId: string, password: string): Promise<void> => {
  const holder = await reserve(ctx, { userId, factor: 'PASSWORD', device: null })
  if (holder === null) throw new ApiError('invalid_user_response_locked')
  if (!(await isPassword(ctx, userId, password))) throw new ApiError('invalid_user_response')
  await settle(ctx, holder)
}

/** @throws invalid_user_response, invalid_user_response_locked, password_invalid and its kin */
export const changeOwn = async (ctx: Context, { currentPassword, newPassword }: Change) => {
  const user = signedInUser(ctx)
  await proveCurrent(ctx, user.id, currentPassword)
  const hash = await hashChosen(ctx, { userId: user.id, password: newPassword })
  await ctx.transaction(async (ctx) => {
    const choice = { userId: user.id, hash, forceChange: false, transactionId: null }
    await storePassword(ctx, choice)
    await endSessionsOf(ctx, user.id, { except: user.sessionId })
    audit(ctx, 'PASSWORD_CHANGED', { subject: { entity: 'USERS', id: user.id, name: user.name } })
  })
  return readStatus(ctx, user.id, newPassword)
}

/** The owner, proven just now, forgets what others guessed. @throws step_up_required */
export const unlockOwn = (ctx: Context): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const user = freshlyProven(ctx)
    await clearBudgets(ctx, user.id, ['PASSWORD'])
    audit(ctx, 'PASSWORD_UNLOCKED', { subject: { entity: 'USERS', id: user.id, name: user.name } })
    return undefined
  })
