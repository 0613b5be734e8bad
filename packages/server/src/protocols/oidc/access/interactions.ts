import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { endRequest, isBegunHere, keepRequest, readRequest } from '../../waiting-requests.ts'
import { chosenOrganization, pickedIn } from '../claims/organizations.ts'
import { mountPath } from '../mount-path.ts'
import type { Payload } from '../tokens.repository.ts'
import { type UnitOfWork, unitOfWork } from '../unit-of-work.ts'
import { metBySigningIn } from './access-policy.ts'
import { hasConsentedSince } from './consents.repository.ts'
import { hasDetails, takeDecision } from './detail-decisions.ts'

const purpose = 'oidc-request'

interface Kept {
  readonly payload: Payload
  readonly seconds: number
}

const kept = (ctx: Context, id: string, { payload, seconds }: Kept) => {
  const beganAt = ctx.platform.clock.now().getTime()
  return keepRequest(ctx, { purpose, id, payload: { beganAt, ...payload }, seconds })
}

/** Keeps an interaction outside the library; its name, by which pages know it. */
export const keepInteraction = async (
  ctx: Context,
  id: string,
  interaction: Kept,
): Promise<string> => {
  const { name, write } = await kept(ctx, id, interaction)
  if (write !== null) await ctx.db.executeQuery(write)
  return name
}

/** Seals an authorization request: nothing is written until someone signs in. */
export const saveInteraction = async (
  id: string,
  payload: Payload,
  seconds: number,
): Promise<void> => {
  const unit = unitOfWork()
  const organization = await chosenOrganization()
  const whole = organization === null ? payload : { ...payload, organization }
  const { name, write } = await kept(unit.ctx, id, { payload: whole, seconds })
  if (write !== null) unit.writes.push(write)
  unit.interactionName = name
}

/** What a page may show of the interaction; null for one that is not ours, or has ended. */
export const readInteraction = (ctx: Context, name: string): Promise<Payload | null> =>
  readRequest(ctx, { purpose, name })

const isInTime = ({ platform }: Context, { exp }: Payload): boolean =>
  Number(exp ?? 0) * 1000 > platform.clock.now().getTime()

/** The interaction that goes on: in time, and in the browser that began it. */
export const openInteraction = async (ctx: Context, name: string): Promise<Payload | null> => {
  const payload = await readInteraction(ctx, name)
  return payload !== null && isInTime(ctx, payload) && isBegunHere(ctx, payload) ? payload : null
}

/** Everything that the request said is in its parameters: it was neither pushed nor signed. */
const isPlain = ({ params, trusted, parJti, deviceCode, signInRequest }: Payload): boolean =>
  typeof params === 'object' &&
  (trusted === undefined || (Array.isArray(trusted) && trusted.length === 0)) &&
  parJti === undefined &&
  deviceCode === undefined &&
  signInRequest === undefined

/**
 * The authorization request anew, for an interaction that this browser cannot go on with: it is too old,
 * or another tab has brought the browser another cookie meanwhile. Nothing of the interaction is
 * taken along: it is as if the application had sent the person once more. Null where it cannot be said again.
 */
export const requestAnew = async (ctx: Context, name: string): Promise<string | null> => {
  const payload = await readInteraction(ctx, name)
  if (payload === null || !isPlain(payload)) return null
  const texts = Object.entries(payload.params ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return `${mountPath}/authorize?${new URLSearchParams(texts)}`
}

const askedForConsent = ({ prompt, params }: Payload): boolean =>
  /"(?:name|prompt)":"[^"]*consent/.test(JSON.stringify([prompt, params]))

const Submitted = z.object({ login: z.object({ accountId: z.string(), ts: z.number() }) })

interface Judged {
  readonly accountId: string
  readonly since: Date
}

/**
 * Details are agreed to where they were read, whatever else was consented to meanwhile. Whoever goes
 * on with a device has confirmed it, and read what for (user-codes.ts).
 */
const hasAgreed = async (
  unit: UnitOfWork,
  payload: Payload,
  { accountId, since }: Judged,
): Promise<boolean> => {
  if (hasDetails(payload)) return takeDecision(unit, accountId, payload)
  if (typeof payload.deviceCode === 'string') return true
  return askedForConsent(payload) && (await hasConsentedSince(unit.ctx, accountId, since))
}

/** Whether this very sign-in was made for an earlier step of the request: it is not asked for twice. */
const isSignedInFor = ({ lastSubmission }: Payload, accountId: string, ts: number): boolean => {
  const login = Submitted.safeParse(lastSubmission).data?.login
  return login?.accountId === accountId && login.ts === ts
}

/** What the person did since the interaction began, as the library wants it told. */
const resultOf = async (unit: UnitOfWork, payload: Payload): Promise<Payload | undefined> => {
  if (/[?&]denied(?:[=&]|$)/.test(unit.path)) {
    return { error: 'access_denied', error_description: 'the user refused' }
  }
  const { session } = unit
  const since = new Date(Number(payload.beganAt ?? 0))
  if (session === null) return undefined
  const { accountId, authenticatedAt, amr } = session
  const ts = Math.floor(authenticatedAt.getTime() / 1000)
  const hasSignedIn = authenticatedAt >= since || isSignedInFor(payload, accountId, ts)
  const login = hasSignedIn
    ? {
        login: { accountId, ts, amr, remember: true },
        ...Object.fromEntries(metBySigningIn.map((name) => [name, {}])),
      }
    : {}
  const consented = await hasAgreed(unit, payload, { accountId, since })
  return { ...login, ...(consented ? { consent: {} } : {}) }
}

/** For the resume step: the interaction with its outcome, taken from the browser's session. */
export const findInteraction = async (id: string): Promise<Payload | undefined> => {
  const unit = unitOfWork()
  const payload = unit.resumed
  if (payload?.jti !== id) return undefined
  // A new sign-in has a new session row: the request does not hang on the old one.
  const { session: _s, result: _r, beganAt: _b, browser: _browser, organization, ...rest } = payload
  unit.picked = pickedIn(unit.path) ?? (typeof organization === 'string' ? organization : null)
  const result = await resultOf(unit, payload)
  return { ...rest, ...(result === undefined ? {} : { result }) }
}

export const dropInteraction = (id: string): void => {
  endRequest(unitOfWork().ctx, id)
}
