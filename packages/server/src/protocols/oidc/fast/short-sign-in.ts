import type { FastifyRequest } from 'fastify'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { isGoverned } from '../../../modules/access/application-access/index.ts'
import { openSessions } from '../../../modules/access/sign-in/index.ts'
import { sessionTimes } from '../../../modules/settings/families/index.ts'
import { browserCookies, endRequest } from '../../waiting-requests.ts'
import { keepInteraction, openInteraction, requestAnew } from '../access/interactions.ts'
import { insertAuthorization } from '../authorization.repository.ts'
import { accountOf } from '../claims/account-claims.ts'
import { isConsumed } from '../flush.ts'
import { newValue, secondsOf } from '../issue.ts'
import { mountPath } from '../mount-path.ts'
import { holdsOnly, type ShortAnswer, sentTo, words } from '../ordinary.ts'
import { navigationCookie, readOpenSession } from '../sessions.ts'
import { codeSeconds, grantSeconds, interactionSeconds } from '../terms.ts'
import { hashOf, type Payload } from '../tokens.repository.ts'
import { type OrdinaryRequest, ordinaryRequest } from './ordinary-request.ts'

type Session = NonNullable<Awaited<ReturnType<typeof readOpenSession>>>

/** What the library would remember of a visitor who has to sign in first. */
const interactionOf = (ctx: Context, uid: string, { params }: OrdinaryRequest): Payload => {
  const now = secondsOf(ctx.platform.clock.now())
  return {
    iat: now,
    exp: now + interactionSeconds,
    returnTo: `${ctx.tenant.publicUrl}${mountPath}/authorize/${uid}`,
    prompt: { name: 'login', reasons: ['no_session'], details: {} },
    params,
    cid: newValue(ctx),
    kind: 'Interaction',
  }
}

/** OpenID Connect Core 1.0, section 3.1.2.1, of a browser without a session: to the sign-in page. */
export const shortAuthorize = async (
  ctx: Context,
  _request: FastifyRequest,
  path: string,
): Promise<ShortAnswer | null> => {
  if (navigationCookie(ctx) !== null) return null
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  const given = Object.fromEntries(query)
  const asked = query.size === Object.keys(given).length ? await ordinaryRequest(ctx, given) : null
  if (asked === null) return null
  const uid = newValue(ctx)
  const payload = interactionOf(ctx, uid, asked)
  const name = await keepInteraction(ctx, uid, { payload, seconds: interactionSeconds })
  return sentTo(`/oidc/authentication?uid=${name}`, browserCookies(ctx))
}

const ofInteraction = new Set(words('beganAt iat exp returnTo prompt params cid kind jti browser'))

/** The ordinary request that waits, if someone has signed in since. */
const waitingRequest = async (
  ctx: Context,
  payload: Payload,
  session: Session,
): Promise<OrdinaryRequest | null> => {
  if (!holdsOnly(payload, ofInteraction)) return null
  const { prompt, params, beganAt } = payload
  const asksToSignIn = JSON.stringify(prompt).includes('"reasons":["no_session"]')
  const isNewer = session.authenticated_at.getTime() >= Number(beganAt)
  if (!asksToSignIn || !isNewer || typeof params !== 'object' || params === null) return null
  const asked = await ordinaryRequest(ctx, params)
  if (asked?.application.require_consent !== false) return null
  return (await isGoverned(ctx, asked.application.id)) ? null : asked
}

interface Granting {
  readonly session: Session
  readonly asked: OrdinaryRequest
  readonly code: string
}

const authorizationOf = (ctx: Context, { session, asked, code }: Granting) => {
  const at = ctx.platform.clock.now()
  const now = secondsOf(at)
  const { application, params, scope, redirectUri } = asked
  const { client_id: clientId } = application
  const grantId = newValue(ctx)
  const sid = newValue(ctx)
  const holder = { clientId, accountId: session.id, iat: now }
  const grantEnd = now + grantSeconds(application.refresh_token_ttl_seconds)
  const codeEnd = now + codeSeconds
  const codePayload = {
    ...holder,
    kind: 'AuthorizationCode',
    exp: codeEnd,
    grantId,
    scope,
    redirectUri,
    nonce: params.nonce,
    acr: openSessions.classOf(session),
    amr: session.amr,
    sid,
    authTime: secondsOf(session.authenticated_at),
    sessionUid: session.session,
    codeChallenge: params.code_challenge,
    codeChallengeMethod: params.code_challenge_method,
  }
  const grantPayload = { ...holder, kind: 'Grant', exp: grantEnd, openid: { scope } }
  return insertAuthorization({
    tenantId: ctx.tenant.id,
    sessionId: session.session,
    userId: session.id,
    clientId,
    now: at,
    ...sessionTimes.idleEnds(ctx, at),
    oidc: { authorizations: { [clientId]: { sid, grantId, persistsLogout: true } } },
    grant: { id: grantId, payload: grantPayload, expiresAt: new Date(grantEnd * 1000) },
    code: { id: hashOf(code), payload: codePayload, expiresAt: new Date(codeEnd * 1000) },
  })
}

const eventOf = (ctx: Context, { session, asked }: Granting) => ({
  id: ctx.platform.ids.uuid(),
  at: ctx.platform.clock.now(),
  action: 'APPLICATION_SIGN_IN',
  outcome: 'SUCCESS' as const,
  subject: {
    entity: 'APPLICATIONS',
    id: asked.application.client_id,
    name: asked.application.name,
  },
  attributes: { scope: asked.scope },
  actor: { kind: 'user' as const, id: session.id, name: session.user_id ?? '' },
})

/** OpenID Connect Core 1.0, section 3.1.2.5; `iss`: RFC 9207. */
const backTo = (ctx: Context, { asked, code }: Granting): string => {
  const url = new URL(asked.redirectUri)
  url.searchParams.set('code', code)
  if (asked.params.state !== undefined) url.searchParams.set('state', asked.params.state)
  url.searchParams.set('iss', `${ctx.tenant.publicUrl}${mountPath}`)
  return url.href
}

/** False when the session has ended meanwhile. */
const stored = async (ctx: Context, granting: Granting): Promise<boolean> => {
  const events = auditStatements(ctx, [eventOf(ctx, granting)])
  try {
    const statements = [authorizationOf(ctx, granting), ...events]
    await ctx.platform.database.flush(ctx.tenant.id, statements)
    return true
  } catch (error) {
    if (!isConsumed(error)) throw error
    return false
  }
}

/** The code for the first application that someone goes on to after a sign-in, written; null for others. */
const grantingOf = async (ctx: Context, payload: Payload): Promise<Granting | null> => {
  const cookie = navigationCookie(ctx)
  const session = cookie === null ? undefined : await readOpenSession(ctx, cookie)
  if (session === undefined || accountOf(session) === null) return null
  if (Object.keys(session.oidc).length > 0) return null
  const asked = await waitingRequest(ctx, payload, session)
  if (asked === null) return null
  const granting = { session, asked, code: newValue(ctx) }
  return (await stored(ctx, granting)) ? granting : null
}

/** A request that goes on: with the grant and the code, or from its beginning where it cannot. */
export const shortResume = async (
  ctx: Context,
  _request: FastifyRequest,
  path: string,
): Promise<ShortAnswer | null> => {
  const [, name, query] = /^\/authorize\/([\w.-]+)(\?.*)?$/.exec(path) ?? []
  if (name === undefined) return null
  const payload = await openInteraction(ctx, name)
  if (payload === null) {
    const anew = await requestAnew(ctx, name)
    return anew === null ? null : sentTo(anew, [])
  }
  const granting = query === undefined ? await grantingOf(ctx, payload) : null
  if (granting === null) return null
  endRequest(ctx, String(payload.jti))
  return sentTo(backTo(ctx, granting), browserCookies(ctx))
}
