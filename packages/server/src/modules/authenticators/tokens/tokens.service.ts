import { otpauthUri, typedSecret } from '@signet/algorithms/otp'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { clearBudgets, listLockouts, lockoutExpiryOf } from '../attempts/index.ts'
import { softTokens } from '../soft-tokens/index.ts'
import { matchCode, matchPair, openSecret } from './codes.ts'
import { mailInvitation } from './invitations.ts'
import { groupsOfTokens } from './token-groups.repository.ts'
import { sealedSecret } from './token-making.ts'
import { isHardware, stateAfter, type TokenEvent } from './token-states.ts'
import { presentToken, subjectOf } from './tokens.present.ts'
import {
  findOwnerName,
  findToken,
  listTokens,
  lockToken,
  removeToken,
  type StoredToken,
  updateToken,
} from './tokens.repository.ts'

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

/** @throws not_found */
export const readToken = async (ctx: Context, id: string): Promise<StoredToken> => {
  const token = await findToken(ctx, id)
  if (token === undefined) throw new ApiError('not_found')
  return token
}

/** Locks the row and takes it through an event. @throws not_found, token_invalid_state */
export const locked = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await lockToken(ctx, id)
  if (token === undefined) throw new ApiError('not_found')
  await owned(token)
  return token
}

export const nextState = (token: StoredToken, event: TokenEvent): StoredToken['state'] => {
  const state = stateAfter(token, event)
  if (state === null) throw new ApiError('token_invalid_state')
  return state
}

interface Start {
  readonly owned: Owned
  /** The owner is mailed what the app needs. */
  readonly mailed?: boolean | undefined
}

const renewSecret = async (
  ctx: Context,
  id: string,
  { owned, mailed = false }: Start,
): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  const state = nextState(token, 'START_ACTIVATION')
  const sealed_secret = await sealedSecret(ctx, id)
  await updateToken(ctx, id, { state, sealed_secret, last_step: 0, drift_quarters: 0 })
  audit(ctx, 'TOKEN_ACTIVATION_STARTED', { subject: subjectOf(token), attributes: { mailed } })
  return { ...token, state, sealed_secret }
}

/** A new secret, shown this once. @throws not_found, token_invalid_state; in a transaction */
export const showSecret = async (ctx: Context, id: string, owned: Owned) => {
  const token = await renewSecret(ctx, id, { owned })
  await softTokens.forgetApps(ctx, id)
  return shownSecret(ctx, token)
}

/**
 * Begins anew with a new secret. The Signet Authenticator gets it by a link of its own, which alone
 * is mailed; any other app is shown it.
 * @throws not_found, token_invalid_state, no_contact; in a transaction
 */
export const startActivation = async (ctx: Context, id: string, start: Start) => {
  const token = await renewSecret(ctx, id, start)
  if (token.type !== 'ENTRUST_SOFT_TOKEN') {
    if (start.mailed === true) throw new ApiError('token_invalid_state')
    return { ...(await shownSecret(ctx, token)), softToken: null }
  }
  const softToken = await softTokens.inviteApp(ctx, id)
  if (start.mailed === true) await mailInvitation(ctx, token, softToken)
  return { otpauthUri: null, secret: null, softToken }
}

/** The secret for the app that takes the token over. @throws token_invalid_state */
export const secretForApp = async (ctx: Context, id: string) => {
  const token = await lockToken(ctx, id)
  if (token?.state !== 'ACTIVATING' || token.user_id === null) {
    throw new ApiError('token_invalid_state')
  }
  const owner = token.user_id
  return {
    token,
    owner,
    account: await findOwnerName(ctx, owner),
    ...(await shownSecret(ctx, token)),
  }
}

/** The secret for an app: only for a token that is being activated. */
const shownSecret = async (ctx: Context, token: StoredToken) => {
  const secret = await openSecret(ctx, token)
  const parameters = { secret, digits: token.digits, algorithm: token.algorithm }
  const { issuer } = await settings.google(ctx)
  const name = {
    issuer:
      token.type === 'GOOGLE_AUTHENTICATOR' && issuer !== '' ? issuer : ctx.tenant.companyName,
    account: await findOwnerName(ctx, token.user_id ?? ''),
    periodSeconds: token.period_seconds,
  }
  return { otpauthUri: otpauthUri(parameters, name), secret: typedSecret(parameters) }
}

/** @throws not_found, token_invalid_state, invalid_user_response; in a transaction */
export const completeActivation = async (
  ctx: Context,
  id: string,
  { code, owned }: { readonly code: string; readonly owned: Owned },
): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  const state = nextState(token, 'COMPLETE_ACTIVATION')
  const accepted = await matchCode(ctx, token, code)
  if (accepted === null) throw new ApiError('invalid_user_response')
  const now = ctx.platform.clock.now()
  if (token.type === 'ENTRUST_SOFT_TOKEN') await softTokens.confirmApp(ctx, id)
  audit(ctx, 'TOKEN_ACTIVATED', {
    subject: subjectOf(token),
    attributes: { user: token.user_id, type: token.type },
  })
  return updateToken(ctx, id, {
    state,
    last_step: accepted.step,
    drift_quarters: accepted.driftQuarters,
    activated_at: now,
    last_used_at: now,
  })
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
    subject: subjectOf(token),
    before: { state: token.state },
    after: { state },
  })
  return updateToken(ctx, id, { state })
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
    subject: subjectOf(token),
    before: { label: token.label },
    after: { label },
  })
  return updateToken(ctx, id, { label })
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
  audit(ctx, 'TOKEN_SYNCHRONISED', { subject: subjectOf(token) })
  return updateToken(ctx, id, {
    last_step: accepted.step,
    drift_quarters: accepted.driftQuarters,
    last_used_at: ctx.platform.clock.now(),
  })
}

/** @throws not_found, precondition_failed; in a transaction */
export const remove = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  expectVersion(ctx, token.version)
  await removeToken(ctx, id)
  audit(ctx, 'TOKEN_DELETED', {
    subject: subjectOf(token),
    attributes: { user: token.user_id, type: token.type },
  })
  return token
}

/** Until when failed attempts have locked the token's owner out of codes; null when they have not. */
export const lockedOutUntil = async (ctx: Context, token: StoredToken): Promise<Date | null> => {
  if (token.user_id === null) return null
  const lockouts = await listLockouts(ctx, token.user_id)
  const ends = lockouts.flatMap(({ type, lockoutExpiry }) =>
    type === 'TOKEN' && lockoutExpiry !== null ? [lockoutExpiry] : [],
  )
  return ends.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
}

/** Forgets the wrong codes of the token's owner; in a transaction. */
export const unlock = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  if (token.user_id !== null) await clearBudgets(ctx, token.user_id, ['TOKEN'])
  audit(ctx, 'TOKEN_UNLOCKED', { subject: subjectOf(token), attributes: { user: token.user_id } })
  return token
}

/** Back to the inventory; in a transaction. @throws not_found, token_invalid_state */
export const unassign = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  const state = nextState(token, 'UNASSIGN')
  audit(ctx, 'TOKEN_UNASSIGNED', {
    subject: subjectOf(token),
    attributes: { user: token.user_id },
  })
  const forgotten = { label: null, pin_hmac: null, sealed_pin: null }
  return updateToken(ctx, id, { state, user_id: null, ...forgotten })
}

/** Takes a token from its owner: hardware goes back to the inventory, an app's is deleted. */
export const release = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  expectVersion(ctx, token.version)
  return isHardware(token) ? unassign(ctx, id, owned) : remove(ctx, id, owned)
}
