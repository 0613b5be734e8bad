import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import {
  findRow,
  holdRow,
  removeRows,
  updateRow,
  updateRows,
} from '../../../platform/db/row-sets.ts'
import { expectGroups } from '../../identity/groups/index.ts'
import { clearBudgets, listLockouts, lockoutExpiryOf } from '../attempts/index.ts'
import { matchPair } from './codes.ts'
import { storedPin } from './pins.ts'
import { groupsOfTokens, replaceGroups } from './token-groups.repository.ts'
import { isHardware, stateAfter, type TokenEvent } from './token-states.ts'
import { presentToken, subjectOf } from './tokens.present.ts'
import { type AcceptedStep, listTokens, type StoredToken } from './tokens.repository.ts'

const found = foundOr('not_found')

/* `reset` and `removeAll` take sets: a token alone is a set of one. Rows are held before. */

/** Whose token: checks the row against the caller's rights. */
export type Owned = (token: StoredToken) => Promise<void> | void

/** Until when wrong codes keep a user's tokens locked. */
const lockedUntil = async (ctx: Context, userId: string | null): Promise<Date | null> =>
  userId === null ? null : lockoutExpiryOf(await listLockouts(ctx, userId), 'TOKEN')

export const present = async (ctx: Context, token: StoredToken) => {
  const groups = await groupsOfTokens(ctx, [token.id])
  const lockoutExpiry = await lockedUntil(ctx, token.user_id)
  return presentToken(token, { lockoutExpiry, groups: groups.get(token.id) })
}

export const listOf = async (ctx: Context, userId: string) => {
  const lockoutExpiry = await lockedUntil(ctx, userId)
  const all = await listTokens(ctx, userId)
  const groups = await groupsOfTokens(
    ctx,
    all.map(({ id }) => id),
  )
  return all.map((token) => presentToken(token, { lockoutExpiry, groups: groups.get(token.id) }))
}

/** Events name the owner: their emails and searches for events of a user find them by it. */
const told = (token: StoredToken) => ({
  subject: subjectOf(token),
  attributes: { user: token.user_id },
})

/** @throws not_found */
export const readToken = async (ctx: Context, id: string): Promise<StoredToken> =>
  found(await findRow(ctx, 'tokens', id))

/** Holds the row until the transaction ends. @throws not_found */
export const locked = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = found(await holdRow(ctx, 'tokens', id))
  await owned(token)
  return token
}

export const nextState = (token: StoredToken, event: TokenEvent): StoredToken['state'] => {
  const state = stateAfter(token, event)
  if (state === null) throw new ApiError('token_invalid_state')
  return state
}

/** @throws not_found, token_invalid_state; in a transaction */
export const changeState = async (
  ctx: Context,
  id: string,
  { state: wanted, owned }: { readonly state: 'ACTIVE' | 'INACTIVE'; readonly owned: Owned },
): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  const state = nextState(token, wanted === 'ACTIVE' ? 'ACTIVATE' : 'DEACTIVATE')
  audit(ctx, 'TOKEN_STATE_CHANGED', {
    ...told(token),
    before: { state: token.state },
    after: { state },
  })
  return updateRow(ctx, 'tokens', { id, state })
}

/** @throws not_found, precondition_failed; in a transaction */
export const relabel = async (
  ctx: Context,
  id: string,
  { label, owned }: { readonly label: string | null; readonly owned: Owned },
): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  expectVersion(ctx, token.version)
  audit(ctx, 'TOKEN_UPDATED', {
    ...told(token),
    before: { label: token.label },
    after: { label },
  })
  return updateRow(ctx, 'tokens', { id, label })
}

interface Change {
  readonly label?: string | null | undefined
  /** Null removes it. */
  readonly pin?: string | null | undefined
  readonly groups?: readonly string[] | undefined
  readonly owned: Owned
}

const groupNames = async (ctx: Context, id: string): Promise<string> =>
  ((await groupsOfTokens(ctx, [id])).get(id) ?? []).map(({ name }) => name).join(', ')

/** What is left out stays. @throws not_found, precondition_failed, group_not_found; in a transaction */
export const change = async (
  ctx: Context,
  id: string,
  { label, pin, groups, owned }: Change,
): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  expectVersion(ctx, token.version)
  const before = { label: token.label, groups: await groupNames(ctx, id) }
  if (groups !== undefined) {
    await expectGroups(ctx, groups)
    await replaceGroups(ctx, id, groups)
  }
  const to = {
    ...(label === undefined ? {} : { label }),
    ...(pin === undefined ? {} : await storedPin(ctx, token, pin)),
  }
  const changed = await updateRow(ctx, 'tokens', { id, ...to })
  const after = { label: changed.label, groups: await groupNames(ctx, id) }
  audit(ctx, 'TOKEN_UPDATED', {
    subject: subjectOf(token),
    before,
    after,
    attributes: { user: token.user_id, pin: pin !== undefined },
  })
  return changed
}

/** What codes show of a token's clock; null where only what was learned before is forgotten. */
interface Reset {
  readonly token: StoredToken
  readonly accepted: AcceptedStep | null
}

/** Takes codes over, or forgets the drift of the clocks and the owners' failed attempts. */
export const reset = async (
  ctx: Context,
  resets: readonly Reset[],
): Promise<ReadonlyMap<string, StoredToken>> => {
  const now = ctx.platform.clock.now()
  const forgotten = resets.flatMap(({ token, accepted }) =>
    accepted === null && token.user_id !== null ? [token.user_id] : [],
  )
  if (forgotten.length > 0) await clearBudgets(ctx, forgotten, ['TOKEN'])
  for (const { token, accepted } of resets) {
    audit(ctx, accepted === null ? 'TOKEN_RESET' : 'TOKEN_SYNCHRONISED', told(token))
  }
  const changes = resets.map(({ token: row, accepted }) => ({
    row,
    to: {
      drift_quarters: accepted?.driftQuarters ?? 0,
      synchronised_at: now,
      ...(accepted === null ? {} : { last_step: accepted.step, last_used_at: now }),
    },
  }))
  return updateRows(ctx, 'tokens', changes)
}

/** @throws not_found, token_invalid_state, invalid_user_response; in a transaction */
export const synchronise = async (
  ctx: Context,
  id: string,
  { codes, owned }: { readonly codes: readonly [string, string]; readonly owned: Owned },
): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  if (token.state !== 'ACTIVE') throw new ApiError('token_invalid_state')
  const accepted = await matchPair(ctx, token, codes)
  if (accepted === null) throw new ApiError('invalid_user_response')
  return (await reset(ctx, [{ token, accepted }])).get(id) ?? token
}

/** Deletes tokens, each with its event. */
export const removeAll = async (ctx: Context, all: readonly StoredToken[]): Promise<void> => {
  await removeRows(ctx, 'tokens', all)
  for (const token of all) {
    const { user_id: user, type } = token
    audit(ctx, 'TOKEN_DELETED', { subject: subjectOf(token), attributes: { user, type } })
  }
}

/** @throws not_found, precondition_failed; in a transaction */
export const remove = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  expectVersion(ctx, token.version)
  await removeAll(ctx, [token])
  return token
}

/** Until when failed attempts have locked the token's owner out of codes; null when they have not. */
const lockedOutUntil = async (ctx: Context, token: StoredToken): Promise<Date | null> => {
  if (token.user_id === null) return null
  const lockouts = await listLockouts(ctx, token.user_id)
  const ends = lockouts.flatMap(({ type, lockoutExpiry }) =>
    type === 'TOKEN' && lockoutExpiry !== null ? [lockoutExpiry] : [],
  )
  return ends.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
}

/** What its next code meets is told too: the clock is set, and wrong codes still count. */
export const presentSynchronised = async (ctx: Context, token: StoredToken) => ({
  ...(await present(ctx, token)),
  lockedOutUntil: await lockedOutUntil(ctx, token),
})

/** Forgets the wrong codes of the token's owner; in a transaction. */
export const unlock = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  if (token.user_id !== null) await clearBudgets(ctx, [token.user_id], ['TOKEN'])
  audit(ctx, 'TOKEN_UNLOCKED', told(token))
  return token
}

/** Back to the inventory; in a transaction. @throws not_found, token_invalid_state */
export const unassign = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  const state = nextState(token, 'UNASSIGN')
  audit(ctx, 'TOKEN_UNASSIGNED', told(token))
  const forgotten = { label: null, pin_hmac: null, sealed_pin: null }
  return updateRow(ctx, 'tokens', { id, state, user_id: null, ...forgotten })
}

/** Takes a token from its owner: hardware goes back to the inventory, an app's is deleted. */
export const release = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  expectVersion(ctx, token.version)
  return isHardware(token) ? unassign(ctx, id, owned) : remove(ctx, id, owned)
}
