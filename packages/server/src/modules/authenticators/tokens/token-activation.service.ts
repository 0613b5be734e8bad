import { otpauthUri, typedSecret } from '@signet/algorithms/otp'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { findRow, holdRow, updateRow } from '../../../platform/db/row-sets.ts'
import { settings } from '../../settings/families/index.ts'
import { handOver, takesActivations } from '../../settings/sdp/index.ts'
import { mailPeople, recipientOf } from '../notices/index.ts'
import { softTokens } from '../soft-tokens/index.ts'
import { matchCode, openSecret } from './codes.ts'
import { sealedSecret } from './token-making.ts'
import { subjectOf } from './tokens.present.ts'
import { findOwnerName, type StoredToken } from './tokens.repository.ts'
import { locked, nextState, type Owned } from './tokens.service.ts'

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
  audit(ctx, 'TOKEN_ACTIVATION_STARTED', {
    subject: subjectOf(token),
    attributes: { user: token.user_id, mailed },
  })
  const sealed_secret = await sealedSecret(ctx, id)
  const to = { state, sealed_secret, last_step: 0, drift_quarters: 0, synchronised_at: null }
  return updateRow(ctx, 'tokens', { id, ...to })
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

/** A new secret, shown this once. @throws not_found, token_invalid_state; in a transaction */
export const showSecret = async (ctx: Context, id: string, owned: Owned) => {
  const token = await renewSecret(ctx, id, { owned })
  await softTokens.forgetApps(ctx, id)
  return shownSecret(ctx, token)
}

interface Invitation {
  readonly link: string
  readonly expiresAt: Date
}

/** Mails the link by which an app takes a token over. In a transaction. @throws no_contact */
const mailInvitation = async (
  ctx: Context,
  token: StoredToken,
  { link, expiresAt }: Invitation,
): Promise<void> => {
  const to = await recipientOf(ctx, token.user_id)
  const minutes = Math.round((expiresAt.getTime() - ctx.platform.clock.now().getTime()) / 60_000)
  await mailPeople(ctx, [to], { kind: 'tokenActivation', values: { appUrl: link, minutes } })
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
  const token = await holdRow(ctx, 'tokens', id)
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
  const learned = { last_step: accepted.step, drift_quarters: accepted.driftQuarters }
  const to = { ...learned, state, activated_at: now, last_used_at: now }
  return updateRow(ctx, 'tokens', { id, ...to })
}

interface Begun {
  readonly softToken: { readonly link: string; readonly expiresAt: Date } | null
}

/**
 * Hands the link of a soft token that has just been begun to the service that manages devices; after
 * the commit, for its app may open the link at once.
 */
export const handOverActivation = async <B extends Begun>(ctx: Context, id: string, begun: B) => {
  const token = await findRow(ctx, 'tokens', id)
  const { softToken } = begun
  const owner = token?.user_id ?? null
  if (token === undefined || owner === null || softToken === null) {
    return { ...begun, handedOver: false }
  }
  if (!(await takesActivations(ctx))) return { ...begun, handedOver: false }
  const { user_id: userId, email } = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  const handedOver = await handOver(ctx, {
    userId,
    email,
    serialNumber: token.serial,
    link: softToken.link,
    expiresAt: softToken.expiresAt,
  })
  return { ...begun, handedOver }
}
