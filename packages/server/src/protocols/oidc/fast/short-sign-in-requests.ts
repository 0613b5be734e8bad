import type { FastifyRequest } from 'fastify'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { type Access, judgeAccess } from '../../../modules/access/application-access/index.ts'
import {
  protectionOf,
  type StoredApplication,
} from '../../../modules/applications/oidc-applications/index.ts'
import { findResources } from '../../../modules/applications/resource-apis/index.ts'
import { browserCookies } from '../../waiting-requests.ts'
import { classesIn } from '../access/access.ts'
import { saveConsent } from '../access/consents.repository.ts'
import { keepInteraction, openInteraction } from '../access/interactions.ts'
import { isOverfull } from '../access/places.repository.ts'
import { countIn } from '../access/places.ts'
import { enqueuePing } from '../ciba/sign-in-pings.ts'
import {
  type RequestOutcome,
  refuse,
  requestOutcomePage,
  requestTickets,
  scopesOf,
} from '../ciba/sign-in-request-decisions.ts'
import {
  decideRequest,
  findWaitingRequest,
  insertRequestGrant,
  type WaitingRequest,
} from '../ciba/sign-in-requests.repository.ts'
import { accountOf } from '../claims/account-claims.ts'
import { findApplication } from '../clients/clients.ts'
import { newValue, secondsOf } from '../issue.ts'
import { mountPath } from '../mount-path.ts'
import { type ShortAnswer, sentTo } from '../ordinary.ts'
import { navigationCookie, readOpenSession } from '../sessions.ts'
import { grantSeconds, interactionSeconds } from '../terms.ts'
import type { Payload } from '../tokens.repository.ts'

/* The navigation that goes on with a sign-in that somebody has allowed: it is judged as any other. */

type Session = NonNullable<Awaited<ReturnType<typeof readOpenSession>>>

interface Allowed {
  readonly request: WaitingRequest
  readonly application: StoredApplication
  readonly session: Session
}

const judged = (ctx: Context, { request, application, session }: Allowed): Promise<Access> => {
  const { params } = request.payload
  const asked = classesIn(typeof params === 'object' && params !== null ? { ...params } : {})
  const { session: id, id: userId, user_id: userName, device_id: deviceId } = session
  const open = { ...session, id, userId, userName: userName ?? '', deviceId }
  return judgeAccess(ctx, open, { ...asked, applicationId: application.id })
}

const identifiersIn = ({ resource }: Payload): string[] =>
  [resource ?? []].flat().filter((one) => typeof one === 'string')

/** Scopes of APIs that this person may have, by API; the others are left out. */
const resourcesOf = async (ctx: Context, { request, application, session }: Allowed) => {
  const wanted = scopesOf(request)
  const held = session.oauth_roles ?? []
  const identifiers = identifiersIn(request.payload)
  const apis = await findResources(ctx, { identifiers, clientId: application.client_id })
  const found = identifiers.map((identifier) => {
    const may = (apis.get(identifier)?.scopes ?? []).filter(
      ({ roles }) => roles === null || roles.some((role) => held.includes(role)),
    )
    const names = may.map(({ name }) => name)
    return [identifier, wanted.filter((scope) => names.includes(scope)).join(' ')] as const
  })
  return Object.fromEntries(found)
}

const grantOf = async (ctx: Context, allowed: Allowed): Promise<Payload> => {
  const { request, application, session } = allowed
  const iat = secondsOf(ctx.platform.clock.now())
  const resources = await resourcesOf(ctx, allowed)
  return {
    iat,
    exp: iat + grantSeconds(application.refresh_token_ttl_seconds),
    accountId: session.id,
    clientId: application.client_id,
    kind: 'Grant',
    openid: { scope: scopesOf(request).join(' ') },
    ...(Object.keys(resources).length === 0 ? {} : { resources }),
  }
}

/** False where somebody else was first. */
const allow = async (
  ctx: Context,
  { acr, grant: grantId, ...allowed }: Allowed & { readonly acr: string; readonly grant: string },
): Promise<boolean> => {
  const { request, application, session } = allowed
  const payload = await grantOf(ctx, allowed)
  await insertRequestGrant(ctx, {
    id: grantId,
    userId: session.id,
    clientId: application.client_id,
    sessionId: session.session,
    payload,
    expiresAt: new Date(Number(payload.exp) * 1000),
  })
  const decision = {
    grantId,
    acr,
    amr: session.amr,
    authTime: secondsOf(session.authenticated_at),
    sessionUid: session.session,
  }
  if (!(await decideRequest(ctx, request, decision))) return false
  if (application.require_consent) {
    const agreed = { clientId: application.client_id, scopes: scopesOf(request) }
    await saveConsent(ctx, { userId: session.id, ...agreed })
  }
  await enqueuePing(ctx, request)
  audit(ctx, 'APPLICATION_REQUEST_DECIDED', {
    subject: { entity: 'APPLICATIONS', id: application.client_id, name: application.name },
    actor: { kind: 'user', id: session.id, name: session.user_id ?? '' },
    attributes: { scopes: scopesOf(request) },
  })
  return true
}

class Lost extends Error {}

/** Allowed, and counted where the application counts the places of a person. */
const admit = async (ctx: Context, allowed: Allowed, acr: string): Promise<boolean> => {
  const { application, session } = allowed
  const { sessionsPerUser: keep, whenSessionsFull: whenFull } = protectionOf(application)
  const grant = newValue(ctx)
  if (keep === null) return allow(ctx, { ...allowed, acr, grant })
  const visitor = { userId: session.id, clientId: application.client_id, keep }
  const userName = session.user_id ?? ''
  let isFirst = false
  await countIn(ctx, { ...visitor, userName, grant, whenFull, isNew: true }, async (ctx) => {
    isFirst = await allow(ctx, { ...allowed, acr, grant })
  })
  return isFirst
}

/** Nobody has allowed it after all: there was no place left. */
const turnAway = (ctx: Context, allowed: Allowed): Promise<RequestOutcome> =>
  ctx.transaction(async (ctx) => {
    const userName = allowed.session.user_id ?? ''
    return (await refuse(ctx, { ...allowed, userName })) ? 'denied' : 'ended'
  })

/** Writes the decision with what the judgement keeps, all or nothing. */
const conclude = async (
  ctx: Context,
  allowed: Allowed,
  access: Exclude<Access, { outcome: 'STEP_UP' }>,
): Promise<RequestOutcome> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  try {
    return await ctx.transaction(async (ctx) => {
      for (const write of access.writes) await ctx.db.executeQuery(write)
      const isAllowed = access.outcome === 'ALLOW'
      const isFirst = isAllowed
        ? await admit(ctx, allowed, access.acr)
        : await refuse(ctx, {
            ...allowed,
            userName: allowed.session.user_id ?? '',
            decision: access.decisionId,
          })
      if (!isFirst) throw new Lost()
      return isAllowed ? 'allowed' : 'denied'
    })
  } catch (error) {
    if (error instanceof Lost) return 'ended'
    if (isOverfull(error)) return turnAway(ctx, allowed)
    throw error
  }
}

/** More has to be proven in this session first: the sign-in pages ask for it, and come back. */
const stepUp = async (
  ctx: Context,
  { request, application, session }: Allowed,
  access: Extract<Access, { outcome: 'STEP_UP' }>,
): Promise<ShortAnswer> => {
  await ctx.platform.database.flush(ctx.tenant.id, access.writes)
  const uid = newValue(ctx)
  const iat = secondsOf(ctx.platform.clock.now())
  const payload = {
    iat,
    exp: iat + interactionSeconds,
    returnTo: `${ctx.tenant.publicUrl}${mountPath}/requests/${uid}`,
    prompt: { name: 'login', reasons: ['step_up'], details: { left: access.left } },
    session: { uid: session.session },
    params: { client_id: application.client_id, scope: scopesOf(request).join(' ') },
    signInRequest: request.id,
    cid: newValue(ctx),
    kind: 'Interaction',
    jti: uid,
  }
  const name = await keepInteraction(ctx, uid, { payload, seconds: interactionSeconds })
  return sentTo(`/oidc/authentication?uid=${name}`, browserCookies(ctx))
}

const goOn = async (ctx: Context, session: Session, id: string): Promise<ShortAnswer> => {
  const ended = sentTo(requestOutcomePage('ended'), [])
  const request = await findWaitingRequest(ctx, session.id, id)
  if (request === undefined || accountOf(session) === null) return ended
  const application = await findApplication(ctx, String(request.payload.clientId))
  if (application === undefined) return ended
  const allowed = { request, application, session }
  const access = await judged(ctx, allowed)
  if (access.outcome === 'STEP_UP') return stepUp(ctx, allowed, access)
  return sentTo(requestOutcomePage(await conclude(ctx, allowed, access)), [])
}

interface Named {
  readonly session: string
  readonly request: string
}

/** By the ticket of the decision, or by the interaction in which more was proven. */
const namedBy = async (ctx: Context, path: string): Promise<Named | null> => {
  const given = new URLSearchParams(path.split('?')[1] ?? '').get('ticket')
  if (given !== null) {
    const ticket = await requestTickets.open(ctx, given)
    return ticket
  }
  const name = /^\/requests\/([\w.-]+)(?:\?|$)/.exec(path)?.[1]
  if (name === undefined) return null
  const payload = await openInteraction(ctx, name)
  const { signInRequest: request, session } = payload ?? {}
  if (typeof request !== 'string' || typeof session !== 'object' || session === null) return null
  if (!('uid' in session) || typeof session.uid !== 'string') return null
  return { session: session.uid, request }
}

/**
 * Goes on with a request in the browser and session that allowed it: the rules of the application
 * and the classes that it asks for judge the session as at any other sign-in.
 */
export const shortRequest = async (
  ctx: Context,
  _request: FastifyRequest,
  path: string,
): Promise<ShortAnswer> => {
  const named = await namedBy(ctx, path)
  const cookie = navigationCookie(ctx)
  const session = cookie === null ? undefined : await readOpenSession(ctx, cookie)
  if (named === null || session?.session !== named.session) {
    return sentTo(requestOutcomePage('ended'), [])
  }
  return goOn(ctx, session, named.request)
}
