import type { completeUpstreamSignIn } from '@signet/contract/access/upstream-sign-in'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { storedUpstreamKey, storedUpstreamResponseKey } from '@signet/contract/tenancy/stored-keys'
import type { StoredUpstream } from '@signet/contract/tenancy/stored-upstream'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import { keepNonces, machineNonce, storeSession } from '../session/stored-session.ts'
import { pageLocale } from './answers.ts'

type Outcome = ReceivedOf<typeof completeUpstreamSignIn>

/** What a provider sent this browser back with. */
export interface Returned {
  readonly idpId: string
  /** Null where the provider does not bring it: the tab has kept it. */
  readonly state: string | null
  readonly code?: string
  readonly iss?: string
  readonly error?: string
}

/** Before the browser leaves: what this tab goes on with when it is back. */
export const keepUpstream = (waiting: Omit<StoredUpstream, 'left'>): void => {
  const { pathname, search, hash } = location
  const stored: StoredUpstream = { ...waiting, left: `${pathname}${search}${hash}` }
  sessionStorage.setItem(storedUpstreamKey, JSON.stringify(stored))
}

const isStored = (value: unknown): value is StoredUpstream =>
  typeof value === 'object' && value !== null && 'authToken' in value && 'left' in value

/** It is there once: a page that is loaded again has nothing left to tell. */
const takeUpstream = (): StoredUpstream | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storedUpstreamKey) ?? 'null')
    sessionStorage.removeItem(storedUpstreamKey)
    return isStored(value) ? value : null
  } catch {
    return null
  }
}

/** What a SAML provider posted to this tab: there once, too. */
const takeResponse = (): { readonly samlResponse?: string } => {
  const samlResponse = sessionStorage.getItem(storedUpstreamResponseKey)
  sessionStorage.removeItem(storedUpstreamResponseKey)
  return samlResponse === null ? {} : { samlResponse }
}

export interface Arrival {
  readonly waiting: StoredUpstream | null
  readonly outcome: Outcome | null
  /** Why there is no outcome. */
  readonly failure: unknown
}

const device = () => {
  const known = machineNonce()
  return known === null ? {} : { machineNonce: known }
}

const noTransaction = () => new CallFailure(400, '{"errorCode":"no_transaction"}')

const kept = (outcome: Outcome): Outcome => {
  const { authentication } = outcome
  if (authentication !== null) {
    keepNonces(authentication)
    if (authentication.session !== null) storeSession(authentication.session)
  }
  return outcome
}

const complete = async (returned: Returned, waiting: StoredUpstream): Promise<Outcome> => {
  const { authToken } = waiting
  const { idpId, ...rest } = returned
  const query = { idpId }
  const answer = { ...rest, ...takeResponse(), state: waiting.state ?? rest.state ?? '' }
  if (authToken === null) return call(doors.linkUpstream, { query, body: answer })
  const body = { ...answer, ...device(), authToken }
  return kept(await call(doors.completeUpstream, { query, body }))
}

/** A SAML response that this tab has not asked for begins a sign-in of its own, where its provider may. */
const completeUnasked = async (idpId: string): Promise<Outcome> => {
  const response = takeResponse()
  if (response.samlResponse === undefined) throw noTransaction()
  const shown = { ...device(), locale: pageLocale() }
  const { authToken } = await call(doors.query, { body: shown })
  if (authToken === null) throw noTransaction()
  const body = { ...response, ...device(), authToken }
  return kept(await call(doors.completeUpstream, { query: { idpId }, body }))
}

/** Takes what the provider sent this browser back with; it fails only by telling why. */
export const arrive = async (returned: Returned): Promise<Arrival> => {
  const waiting = takeUpstream()
  try {
    const outcome =
      waiting === null ? await completeUnasked(returned.idpId) : await complete(returned, waiting)
    return { waiting, outcome, failure: null }
  } catch (failure) {
    return { waiting, outcome: null, failure }
  }
}
