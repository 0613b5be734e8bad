import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import {
  findSamlApplication,
  findSamlApplications,
} from '../../modules/applications/saml-applications/index.ts'
import { isSignedBy, type Received } from '../../platform/saml/bindings.ts'
import {
  expectDestination,
  headingOf,
  isSuccess,
  withoutXmlFaults,
} from '../../platform/saml/messages.ts'
import { saidBy } from '../../platform/saml/said-by.ts'
import { aboutLater, SamlFault } from '../../platform/saml/saml-fault.ts'
import { signElement } from '../../platform/xml/sign.ts'
import { attributeOf } from '../../platform/xml/tree.ts'
import { membersOf as oidcMembersOf, tellMembers } from '../oidc/sign-out/departures.ts'
import { framesPage } from '../oidc/sign-out/frames-page.ts'
import { addressesOf, paths } from './addresses.ts'
import { type Answer, envelopeOf, leadTo, soap } from './answers.ts'
import { signerFor } from './message-parts.ts'
import { openSessionOf } from './present-session.ts'
import { endSessions, findBySessions, type Participant } from './sessions.repository.ts'
import { sendersOf } from './sign-in-requests.ts'
import { type Chain, keepChain, takeChain } from './sign-out-chain.ts'
import { carry, signOutRequest, signOutResponse } from './sign-out-messages.ts'
import { readSignOut } from './sign-out-requests.ts'
import { type Member, tellBySoap } from './told-by-soap.ts'

/** Ends them here first: whatever becomes of the applications, nobody is signed in here. */
const endHere = (ctx: Context, sessionIds: readonly string[], name: string | null) =>
  ctx.transaction(async (ctx) => {
    for (const { id, user_id: userId } of await endSessions(ctx, sessionIds)) {
      audit(ctx, 'APPLICATION_SIGN_OUT', {
        subject: { entity: 'USERS', id: userId ?? id, name: '' },
        attributes: { protocol: 'SAML', session: id, application: name },
      })
    }
  })

/** The applications to tell, by how they are told; those without an address cannot be told. */
export const membersOf = async (ctx: Context, participants: readonly Participant[]) => {
  const ids = [...new Set(participants.map(({ application_id: id }) => id))]
  const byId = new Map((await findSamlApplications(ctx, ids)).map((row) => [row.id, row]))
  const members = participants.flatMap((participant): Member[] => {
    const application = byId.get(participant.application_id)
    return application === undefined ? [] : [{ application, participant }]
  })
  const told = members.filter(({ application }) => application.settings.logoutUrl !== null)
  const isSoap = ({ application }: Member) => application.settings.logoutBinding === 'SOAP'
  return {
    bySoap: told.filter(isSoap),
    byBrowser: told.filter((member) => !isSoap(member)).map(({ participant }) => participant),
    isUntold: told.length < members.length,
  }
}

/** The end of the chain: an answer to who began it, or the page that says so. */
const finish = async (ctx: Context, { origin, partial, after }: Chain): Promise<Answer> => {
  const application =
    origin === null ? undefined : await findSamlApplication(ctx, origin.applicationId)
  if (origin === null || application === undefined) return leadTo(after ?? '/#/logout')
  const { requestId, relayState } = origin
  const status = partial ? 'partialLogout' : 'success'
  const message = signOutResponse(ctx, application, { requestId, status })
  return carry(ctx, application, { kind: 'SAMLResponse', message, relayState })
}

/** Where a browser goes on with a chain that waits for no answer. */
const addressOf = async (ctx: Context, chain: Chain): Promise<string> =>
  `${paths.signOut}?goOn=${await keepChain(ctx, chain)}`

/** On to the next application, until none is left; to those in frames first. */
const goOn = async (ctx: Context, chain: Chain): Promise<Answer> => {
  if (chain.frames.length > 0) {
    const next = await addressOf(ctx, { ...chain, frames: [] })
    return { status: 200, ...framesPage(ctx, { frames: chain.frames, next }) }
  }
  const [next, ...pending] = chain.pending
  if (next === undefined) return finish(ctx, chain)
  const application = await findSamlApplication(ctx, next.application_id)
  if (application === undefined || application.settings.logoutUrl === null) {
    return goOn(ctx, { ...chain, pending, partial: true })
  }
  const message = signOutRequest(ctx, application, next)
  const requestId = attributeOf(message, 'ID') ?? ''
  const asked = { applicationId: application.id, requestId }
  const relayState = await keepChain(ctx, { ...chain, pending, asked })
  return carry(ctx, application, { kind: 'SAMLRequest', message, relayState })
}

interface Beginning {
  readonly sessionIds: readonly string[]
  readonly origin: Chain['origin']
  readonly name: string | null
}

const beginChain = async (
  ctx: Context,
  { sessionIds, origin, name }: Beginning,
): Promise<Chain> => {
  const everyone = await findBySessions(ctx, sessionIds)
  const others = everyone.filter(({ application_id: id }) => id !== origin?.applicationId)
  const relying = await oidcMembersOf(ctx, sessionIds)
  await endHere(ctx, sessionIds, name)
  const { bySoap, byBrowser, isUntold } = await membersOf(ctx, others)
  const isDone = await Promise.all([tellBySoap(ctx, bySoap), tellMembers(ctx, relying)])
  return {
    origin,
    asked: null,
    pending: [...byBrowser],
    frames: [...relying.frames],
    after: null,
    partial: isUntold || !isDone.every(Boolean),
  }
}

/** Every application was told, and none is left for a browser. */
const isTold = ({ partial, pending, frames }: Chain): boolean =>
  !partial && pending.length === 0 && frames.length === 0

/** Ends sessions where no browser can be led on; whether every application was told. */
export const endChain = async (
  ctx: Context,
  sessionIds: readonly string[],
  name: string,
): Promise<boolean> => {
  const chain = await beginChain(ctx, { sessionIds, origin: null, name })
  return isTold(chain)
}

/** SAML 2.0 profiles, section 4.4.3: by the browser, at the wish of an application. */
const signOutFor = async (ctx: Context, received: Received): Promise<Answer> => {
  const { application, requestId, sessionIds } = await readSignOut(ctx, received)
  const origin = { applicationId: application.id, requestId, relayState: received.relayState }
  return goOn(ctx, await beginChain(ctx, { sessionIds, origin, name: application.name }))
}

/** An application has answered: on to the next one. */
const signOutAnswered = (ctx: Context, received: Received): Promise<Answer> =>
  aboutLater(saidBy(received.element), () => answeredOne(ctx, received))

const answeredOne = async (ctx: Context, received: Received): Promise<Answer> => {
  const chain = await takeChain(ctx, received.relayState ?? '')
  if (chain?.asked === null || chain === null)
    throw new SamlFault('an answer nobody asked for', { code: 'RESPONSE_UNSOLICITED' })
  const heading = headingOf(ctx, received.element, 'LogoutResponse')
  const senders = await sendersOf(ctx, heading.issuer)
  const { applicationId, requestId } = chain.asked
  const application = senders.find(({ id }) => id === applicationId)
  const isOfAsked = attributeOf(received.element, 'InResponseTo') === requestId
  if (application === undefined || !isOfAsked) {
    throw new SamlFault('an answer to something else', { code: 'RESPONSE_UNSOLICITED' })
  }
  const signed = isSignedBy(received, application.settings)
  expectDestination(heading, addressesOf(ctx).signOut, { signed })
  const isDone = withoutXmlFaults(() => isSuccess(received.element))
  return goOn(ctx, { ...chain, asked: null, partial: chain.partial || !isDone })
}

export const signOut = (ctx: Context, received: Received): Promise<Answer> =>
  received.kind === 'SAMLRequest' ? signOutFor(ctx, received) : signOutAnswered(ctx, received)

/** Somebody signs out here, of everything that their session was used for. */
export const signOutHere = async (ctx: Context): Promise<Answer> => {
  const session = await openSessionOf(ctx)
  if (session === null) return leadTo('/#/logout')
  return goOn(ctx, await beginChain(ctx, { sessionIds: [session.id], origin: null, name: null }))
}

const nothingLeft: Chain = {
  origin: null,
  asked: null,
  pending: [],
  frames: [],
  after: null,
  partial: false,
}

/** A browser goes on where it was sent on its way. */
export const continueSignOut = async (ctx: Context, key: string): Promise<Answer> => {
  const chain = await takeChain(ctx, key)
  if (chain === null) return leadTo('/#/logout')
  if (chain.asked !== null) throw new SamlFault('an answer is awaited')
  return goOn(ctx, chain)
}

/**
 * Where the browser goes after somebody has signed out on the product's own pages, to be asked before
 * that: to the applications of their session that a browser has to tell, then to `after`. Null
 * without either. Servers are told when the session has ended (`ended-sessions`).
 */
export const leavingFor = async (
  ctx: Context,
  { sessionId, after }: { readonly sessionId: string; readonly after: string | null },
): Promise<string | null> => {
  const { byBrowser } = await membersOf(ctx, await findBySessions(ctx, [sessionId]))
  const { frames } = await oidcMembersOf(ctx, [sessionId])
  if (byBrowser.length + frames.length === 0) return after
  const left = { pending: [...byBrowser], frames: [...frames], after }
  const address = await addressOf(ctx, { ...nothingLeft, ...left })
  return `${ctx.tenant.publicUrl}${address}`
}

/** The SAML applications of a session that another protocol ends: asked before, told after it. */
export const departureOf = async (ctx: Context, sessionId: string) => {
  const participants = await findBySessions(ctx, [sessionId])
  return async (after: string): Promise<string> => {
    if (participants.length === 0) return after
    const { bySoap, byBrowser, isUntold: partial } = await membersOf(ctx, participants)
    await tellBySoap(ctx, bySoap)
    if (byBrowser.length === 0) return after
    const pending = [...byBrowser]
    return addressOf(ctx, { ...nothingLeft, pending, after, partial })
  }
}

/** An application's own server asks (SAML 2.0 bindings, section 3.2): no browser is there to lead on. */
export const signOutBySoap = async (ctx: Context, received: Received): Promise<Answer> => {
  const { application, requestId, sessionIds } = await readSignOut(ctx, received)
  const origin = { applicationId: application.id, requestId, relayState: null }
  const chain = await beginChain(ctx, { sessionIds, origin, name: application.name })
  const status = isTold(chain) ? 'success' : 'partialLogout'
  const message = signOutResponse(ctx, application, { requestId, status })
  const signer = await signerFor(ctx, application.settings)
  return soap(envelopeOf(await signElement(message, signer, 1)))
}
