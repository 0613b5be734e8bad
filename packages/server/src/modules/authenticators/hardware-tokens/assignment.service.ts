import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type RowChange, updateRow, updateRows } from '../../../platform/db/row-sets.ts'
import { groupIdsOf } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { idOf, type Keeper } from '../owners/index.ts'
import { matchCode, type StoredToken, tokenSets, tokens } from '../tokens/index.ts'

/* `judge` and `give` take sets: a token alone is a set of one. Rows are held before. */

export interface ShownCodes {
  readonly response?: string | undefined
  readonly nextResponse?: string | undefined
}

type Owned = (token: StoredToken) => Promise<void> | void

/** What the codes show of the token's clock; null without codes. @throws invalid_user_response */
const proven = async (ctx: Context, token: StoredToken, codes: ShownCodes) => {
  const { response, nextResponse } = codes
  if (response === undefined) return null
  const accepted =
    nextResponse === undefined
      ? await matchCode(ctx, token, response)
      : await tokenSets.matchPair(ctx, token, [response, nextResponse])
  if (accepted === null) throw new ApiError('invalid_user_response')
  return accepted
}

const about = (token: StoredToken, userId: string | null) => ({
  subject: { entity: 'TOKENS', id: token.id, name: token.serial },
  attributes: { user: userId, type: token.type },
})

/** What a token in this state has learned from the codes that were shown with it. */
const learned = (
  ctx: Context,
  state: StoredToken['state'],
  accepted: Awaited<ReturnType<typeof proven>>,
): RowChange<'tokens'>['to'] => ({
  state,
  ...(accepted === null
    ? {}
    : { last_step: accepted.step, drift_quarters: accepted.driftQuarters }),
  ...(state === 'ACTIVE' ? { activated_at: ctx.platform.clock.now() } : {}),
})

const groupsOf = async (ctx: Context, user: Keeper): Promise<readonly string[]> =>
  typeof user === 'string' ? groupIdsOf(ctx, user) : user.groups.map(({ id }) => id)

interface Wanted extends ShownCodes {
  readonly token: StoredToken
  readonly user: Keeper
  /** They have it in their hands: no receipt is waited for. */
  readonly isHeld?: boolean
}

/** @throws token_invalid_state, token_limit_reached, token_not_for_user, invalid_user_response */
type Judge = (wanted: Wanted) => Promise<RowChange<'tokens'>>

/** Whether each token may be given to whom, one after the other. */
const judge = async (
  ctx: Context,
  { owners, ids }: { readonly owners: readonly string[]; readonly ids: readonly string[] },
): Promise<Judge> => {
  const takeRoom = await tokenSets.rooms(ctx, owners)
  const groups = await tokens.groupsOf(ctx, ids)
  const isFor = async ({ token, user }: Wanted): Promise<boolean> => {
    const meant = groups.get(token.id) ?? []
    if (meant.length === 0) return true
    const own = await groupsOf(ctx, user)
    return meant.some(({ id }) => own.includes(id))
  }
  return async (wanted) => {
    const { token, user, response, isHeld = false } = wanted
    const { confirmReceipt } = await settings.hardwareOath(ctx, user)
    const isSent = confirmReceipt && response === undefined && !isHeld
    const state = tokens.nextState(token, isSent ? 'SEND' : 'ASSIGN')
    if (!(await isFor(wanted))) throw new ApiError('token_not_for_user')
    const accepted = await proven(ctx, token, wanted)
    await takeRoom(user)
    return { row: token, to: { ...learned(ctx, state, accepted), user_id: idOf(user) } }
  }
}

/** Gives tokens, each with its event. */
const give = async (
  ctx: Context,
  given: readonly RowChange<'tokens'>[],
): Promise<ReadonlyMap<string, StoredToken>> => {
  for (const { row, to } of given) audit(ctx, 'TOKEN_ASSIGNED', about(row, to.user_id ?? null))
  return updateRows(ctx, 'tokens', given)
}

/** Tokens of the inventory by the hundred: a few statements whatever their number. */
export const assignmentSets = { judge, give } as const

interface Assignment extends ShownCodes {
  readonly userId: string
  readonly owned: Owned
}

/**
 * Gives a token of the inventory to a user. A code of it makes it work immediately; without one it
 * may have to be confirmed first. In a transaction.
 * @throws not_found, token_invalid_state, token_limit_reached, token_not_for_user, invalid_user_response
 */
export const assign = async (
  ctx: Context,
  id: string,
  { userId, owned, ...codes }: Assignment,
): Promise<StoredToken> => {
  const token = await tokens.locked(ctx, id, owned)
  const judged = await judge(ctx, { owners: [userId], ids: [id] })
  const given = await give(ctx, [await judged({ token, user: userId, ...codes })])
  return given.get(id) ?? token
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
  audit(ctx, 'TOKEN_ACTIVATED', about(token, token.user_id))
  return updateRow(ctx, 'tokens', { id, ...learned(ctx, state, accepted) })
}
