import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { matchCode, type StoredToken, tokenSets, tokens } from '../tokens/index.ts'
import { countTokensOf, updateAssigned } from './assignment.repository.ts'

export interface ShownCodes {
  readonly response?: string | undefined
  readonly nextResponse?: string | undefined
}

type Owned = (token: StoredToken) => Promise<void> | void

type Keeper = Parameters<typeof settings.hardwareOath>[1]

/** What the codes tell of the token's clock; null without codes. @throws invalid_user_response */
export const proven = async (ctx: Context, token: StoredToken, codes: ShownCodes) => {
  const { response, nextResponse } = codes
  if (response === undefined) return null
  const accepted =
    nextResponse === undefined
      ? await matchCode(ctx, token, response)
      : await tokenSets.matchPair(ctx, token, [response, nextResponse])
  if (accepted === null) throw new ApiError('invalid_user_response')
  return accepted
}

interface Given extends ShownCodes {
  /** Who gets the token. */
  readonly keeper: Keeper
}

/** @throws token_invalid_state */
export const stateOnceGiven = async (
  ctx: Context,
  token: StoredToken,
  { keeper, response }: Given,
): Promise<StoredToken['state']> => {
  const { confirmReceipt } = await settings.hardwareOath(ctx, keeper)
  return tokens.nextState(token, confirmReceipt && response === undefined ? 'SEND' : 'ASSIGN')
}

export const told = (token: StoredToken, userId: string | null) => ({
  subject: { entity: 'TOKENS', id: token.id, name: token.serial },
  attributes: { user: userId, type: token.type },
})

interface Assignment extends ShownCodes {
  readonly userId: string
  readonly owned: Owned
}

/** @throws token_limit_reached, token_not_for_user */
const expectRoom = async (ctx: Context, token: StoredToken, userId: string): Promise<void> => {
  const { maximumPerUser } = await settings.token(ctx, userId)
  if ((await countTokensOf(ctx, userId)) >= maximumPerUser) {
    throw new ApiError('token_limit_reached')
  }
  if (!(await tokens.isFor(ctx, token.id, userId))) throw new ApiError('token_not_for_user')
}

/**
 * Gives a token of the inventory to a user. A code of it makes it work at once; without one it may
 * have to be confirmed first. In a transaction.
 * @throws not_found, token_invalid_state, token_limit_reached, token_not_for_user, invalid_user_response
 */
export const assign = async (
  ctx: Context,
  id: string,
  { userId, owned, ...codes }: Assignment,
): Promise<StoredToken> => {
  const token = await tokens.locked(ctx, id, owned)
  const state = await stateOnceGiven(ctx, token, { ...codes, keeper: userId })
  await expectRoom(ctx, token, userId)
  const accepted = await proven(ctx, token, codes)
  audit(ctx, 'TOKEN_ASSIGNED', told(token, userId))
  return updateAssigned(ctx, token, { state, userId, accepted })
}

/** @throws not_found, token_invalid_state, invalid_user_response; in a transaction */
export const confirm = async (
  ctx: Context,
  id: string,
  { owned, ...codes }: ShownCodes & { readonly owned: Owned },
): Promise<StoredToken> => {
  const token = await tokens.locked(ctx, id, owned)
  const state = tokens.nextState(token, 'RECEIVE')
  const accepted = await proven(ctx, token, codes)
  audit(ctx, 'TOKEN_ACTIVATED', told(token, token.user_id))
  return updateAssigned(ctx, token, { state, userId: token.user_id, accepted })
}
