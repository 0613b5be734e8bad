import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../kit/context.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import { recordRejection } from '../../../modules/tenancy/rejections/index.ts'
import { accountOf } from '../claims/account-claims.ts'
import { addedClaims } from '../claims/custom-claims.ts'
import { isUnprotected } from '../clients/clients.ts'
import { isDevicePoll, shortPoll } from '../devices/short-device.ts'
import { exchangeToken } from '../exchange/token-exchange.repository.ts'
import { halfHash, newValue, secondsOf, signJwt } from '../issue.ts'
import {
  answered,
  clientOf,
  fieldsOf,
  grantedScopes,
  holdsOnly,
  type ShortAnswer,
  words,
} from '../ordinary.ts'
import { idTokenSeconds } from '../terms.ts'
import { findToken, hashOf, type Payload, type StoredToken } from '../tokens.repository.ts'
import { peekForm } from './peek-form.ts'

const ofBoth = 'exp iat kind acr amr sid nonce scope grantId authTime clientId accountId sessionUid'
const ofCode = new Set(words(`${ofBoth} redirectUri codeChallenge codeChallengeMethod`))
const ofRefresh = new Set(words(`${ofBoth} gty iiat rotations`))

/** A token that was not used, for someone who may sign in, within what was granted. */
interface Source {
  readonly id: Buffer
  readonly payload: Payload
  readonly scope: string
}

const sourceOf = (id: Buffer, stored: StoredToken, now: Date): Source | null => {
  const { payload, consumedAt, account } = stored
  const granted = grantedScopes(stored, now)
  const isFree = consumedAt === null && Number(payload.exp) > secondsOf(now)
  if (!isFree || granted === null || account === null || accountOf(account) === null) return null
  const wanted = words(payload.scope)
  const scopes = granted.filter((scope) => wanted.includes(scope))
  return scopes.includes('openid') ? { id, payload, scope: scopes.join(' ') } : null
}

interface Wanted {
  readonly token: string
  readonly kind: 'AuthorizationCode' | 'RefreshToken'
  readonly client: StoredApplication
  readonly holds: ReadonlySet<string>
}

const readSource = async (
  ctx: Context,
  { token, kind, client, holds }: Wanted,
): Promise<Source | null> => {
  const now = ctx.platform.clock.now()
  const id = hashOf(token)
  const stored = await findToken(ctx.db, { tenantId: ctx.tenant.id, id, now })
  if (stored?.kind !== kind || stored.payload.clientId !== client.client_id) return null
  return holdsOnly(stored.payload, holds) ? sourceOf(id, stored, now) : null
}

interface TokenFor {
  readonly client: StoredApplication
  readonly source: Source
  /** That comes with it. */
  readonly accessToken: string
}

/**
 * OpenID Connect Core 1.0, section 2: other claims are userinfo's, unless the tenant has added some
 * to ID tokens, or the application wants them there; those the library tells.
 */
const idToken = async (
  ctx: Context,
  { client, source, accessToken }: TokenFor,
): Promise<string | null> => {
  if ((await addedClaims(ctx)).some(({ scope }) => scope === 'openid')) return null
  const { id_token_algorithm: alg } = client
  const { accountId: sub, clientId: aud, nonce, acr, amr, sid, authTime } = source.payload
  const iat = secondsOf(ctx.platform.clock.now())
  return signJwt(
    ctx,
    { alg },
    {
      sub,
      nonce,
      acr,
      amr,
      auth_time: authTime,
      sid,
      at_hash: halfHash(alg, accessToken),
      aud,
      exp: iat + idTokenSeconds,
      iat,
    },
  )
}

interface Exchange {
  readonly client: StoredApplication
  readonly source: Source
  readonly gty: string
  /** What the new refresh token takes over of the used one, or of the code. */
  readonly refreshing: Payload
}

/** Another request was first with this code: it keeps what it got. */
const lost: ShortAnswer = {
  status: 400,
  headers: {},
  body: { error: 'invalid_grant', error_description: 'grant request is invalid' },
}

const lostTo = async (ctx: Context, { client_id: id, name }: StoredApplication) => {
  const application = { id, name }
  await recordRejection(ctx, { door: 'TOKEN', reason: 'CODE_USED', application })
  return lost
}

const newToken = (ctx: Context, payload: Payload, lives: number) => {
  const at = secondsOf(ctx.platform.clock.now())
  const value = newValue(ctx)
  const row = {
    id: hashOf(value),
    payload: { ...payload, iat: at, exp: at + lives },
    expiresAt: new Date((at + lives) * 1000),
  }
  return { value, row }
}

const newTokens = (ctx: Context, { client, source, gty, refreshing }: Exchange) => {
  const { grantId, clientId, accountId, sessionUid, sid } = source.payload
  const holder = { gty, grantId, clientId, accountId, sessionUid, sid }
  const access = { ...holder, kind: 'AccessToken', scope: source.scope }
  const refresh = { ...refreshing, ...holder, kind: 'RefreshToken' }
  return {
    access: newToken(ctx, access, client.access_token_ttl_seconds),
    refresh: newToken(ctx, refresh, client.refresh_token_ttl_seconds),
  }
}

/** Both tokens, their rows and the answer; null for a refresh that another request did first. */
const exchange = async (ctx: Context, wanted: Exchange): Promise<ShortAnswer | null> => {
  const { client, source } = wanted
  const { secrets, database, clock } = ctx.platform
  const { access, refresh } = newTokens(ctx, wanted)
  const signed = await idToken(ctx, { client, source, accessToken: access.value })
  if (signed === null) return null
  const body = {
    access_token: access.value,
    expires_in: client.access_token_ttl_seconds,
    id_token: signed,
    refresh_token: refresh.value,
    scope: source.scope,
    token_type: 'Bearer',
  }
  const isRefresh = source.payload.kind === 'RefreshToken'
  const text = Buffer.from(JSON.stringify(body))
  const exchanging = exchangeToken({
    tenantId: ctx.tenant.id,
    used: source.id,
    answer: isRefresh ? await secrets.seal(ctx.tenant.id, 'oidc-answer', text) : null,
    now: clock.now(),
    access: access.row,
    refresh: refresh.row,
  })
  const [made] = await database.flush(ctx.tenant.id, [exchanging])
  if (made?.rows.length === 2) return answered(body)
  return isRefresh ? null : lostTo(ctx, client)
}

const isOrdinary = (client: StoredApplication): boolean =>
  client.access_token_format === 'opaque' &&
  client.grant_types.includes('authorization_code') &&
  client.grant_types.includes('refresh_token')

/** RFC 7636, section 4.6. */
const fitsChallenge = ({ payload }: Source, verifier: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) &&
  payload.codeChallengeMethod === 'S256' &&
  payload.codeChallenge === hash('sha256', verifier, 'base64url')

/** RFC 6749, section 4.1.3. */
const ofAuthorizationCode = async (
  ctx: Context,
  client: StoredApplication,
  form: string,
): Promise<ShortAnswer | null> => {
  const fields = fieldsOf(form, ['grant_type', 'code', 'redirect_uri', 'code_verifier'])
  if (fields === null || !isOrdinary(client)) return null
  const wanted = { token: fields.code, kind: 'AuthorizationCode', client, holds: ofCode } as const
  const source = await readSource(ctx, wanted)
  if (source?.payload.redirectUri !== fields.redirect_uri) return null
  if (!fitsChallenge(source, fields.code_verifier)) return null
  const { acr, amr, nonce, scope, authTime } = source.payload
  const iiat = secondsOf(ctx.platform.clock.now())
  const refreshing = { acr, amr, nonce, scope, authTime, rotations: 0, iiat }
  return exchange(ctx, { client, source, gty: 'authorization_code', refreshing })
}

/** RFC 6749, section 6. */
const ofRefreshToken = async (
  ctx: Context,
  client: StoredApplication,
  form: string,
): Promise<ShortAnswer | null> => {
  const fields = fieldsOf(form, ['grant_type', 'refresh_token'])
  if (fields === null || !isOrdinary(client)) return null
  const token = fields.refresh_token
  const source = await readSource(ctx, { token, kind: 'RefreshToken', client, holds: ofRefresh })
  if (source === null) return null
  const { gty, rotations, ...refreshing } = source.payload
  return exchange(ctx, {
    client,
    source,
    gty: `${String(gty).replace(/ refresh_token$/, '')} refresh_token`,
    refreshing: { ...refreshing, rotations: Number(rotations ?? 0) + 1 },
  })
}

/** RFC 6749, section 4.4; the token is a JWT (RFC 9068), so nothing is stored. */
const ofClient = async (
  ctx: Context,
  client: StoredApplication,
  form: string,
): Promise<ShortAnswer | null> => {
  const isJwt = client.access_token_format === 'jwt'
  if (fieldsOf(form, ['grant_type']) === null || !isJwt) return null
  if (!client.grant_types.includes('client_credentials')) return null
  const { client_id, access_token_ttl_seconds: lives } = client
  const now = secondsOf(ctx.platform.clock.now())
  const claims = { jti: newValue(ctx), sub: client_id, iat: now, exp: now + lives, client_id }
  const aud = `${ctx.tenant.publicUrl}/api`
  const token = await signJwt(ctx, { typ: 'at+jwt' }, { ...claims, aud })
  return token === null
    ? null
    : answered({ access_token: token, expires_in: lives, token_type: 'Bearer' })
}

const grants = new Map<string, typeof ofClient>([
  ['authorization_code', ofAuthorizationCode],
  ['refresh_token', ofRefreshToken],
  ['client_credentials', ofClient],
])

/** Tokens for a client that proves itself by HTTP Basic. */
export const shortToken = async (
  ctx: Context,
  request: FastifyRequest,
): Promise<ShortAnswer | null> => {
  const form = (await peekForm(request.raw)) ?? ''
  if (isDevicePoll(form)) return shortPoll(ctx, request, form)
  const grant = grants.get(/(?:^|&)grant_type=(\w+)(?:&|$)/.exec(form)?.[1] ?? '')
  if (grant === undefined) return null
  const client = await clientOf(ctx, request.headers.authorization ?? '')
  return client === null || !isUnprotected(client) ? null : grant(ctx, client, form)
}
