import { otpauthUri, typedSecret } from '@signet/algorithms/otp'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { clearBudgets, listLockouts, lockoutExpiryOf } from '../attempts/index.ts'
import { policies } from '../policies/index.ts'
import { stateAfter, type TokenEvent } from './token-states.ts'
import { presentToken } from './tokens.present.ts'
import {
  findOwnerName,
  findToken,
  insertToken,
  listTokens,
  lockToken,
  removeToken,
  type StoredToken,
  updateToken,
} from './tokens.repository.ts'
import { matchCode, matchPair, secretPurpose } from './totp.ts'

/** 160 bits (RFC 4226, section 4, R6). */
const secretBytes = 20
const defaults = { algorithm: 'SHA1', digits: 6, period_seconds: 30 } as const

/** Whose token: checks the row against the caller's rights. */
export type Owned = (token: StoredToken) => Promise<void> | void

/** Nine digits from random bits, as printed on tokens. */
const newSerial = (ctx: Context): string =>
  String((ctx.platform.ids.random(6).readUIntBE(0, 6) % 900_000_000) + 100_000_000)

const subjectOf = (token: StoredToken) => ({
  entity: 'TOKENS',
  id: token.id,
  name: token.serial,
})

export const present = async (ctx: Context, token: StoredToken) =>
  presentToken(token, lockoutExpiryOf(await listLockouts(ctx, token.user_id), 'TOKEN'))

export const listOf = async (ctx: Context, userId: string) => {
  const lockoutExpiry = lockoutExpiryOf(await listLockouts(ctx, userId), 'TOKEN')
  return (await listTokens(ctx, userId)).map((token) => presentToken(token, lockoutExpiry))
}

/** @throws not_found */
export const readToken = async (ctx: Context, id: string): Promise<StoredToken> => {
  const token = await findToken(ctx, id)
  if (token === undefined) throw new ApiError('not_found')
  return token
}

interface NewToken {
  readonly userId: string
  readonly type: StoredToken['type']
  readonly label?: string | undefined
  /** The sign-in that enrols it. */
  readonly transactionId?: string
}

const sealedSecret = (ctx: Context, id: string): Promise<Buffer> =>
  ctx.platform.secrets.seal(ctx.tenant.id, secretPurpose(id), ctx.platform.ids.random(secretBytes))

/** A token without a shown secret. @throws token_limit_reached; part of the caller's transaction */
export const create = async (ctx: Context, wanted: NewToken): Promise<StoredToken> => {
  const { maximumPerUser } = await policies.token(ctx)
  if ((await listTokens(ctx, wanted.userId)).length >= maximumPerUser) {
    throw new ApiError('token_limit_reached')
  }
  const id = ctx.platform.ids.uuid()
  const token: StoredToken = {
    tenant_id: ctx.tenant.id,
    id,
    serial: newSerial(ctx),
    user_id: wanted.userId,
    type: wanted.type,
    label: wanted.label ?? null,
    state: 'NEW',
    ...defaults,
    sealed_secret: await sealedSecret(ctx, id),
    last_step: 0,
    drift_quarters: 0,
    enrolled_in: wanted.transactionId ?? null,
    created_at: ctx.platform.clock.now(),
    activated_at: null,
    last_used_at: null,
    version: 1,
  }
  await insertToken(ctx, token)
  audit(ctx, 'TOKEN_CREATED', { subject: subjectOf(token), attributes: { user: token.user_id } })
  return token
}

/** Locks the row and takes it through an event. @throws not_found, token_invalid_state */
const locked = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await lockToken(ctx, id)
  if (token === undefined) throw new ApiError('not_found')
  await owned(token)
  return token
}

const nextState = (token: StoredToken, event: TokenEvent): StoredToken['state'] => {
  const state = stateAfter(token.state, event)
  if (state === null) throw new ApiError('token_invalid_state')
  return state
}

/** A new secret, shown this once. @throws not_found, token_invalid_state; in a transaction */
export const startActivation = async (ctx: Context, id: string, owned: Owned) => {
  const token = await locked(ctx, id, owned)
  const state = nextState(token, 'START_ACTIVATION')
  const sealed_secret = await sealedSecret(ctx, id)
  await updateToken(ctx, id, { state, sealed_secret, last_step: 0, drift_quarters: 0 })
  audit(ctx, 'TOKEN_ACTIVATION_STARTED', { subject: subjectOf(token) })
  return shownSecret(ctx, { ...token, sealed_secret })
}

/** The secret for an app: only for a token that is being activated. */
const shownSecret = async (ctx: Context, token: StoredToken) => {
  const secret = await ctx.platform.secrets.open(
    token.tenant_id,
    secretPurpose(token.id),
    token.sealed_secret,
  )
  const parameters = { secret, digits: token.digits, algorithm: token.algorithm }
  const name = {
    issuer: ctx.tenant.companyName,
    account: await findOwnerName(ctx, token.user_id),
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
  audit(ctx, 'TOKEN_ACTIVATED', { subject: subjectOf(token), attributes: { user: token.user_id } })
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
    attributes: { user: token.user_id },
  })
  return token
}

/** Forgets the wrong codes of the token's owner; in a transaction. */
export const unlock = async (ctx: Context, id: string, owned: Owned): Promise<StoredToken> => {
  const token = await locked(ctx, id, owned)
  await clearBudgets(ctx, token.user_id, ['TOKEN'])
  audit(ctx, 'TOKEN_UNLOCKED', { subject: subjectOf(token), attributes: { user: token.user_id } })
  return token
}

/** What the flows above do with tokens. */
export const tokens = {
  present,
  listOf,
  create,
  startActivation,
  completeActivation,
  changeState,
  relabel,
  synchronise,
  remove,
} as const
