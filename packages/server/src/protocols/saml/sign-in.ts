import type { Context } from '../../kit/context.ts'
import { areReachable } from '../../modules/access/application-access/index.ts'
import { findSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import type { Received } from '../../platform/saml/bindings.ts'
import { about, SamlFault } from '../../platform/saml/saml-fault.ts'
import type { StatusName } from '../../platform/saml/statuses.ts'
import { isSameUrl, urlOf } from '../../platform/saml/urls.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { browserCookies, endRequest } from '../waiting-requests.ts'
import { paths } from './addresses.ts'
import { type Answer, leadTo, post, withCookies } from './answers.ts'
import { acrsWanted, levelWanted } from './contexts.ts'
import { findWaiting, keepWaiting } from './interactions.ts'
import { letInOnce } from './let-in-once.ts'
import { openSessionOf, type Present } from './present-session.ts'
import { noteFailure } from './refusals.ts'
import { type AskedSignIn, readSignInRequest, unasked } from './sign-in-requests.ts'
import { type Failure, failureResponse, formatFailure } from './sign-in-responses.ts'

const postTo = ({ wanted }: AskedSignIn, text: string): Answer =>
  post({
    action: urlOf(wanted.consumerUrl) ?? wanted.consumerUrl,
    kind: 'SAMLResponse',
    text,
    relayState: wanted.relayState,
  })

const refuseFor = async (ctx: Context, asked: AskedSignIn, failure: Failure): Promise<Answer> => {
  await noteFailure(ctx, asked, failure)
  return postTo(asked, canonical(await failureResponse(ctx, asked, failure)))
}

const refuse = (ctx: Context, asked: AskedSignIn, status: StatusName): Promise<Answer> =>
  refuseFor(ctx, asked, { status })

/** To a page; the request waits in the browser meanwhile. */
const askOn = async (ctx: Context, asked: AskedSignIn, page: string): Promise<Answer> => {
  if (asked.wanted.isPassive) return refuse(ctx, asked, 'noPassive')
  const name = await keepWaiting(ctx, asked.wanted)
  return leadTo(`/saml/${page}uid=${name}`, browserCookies(ctx))
}

const askToSignIn = (ctx: Context, asked: AskedSignIn): Promise<Answer> =>
  askOn(ctx, asked, `${asked.wanted.forceAuthn ? 'reauthentication' : 'authentication'}?`)

/** What is left is proven in the session that is open: nobody signs in again. */
const askForMore = (ctx: Context, asked: AskedSignIn): Promise<Answer> =>
  askOn(ctx, asked, 'authentication?step=up&')

/** Whether anybody could reach what is asked for: a level, or a class that a flow of the tenant has. */
const isOutOfReach = async (ctx: Context, { wanted }: AskedSignIn): Promise<boolean> =>
  levelWanted(wanted.contexts) === null && !(await areReachable(ctx, acrsWanted(wanted.contexts)))

/** To the page that says why; the application hears of it when the person goes back to it. */
const tellDenied = async (
  ctx: Context,
  asked: AskedSignIn,
  decision: string | null,
): Promise<Answer> => {
  if (asked.wanted.isPassive) return refuse(ctx, asked, 'denied')
  const name = await keepWaiting(ctx, asked.wanted, { decision })
  return leadTo(`/saml/denied?uid=${name}`, browserCookies(ctx))
}

/** When the request came; null for one that comes right now. */
type Since = Date | null

/**
 * Whether the session is recent enough. Who has just been asked and still does not reach what is
 * wanted is not asked again: that would never end.
 */
const proceed = async (ctx: Context, asked: AskedSignIn, since: Since): Promise<Answer> => {
  const failure = formatFailure(asked)
  if (failure !== null) return refuseFor(ctx, asked, failure)
  if (await isOutOfReach(ctx, asked)) return refuse(ctx, asked, 'noContext')
  const session = await openSessionOf(ctx)
  if (session === null) return askToSignIn(ctx, asked)
  const wasAsked = since !== null && session.authenticatedAt >= since
  if (asked.wanted.forceAuthn && !wasAsked) return askToSignIn(ctx, asked)
  return answerWith(ctx, asked, { session, wasAsked })
}

const answerWith = async (
  ctx: Context,
  asked: AskedSignIn,
  { session, wasAsked }: { readonly session: Present; readonly wasAsked: boolean },
): Promise<Answer> => {
  const outcome = await letInOnce(ctx, asked, session)
  if (outcome.kind === 'denied') return tellDenied(ctx, asked, outcome.decision)
  if (outcome.kind === 'response') return postTo(asked, canonical(outcome.response))
  if (outcome.kind === 'stepUp') return askForMore(ctx, asked)
  if (outcome.status === 'noContext' && !wasAsked) return askToSignIn(ctx, asked)
  return refuse(ctx, asked, outcome.status)
}

/**
 * A request of an application. One that is posted comes from another site, to which the browser
 * shows no session: it is kept, and goes on from a page of this site.
 */
export const signIn = async (ctx: Context, received: Received): Promise<Answer> => {
  if (received.kind !== 'SAMLRequest') throw new SamlFault('a response nobody asked for')
  const asked = await readSignInRequest(ctx, received)
  if (received.binding === 'REDIRECT') return proceed(ctx, asked, null)
  const name = await keepWaiting(ctx, asked.wanted)
  return leadTo(`${paths.signIn}?uid=${name}`, browserCookies(ctx))
}

/** People begin here, at an application of this id. */
export const signInUnasked = async (
  ctx: Context,
  { applicationId, consumer }: { readonly applicationId: string; readonly consumer: string | null },
): Promise<Answer> => {
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(applicationId)
  const application = isId ? await findSamlApplication(ctx, applicationId) : undefined
  if (application === undefined) {
    throw new SamlFault('no such application', { code: 'UNKNOWN_ENTITY' })
  }
  const asked = about({ application }, () => unasked(application, consumer))
  return proceed(ctx, asked, null)
}

const ended = (ctx: Context, id: string, answer: Answer): Answer => {
  endRequest(ctx, id)
  return withCookies(answer, browserCookies(ctx))
}

/**
 * The request that waits goes on. One that is too old, or whose browser another tab has brought another
 * cookie meanwhile, begins anew, as if the application had sent the person just now.
 */
export const resumeSignIn = async (
  ctx: Context,
  name: string,
  goesOn: 'GOES_ON' | 'DENIED',
): Promise<Answer> => {
  const waiting = await findWaiting(ctx, name)
  if (waiting === null) {
    throw new SamlFault('nothing waits in this browser', { code: 'SIGN_IN_EXPIRED' })
  }
  const { id, wanted, beganAt } = waiting
  const application = await findSamlApplication(ctx, wanted.applicationId)
  const isThere = application?.settings.assertionConsumers.some(({ url }) =>
    isSameUrl(url, wanted.consumerUrl),
  )
  if (application === undefined || !application.enabled || isThere !== true) {
    throw new SamlFault('an application that is not registered', { code: 'UNKNOWN_ENTITY' })
  }
  const asked = { application, wanted }
  if (!waiting.goesOn) return proceed(ctx, asked, null)
  if (goesOn === 'DENIED') return ended(ctx, id, await refuse(ctx, asked, 'denied'))
  const answer = await proceed(ctx, asked, beganAt)
  const isOver = answer.headers['Set-Cookie'] === undefined
  return isOver ? ended(ctx, id, answer) : answer
}
