import type {
  exchangeVoiceToken,
  registerVoiceAssistant,
  VoiceCode,
  VoiceRegistration,
  VoiceTokens,
} from '@signet/contract/issuance/voice'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { newSecret, secretHash } from '../../../platform/secrets/new-secret.ts'
import { actorOf, readPrincipal } from '../../identity/principals/index.ts'
import { rejectCredential } from '../../tenancy/rejections/index.ts'
import { endSessionsOf, startSession } from '../../tenancy/sessions/index.ts'
import * as repository from './voice.repository.ts'

const codeLifeMillis = 600_000
const tokenLifeSeconds = 3600

const subjectOf = (id: string, name: string) => ({ entity: 'USERS', id, name })

type Registering = z.output<(typeof registerVoiceAssistant)['query']>

/** @throws access_denied for an application */
export const register = (
  ctx: Context,
  { state, error_description: refusal }: Registering,
): Promise<z.input<typeof VoiceCode>> =>
  ctx.transaction(async (ctx) => {
    const { id, name, sessionId } = signedInUser(ctx)
    const drawn = refusal === undefined ? newSecret(ctx) : null
    const until = new Date(ctx.platform.clock.now().getTime() + codeLifeMillis)
    const expiresAt = drawn === null ? null : until
    await repository.putCode(ctx, id, {
      code_hash: drawn?.hash ?? null,
      code_until: expiresAt,
      code_session_id: drawn === null ? null : sessionId,
    })
    audit(ctx, 'VOICE_ASSISTANT_REGISTERED', {
      subject: subjectOf(id, name),
      outcome: drawn === null ? 'FAILURE' : 'SUCCESS',
      attributes: { refusal: refusal ?? null },
    })
    return { code: drawn?.secret ?? null, expiresAt, state: state ?? null }
  })

export const readRegistration = async (
  ctx: Context,
): Promise<z.input<typeof VoiceRegistration>> => {
  const link = await repository.findLink(ctx, signedInUser(ctx).id)
  return {
    linked: (link?.refresh_hash ?? null) !== null,
    linkedAt: link?.linked_at ?? null,
    usedAt: link?.used_at ?? null,
  }
}

const endTokens = async (ctx: Context, link: repository.StoredLink): Promise<void> => {
  if (link.session_id !== null) await endSessionsOf(ctx, link.user_id, { only: link.session_id })
}

export const unregister = (ctx: Context): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const { id, name } = signedInUser(ctx)
    const link = await repository.removeLink(ctx, id)
    if (link === undefined) return undefined
    await endTokens(ctx, link)
    audit(ctx, 'VOICE_ASSISTANT_UNLINKED', { subject: subjectOf(id, name) })
    return undefined
  })

/** A session of the assistant, good for nothing but its own calls. @throws invalid_user_response */
const openSession = async (ctx: Context, userId: string) => {
  const millis = tokenLifeSeconds * 1000
  const { session, sessionId } = await startSession(ctx, {
    userId,
    userName: '',
    kind: 'voice',
    amr: [],
    acr: null,
    deviceId: null,
    keyThumbprint: null,
    lives: { idleMillis: millis, absoluteMillis: millis },
  })
  const principal = await readPrincipal(ctx.db, ctx.tenant.id, sessionId)
  const actor = principal === null ? null : actorOf(principal)
  if (actor?.kind !== 'application' || actor.applicationType !== 'VOICE') {
    throw new ApiError('invalid_user_response')
  }
  return { token: session.jwt.token, sessionId, name: actor.name }
}

interface Issuing {
  readonly link: repository.StoredLink
  readonly linkedAt: Date
  /** The refresh token that this one takes the place of. */
  readonly former: Buffer | null
}

const issue = async (
  ctx: Context,
  { link, linkedAt, former }: Issuing,
): Promise<z.input<typeof VoiceTokens>> => {
  await endTokens(ctx, link)
  const { token, sessionId, name } = await openSession(ctx, link.user_id)
  const refresh = newSecret(ctx)
  await repository.updateLink(ctx, link.user_id, {
    code_hash: null,
    code_until: null,
    code_session_id: null,
    refresh_hash: refresh.hash,
    former_hash: former,
    session_id: sessionId,
    linked_at: linkedAt,
    used_at: ctx.platform.clock.now(),
  })
  // A token that follows another comes each hour: `used_at` tells of the last, the log of the link.
  if (former === null) {
    audit(ctx, 'VOICE_ASSISTANT_LINKED', { subject: subjectOf(link.user_id, name) })
  }
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: tokenLifeSeconds,
    refresh_token: refresh.secret,
    scope: 'printers',
  }
}

/** Ended by somebody, such as by signing out everywhere; one that ran out is not. */
const isSessionEnded = async (ctx: Context, id: string | null): Promise<boolean> => {
  const former = id === null ? null : await readPrincipal(ctx.db, ctx.tenant.id, id)
  return former === null || former.session.revoked_at !== null
}

type Tokens = z.input<typeof VoiceTokens>

const byCode = async (ctx: Context, code: string): Promise<Tokens | null> => {
  const now = ctx.platform.clock.now()
  const link = await repository.findBySecret(ctx, 'code_hash', secretHash(code))
  if (link === undefined || link.code_until === null || link.code_until <= now) return null
  if (await isSessionEnded(ctx, link.code_session_id)) return null
  return issue(ctx, { link, linkedAt: now, former: null })
}

const endLink = async (
  ctx: Context,
  link: repository.StoredLink,
  reason: 'COPIED' | 'SESSION_ENDED',
): Promise<null> => {
  await repository.removeLink(ctx, link.user_id)
  await endTokens(ctx, link)
  audit(ctx, 'VOICE_ASSISTANT_UNLINKED', {
    subject: subjectOf(link.user_id, ''),
    outcome: 'FAILURE',
    attributes: { reason },
  })
  return null
}

/** Who shows a token that was exchanged already has copied it, or was copied. */
const endCopied = async (ctx: Context, hash: Buffer): Promise<null> => {
  const link = await repository.findBySecret(ctx, 'former_hash', hash)
  return link === undefined ? null : endLink(ctx, link, 'COPIED')
}

const byRefresh = async (ctx: Context, token: string): Promise<Tokens | null> => {
  const hash = secretHash(token)
  const link = await repository.findBySecret(ctx, 'refresh_hash', hash)
  if (link === undefined) return endCopied(ctx, hash)
  if (await isSessionEnded(ctx, link.session_id)) return endLink(ctx, link, 'SESSION_ENDED')
  return issue(ctx, { link, linkedAt: link.linked_at ?? ctx.platform.clock.now(), former: hash })
}

type Exchange = z.output<(typeof exchangeVoiceToken)['query']>

/** Counted as failed authentication of a program is: 60 a minute from one address. @throws too_many_requests */
const noteFailure = (ctx: Context, grant: Exchange['grant_type']): Promise<void> =>
  rejectCredential(ctx, {
    door: 'API',
    reason: grant === 'refresh_token' ? 'TOKEN_INVALID' : 'CODE_INVALID',
    asked: { grant_type: grant },
  })

/** @throws invalid_user_response for whatever is not good, too_many_requests */
export const exchange = async (
  ctx: Context,
  { grant_type, code, refresh_token }: Exchange,
): Promise<Tokens> => {
  const secret = grant_type === 'authorization_code' ? code : refresh_token
  if (secret === undefined) throw new ApiError('invalid_user_response')
  const tokens = await ctx.transaction((ctx) =>
    grant_type === 'authorization_code' ? byCode(ctx, secret) : byRefresh(ctx, secret),
  )
  if (tokens !== null) return tokens
  await noteFailure(ctx, grant_type)
  throw new ApiError('invalid_user_response')
}
