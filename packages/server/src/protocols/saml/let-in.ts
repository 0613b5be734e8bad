import { createHash } from 'node:crypto'
import { auditStatements } from '../../kit/audit-rows.ts'
import type { Context } from '../../kit/context.ts'
import { type Access, judgeAccess } from '../../modules/access/application-access/index.ts'
import { sessionTimes } from '../../modules/settings/families/index.ts'
import type { StatusName } from '../../platform/saml/statuses.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { claimFacts } from '../oidc/claims/claim-facts.ts'
import type { Asserted } from './assertion.ts'
import { acrsWanted, contextTold } from './contexts.ts'
import { nameIdOf, servedFormat } from './name-ids.ts'
import type { Present } from './present-session.ts'
import { answered, visit } from './sessions.repository.ts'
import type { AskedSignIn } from './sign-in-requests.ts'
import { successResponse } from './sign-in-responses.ts'

/** A request may wait an hour in a browser, and came within minutes of being made. */
const rememberedMillis = 2 * 3_600_000

type Outcome =
  | { readonly kind: 'response'; readonly response: XmlElement }
  | { readonly kind: 'refused'; readonly status: StatusName }
  /** More has to be proven in this session first. */
  | { readonly kind: 'stepUp' }
  /** The person reads why before the application hears of it. */
  | { readonly kind: 'denied'; readonly decision: string | null }

const refused = (status: StatusName): Outcome => ({ kind: 'refused', status })

/** Names a session to an application: another at each one, so that they cannot be put together. */
const indexOf = ({ id }: Present, { application }: AskedSignIn): string =>
  `_${createHash('sha256').update(`${id} ${application.id}`).digest('hex').slice(0, 40)}`

const eventOf = (
  ctx: Context,
  { application, wanted }: AskedSignIn,
  { session, outcome }: { readonly session: Present; readonly outcome: 'SUCCESS' | 'DENIED' },
) => ({
  id: ctx.platform.ids.uuid(),
  at: ctx.platform.clock.now(),
  action: 'APPLICATION_SIGN_IN',
  outcome,
  subject: { entity: 'APPLICATIONS', id: application.id, name: application.name },
  attributes: { protocol: 'SAML', consumer: wanted.consumerUrl },
  actor: { kind: 'user' as const, id: session.userId, name: session.userName },
})

/** What is written with a response; the response is made before, and leaves after. */
const store = (
  ctx: Context,
  asserted: Asserted,
  { session, access }: { readonly session: Present; readonly access: Access },
) => {
  const { asked, nameId, sessionIndex } = asserted
  const { application, wanted } = asked
  const now = ctx.platform.clock.now()
  const tenantId = ctx.tenant.id
  const applicationId = application.id
  const once =
    wanted.requestId === null
      ? []
      : [
          answered({
            tenantId,
            applicationId,
            requestId: wanted.requestId,
            expiresAt: new Date(now.getTime() + rememberedMillis),
          }),
        ]
  return ctx.platform.database.flush(tenantId, [
    ...once,
    ...access.writes,
    visit({
      tenantId,
      applicationId,
      sessionId: session.id,
      nameId: nameId.value,
      nameIdFormat: nameId.format,
      sessionIndex,
      now,
      ...sessionTimes.idleEnds(ctx, now),
    }),
    ...auditStatements(ctx, [eventOf(ctx, asked, { session, outcome: 'SUCCESS' })]),
  ])
}

/** What the rules of the application refuse, or what more has to be proven. */
const keepOut = async (
  ctx: Context,
  asked: AskedSignIn,
  { session, access }: { readonly session: Present; readonly access: Access },
): Promise<Outcome> => {
  const isDenied = access.outcome === 'DENY'
  const event = eventOf(ctx, asked, { session, outcome: 'DENIED' })
  const attributes = { ...event.attributes, decision: access.decisionId }
  const events = isDenied ? [{ ...event, attributes }] : []
  await ctx.platform.database.flush(ctx.tenant.id, [
    ...access.writes,
    ...(events.length === 0 ? [] : auditStatements(ctx, events)),
  ])
  if (access.outcome === 'STEP_UP') return { kind: 'stepUp' }
  const isByRules = access.outcome === 'DENY' && access.reason === 'RULES'
  return isByRules ? { kind: 'denied', decision: access.decisionId } : refused('noContext')
}

/** Whether the rules and the classes asked for let this session in. */
export const judge = (
  ctx: Context,
  { application, wanted }: AskedSignIn,
  { open }: Present,
): Promise<Access> => {
  const acrValues = acrsWanted(wanted.contexts)
  return judgeAccess(ctx, open, {
    applicationId: application.id,
    acrValues,
    essential: acrValues.length > 0,
    silent: wanted.isPassive,
  })
}

/**
 * The response for somebody who has signed in, or why there is none. Unique violation of
 * `saml_requests_once` for a request that has been answered.
 */
export const letIn = async (
  ctx: Context,
  asked: AskedSignIn,
  session: Present,
): Promise<Outcome> => {
  const { application, wanted } = asked
  const access = await judge(ctx, asked, session)
  if (access.outcome !== 'ALLOW') return keepOut(ctx, asked, { session, access })
  const { acr } = access
  const contextClass = contextTold(wanted.contexts, { acr, amr: session.amr })
  if (contextClass === null) return refused('noContext')
  const format = servedFormat(application.settings, wanted.nameIdFormat)
  if (format === null) return refused('nameIdPolicy')
  const facts = await claimFacts(ctx, { accountId: session.userId, sessionId: session.id })
  const nameId = facts === undefined ? null : nameIdOf(ctx, { application, facts }, format)
  if (facts === undefined || nameId === null) return refused('unknownPrincipal')
  if (wanted.subject !== null && wanted.subject !== nameId.value) return refused('unknownPrincipal')
  const asserted: Asserted = {
    asked,
    facts,
    nameId,
    contextClass,
    sessionIndex: indexOf(session, asked),
    authenticatedAt: session.authenticatedAt,
    sessionEndsAt: session.expiresAt,
  }
  const response = await successResponse(ctx, asserted)
  await store(ctx, asserted, { session, access })
  return { kind: 'response', response }
}
