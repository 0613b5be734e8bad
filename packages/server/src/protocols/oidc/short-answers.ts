import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import type { StoredApplication } from '../../modules/applications/oidc-applications/index.ts'
import { accountOf } from './account-claims.ts'
import { findApplication } from './clients.ts'
import { claims } from './configuration.ts'
import { mountPath } from './mount-path.ts'
import { peekForm } from './peek-form.ts'
import { findToken, hashOf, type Payload, type StoredToken } from './tokens.repository.ts'

/*
 * The two calls that resource servers make all day, in their ordinary form, from one read and
 * without the library: a person's opaque bearer token, asked about with a client's secret or shown
 * by its holder. Whatever is not ordinary, and every refusal, is the library's: these functions
 * answer null for it. A test holds their answers against the library's.
 */

type Answer = Readonly<Record<string, unknown>>

interface OrdinaryToken {
  readonly payload: Payload
  /** Scopes of the token that its grant covers. */
  readonly scopes: readonly string[]
  readonly account: NonNullable<StoredToken['account']>
}

const words = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ') : [])

/** Nothing stands in it that would change the answer: keys it is bound to, audiences, claims. */
const holdsOnly = (value: object, names: ReadonlySet<string>): boolean =>
  Object.keys(value).every((name) => names.has(name))

const ofToken = new Set(
  'exp iat kind gty scope grantId clientId accountId sessionUid expiresWithSession'.split(' '),
)
const ofGrant = new Set('exp iat kind openid clientId accountId'.split(' '))
const ofScopes = new Set(['scope'])

/** The scopes of a live grant of the token's client and user; null for one with anything more. */
const grantedScopes = ({ grant, payload }: StoredToken, now: Date): readonly string[] | null => {
  if (grant === null || !holdsOnly(grant.payload, ofGrant)) return null
  const { accountId, clientId, exp, openid } = grant.payload
  if (accountId !== payload.accountId || clientId !== payload.clientId) return null
  if (typeof exp !== 'number' || exp <= Math.floor(now.getTime() / 1000)) return null
  if (typeof openid !== 'object' || openid === null || !holdsOnly(openid, ofScopes)) return null
  return 'scope' in openid ? words(openid.scope) : null
}

const ordinaryToken = async (ctx: Context, token: string): Promise<OrdinaryToken | null> => {
  const now = ctx.platform.clock.now()
  const stored = await findToken(ctx.db, { tenantId: ctx.tenant.id, id: hashOf(token), now })
  if (stored?.kind !== 'AccessToken' || !holdsOnly(stored.payload, ofToken)) return null
  const { payload, account } = stored
  const granted = grantedScopes(stored, now)
  if (granted === null || account === null || payload.accountId !== account.id) return null
  return { payload, account, scopes: words(payload.scope).filter((word) => granted.includes(word)) }
}

/** The client of HTTP Basic (RFC 6749, section 2.3.1) whose secret is right. */
const clientOf = async (ctx: Context, header: string): Promise<StoredApplication | null> => {
  const given = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header)?.[1] ?? ''
  const pair = /^([\w-]+):([\w-]+)$/.exec(Buffer.from(given, 'base64').toString('latin1'))
  const [, clientId = '', secret = ''] = pair ?? []
  const application = clientId === '' ? undefined : await findApplication(ctx, clientId)
  if (application?.auth_method !== 'client_secret_basic') return null
  const stored = Buffer.from(application.secret_hash ?? '', 'base64url')
  const actual = hashOf(secret)
  return stored.length === actual.length && timingSafeEqual(stored, actual) ? application : null
}

/** RFC 7662, section 2. */
const introspection = async (ctx: Context, request: FastifyRequest): Promise<Answer | null> => {
  const form = await peekForm(request.raw)
  const token = /^token=([\w-]{43})$/.exec(form ?? '')?.[1]
  if (token === undefined) return null
  const client = await clientOf(ctx, request.headers.authorization ?? '')
  const found = client === null ? null : await ordinaryToken(ctx, token)
  if (found === null || found.payload.clientId !== client?.client_id) return null
  const { accountId, clientId, exp, iat, scope } = found.payload
  return {
    active: true,
    sub: accountId,
    client_id: clientId,
    exp,
    iat,
    iss: `${ctx.tenant.publicUrl}${mountPath}`,
    scope,
    token_type: 'Bearer',
  }
}

/** OpenID Connect Core 1.0, section 5.3; claims of scopes: section 5.4. */
const userinfo = async (ctx: Context, { headers }: FastifyRequest): Promise<Answer | null> => {
  const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
  const found = token === undefined ? null : await ordinaryToken(ctx, token)
  if (found === null || !found.scopes.includes('openid')) return null
  const { clientId } = found.payload
  const client = typeof clientId === 'string' ? await findApplication(ctx, clientId) : undefined
  const account = client === undefined ? null : accountOf(found.account)
  if (account === null) return null
  const shown = new Set(found.scopes.flatMap((scope) => claims[scope] ?? []))
  return Object.fromEntries(Object.entries(account.claims()).filter(([name]) => shown.has(name)))
}

const calls: Readonly<Record<string, typeof userinfo>> = {
  'GET /userinfo': userinfo,
  'POST /introspection': introspection,
}

/** The whole answer to an ordinary request; null leaves it to the library. */
export const shortAnswer = async (
  ctx: Context,
  request: FastifyRequest,
  path: string,
): Promise<Answer | null> => {
  const { origin, dpop } = request.headers
  const call = calls[`${request.method} ${path}`]
  if (call === undefined || origin !== undefined || dpop !== undefined) return null
  return call(ctx, request)
}
