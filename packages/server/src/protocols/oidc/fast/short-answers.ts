import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../kit/context.ts'
import { accountOf, withOthers } from '../claims/account-claims.ts'
import { customClaims } from '../claims/custom-claims.ts'
import { groupClaims } from '../claims/group-claims.ts'
import { subjectAttributeOf } from '../claims/subjects.ts'
import { findApplication } from '../clients/clients.ts'
import { shortDevice } from '../devices/short-device.ts'
import { mountPath } from '../mount-path.ts'
import {
  answered,
  clientOf,
  grantedScopes,
  holdsOnly,
  type ShortAnswer,
  words,
} from '../ordinary.ts'
import { claims } from '../terms.ts'
import { findToken, hashOf, type Payload, type StoredToken } from '../tokens.repository.ts'
import { peekForm } from './peek-form.ts'
import { shortAuthorize, shortResume } from './short-sign-in.ts'
import { shortRequest } from './short-sign-in-requests.ts'
import { shortToken } from './short-tokens.ts'

/*
 * What browsers, applications and resource servers ask all day, in its ordinary form, without the
 * library: a code for someone who signs in (short-sign-in.ts); tokens for a code, a refresh token
 * or a client alone (short-tokens.ts); a person's opaque bearer token, asked about with a client's
 * secret or shown by its holder. Whatever is not
 * ordinary, and every refusal, is the library's: these functions answer null for it. Tests hold
 * their answers against the library's.
 */

interface OrdinaryToken {
  readonly payload: Payload
  /** Scopes of the token that its grant covers. */
  readonly scopes: readonly string[]
  readonly account: NonNullable<StoredToken['account']>
}

const ofToken = new Set(
  'exp iat kind gty scope sid grantId clientId accountId sessionUid expiresWithSession'.split(' '),
)

const ordinaryToken = async (ctx: Context, token: string): Promise<OrdinaryToken | null> => {
  const now = ctx.platform.clock.now()
  const stored = await findToken(ctx.db, { tenantId: ctx.tenant.id, id: hashOf(token), now })
  if (stored?.kind !== 'AccessToken' || !holdsOnly(stored.payload, ofToken)) return null
  const { payload, account } = stored
  const granted = grantedScopes(stored, now)
  if (granted === null || account === null || payload.accountId !== account.id) return null
  return { payload, account, scopes: words(payload.scope).filter((word) => granted.includes(word)) }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** RFC 7662, section 2. */
const introspection = async (
  ctx: Context,
  request: FastifyRequest,
): Promise<ShortAnswer | null> => {
  const form = await peekForm(request.raw)
  const token = /^token=([\w-]{43})$/.exec(form ?? '')?.[1]
  if (token === undefined) return null
  const client = await clientOf(ctx, request.headers.authorization ?? '')
  const found = client === null ? null : await ordinaryToken(ctx, token)
  if (client === null || found?.payload.clientId !== client.client_id) return null
  if (subjectAttributeOf(client) !== null) return null
  const { accountId, clientId, exp, iat, scope, sid } = found.payload
  return answered({
    active: true,
    sub: accountId,
    client_id: clientId,
    exp,
    iat,
    iss: `${ctx.tenant.publicUrl}${mountPath}`,
    scope,
    ...(sid === undefined ? {} : { sid }),
    token_type: 'Bearer',
  })
}

/** OpenID Connect Core 1.0, section 5.3; claims of scopes: section 5.4. */
const userinfo = async (ctx: Context, { headers }: FastifyRequest): Promise<ShortAnswer | null> => {
  const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
  const found = token === undefined ? null : await ordinaryToken(ctx, token)
  if (found === null || !found.scopes.includes('openid')) return null
  const { clientId } = found.payload
  const client = typeof clientId === 'string' ? await findApplication(ctx, clientId) : undefined
  if (client === undefined || subjectAttributeOf(client) !== null) return null
  const account = accountOf(found.account)
  if (account === null) return null
  const shown = new Set(found.scopes.flatMap((scope) => claims[scope] ?? []))
  const told = Object.entries(account.claims()).filter(([name]) => shown.has(name))
  const groups = await groupClaims(ctx, account.accountId, found.scopes)
  const added = await customClaims(ctx, {
    accountId: account.accountId,
    clientId: client.client_id,
    sessionId: textOf(found.payload.sessionUid),
    scopes: found.scopes,
    names: [],
    details: [],
  })
  return answered(withOthers(Object.fromEntries(told), { ...groups, ...added }))
}

type Call = (ctx: Context, request: FastifyRequest, path: string) => Promise<ShortAnswer | null>

const calls: Readonly<Record<string, Call>> = {
  'GET /userinfo': userinfo,
  'POST /introspection': introspection,
  'POST /token': shortToken,
}

/** The library's own is never reached, in whatever case: ours asks for codes (user-codes.ts). */
const isUserCodePage = (path: string): boolean => /^\/device\/?(?:\?|$)/i.test(path)

const callOf = (method: string, path: string): Call | undefined => {
  if (isUserCodePage(path)) return shortDevice
  if (method === 'GET' && /^\/requests(?:[/?]|$)/.test(path)) return shortRequest
  if (method !== 'GET' || !path.startsWith('/authorize')) return calls[`${method} ${path}`]
  return path.startsWith('/authorize?') ? shortAuthorize : shortResume
}

/** The library has no such pages, or its own are not to be seen: the path alone decides. */
const isOurs = (call: Call): boolean => call === shortDevice || call === shortRequest

/** The whole answer to an ordinary request; null leaves it to the library. */
export const shortAnswer: Call = async (ctx, request, path) => {
  const { origin, dpop } = request.headers
  const call = callOf(request.method, path)
  if (call === undefined) return null
  const isOrdinary = origin === undefined && dpop === undefined
  return isOrdinary || isOurs(call) ? call(ctx, request, path) : null
}
