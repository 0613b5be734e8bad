import type { assignOwnToken, confirmOwnToken } from '@signet/contract/access/own-hardware-tokens'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { reserve, settle } from '../../authenticators/attempts/index.ts'
import { assign, confirm } from '../../authenticators/hardware-tokens/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { questions, type StoredToken, tokens } from '../../authenticators/tokens/index.ts'
import { settings } from '../../settings/families/index.ts'

const owned = (ctx: Context) => {
  const user = signedInUser(ctx)
  return (token: StoredToken): void => {
    if (token.user_id !== user.id) throw new ApiError('not_found')
  }
}

/** Codes that are shown here are counted as those at sign-in are. @throws invalid_user_response_locked */
const counted = async (ctx: Context, work: (ctx: Context) => Promise<StoredToken>) => {
  const { id: userId } = signedInUser(ctx)
  const holder = await reserve(ctx, { userId, factor: 'TOKEN', device: null })
  if (holder === null) throw new ApiError('invalid_user_response_locked')
  const token = await ctx.transaction(work)
  await settle(ctx, holder)
  return versioned(await tokens.present(ctx, token), token.version)
}

/** What tells nothing of tokens that are somebody else's, or not there. */
const alike = (token: StoredToken | undefined): StoredToken => {
  if (token?.state !== 'UNASSIGNED') throw new ApiError('invalid_user_response')
  return token
}

type Assignment = z.output<(typeof assignOwnToken)['body']>

export const assignOwn = async (ctx: Context, { serialNumber, ...codes }: Assignment) => {
  const { id: userId } = freshlyProven(ctx)
  const { selfAssignment } = await settings.hardwareOath(ctx, userId)
  if (!selfAssignment) throw new ApiError('authenticator_not_provisioned')
  return counted(ctx, async (ctx) => {
    const { id } = alike(await tokens.findBySerial(ctx, serialNumber))
    return assign(ctx, id, { userId, owned: (token) => void alike(token), ...codes })
  })
}

type Receipt = z.output<(typeof confirmOwnToken)['body']>

/** A code of a token that is not one's own is none, and is not counted. */
export const confirmOwn = async (ctx: Context, id: string, codes: Receipt) => {
  owned(ctx)(await tokens.read(ctx, id))
  return counted(ctx, (ctx) => confirm(ctx, id, { owned: owned(ctx), ...codes }))
}

export const unlockOwn = async (ctx: Context, id: string, challenge: string | undefined) => {
  freshlyProven(ctx)
  const token = await ctx.transaction((ctx) => tokens.unlock(ctx, id, owned(ctx)))
  const unlockResponse =
    challenge === undefined ? null : await questions.unlockAnswer(ctx, token, challenge)
  return versioned({ ...(await tokens.present(ctx, token)), unlockResponse }, token.version)
}
