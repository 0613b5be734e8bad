import type { CompiledQuery } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../kit/context.ts'
import { hasConsentedSince } from './consents.repository.ts'
import { hasDetails, takeDecision } from './detail-decisions.ts'
import { chosenOrganization, pickedIn } from './organizations.ts'
import { findToken, hashOf, insertToken, type Payload } from './tokens.repository.ts'
import { type UnitOfWork, unitOfWork } from './unit-of-work.ts'

/** Browsers drop cookies above 4 KB; a longer interaction is stored instead. */
const cookieLimit = 3500

const cookieNameOf = (id: string): string =>
  `signet_interaction_${hashOf(id).toString('hex').slice(0, 12)}`

const attributes = ({ tenant }: Context, seconds: number): string => {
  const secure = tenant.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

const purpose = 'oidc-interaction'

/** A header that takes the interaction out of the browser again. */
export const withoutInteraction = (ctx: Context, id: string): string =>
  `${cookieNameOf(id)}=; ${attributes(ctx, 0)}`

const textOf = ({ platform }: Context, id: string, payload: Payload): string =>
  JSON.stringify({ beganAt: platform.clock.now().getTime(), ...payload, jti: id })

interface Kept {
  readonly payload: Payload
  readonly seconds: number
}

/** A header that keeps the interaction in the browser, sealed; null for one that is too long. */
export const withInteraction = async (
  ctx: Context,
  id: string,
  { payload, seconds }: Kept,
): Promise<string | null> => {
  const text = Buffer.from(textOf(ctx, id, payload))
  const sealed = await ctx.platform.secrets.seal(ctx.tenant.id, purpose, text)
  const value = sealed.toString('base64url')
  if (value.length > cookieLimit) return null
  return `${cookieNameOf(id)}=${value}; ${attributes(ctx, seconds)}`
}

const storedInteraction = (ctx: Context, id: string, { payload, seconds }: Kept): CompiledQuery =>
  insertToken({
    tenantId: ctx.tenant.id,
    id: hashOf(id),
    payload: { kind: 'Interaction', stored: textOf(ctx, id, payload) },
    expiresAt: new Date(ctx.platform.clock.now().getTime() + seconds * 1000),
  })

/** The headers that keep an interaction outside the library; stores one that is too long for them. */
export const keepInteraction = async (
  ctx: Context,
  id: string,
  kept: Kept,
): Promise<readonly string[]> => {
  const cookie = await withInteraction(ctx, id, kept)
  if (cookie !== null) return [cookie]
  await ctx.db.executeQuery(storedInteraction(ctx, id, kept))
  return []
}

/** Seals an authorization request in the browser: nothing is written until someone signs in. */
export const saveInteraction = async (
  id: string,
  payload: Payload,
  seconds: number,
): Promise<void> => {
  const { ctx, setCookies, writes } = unitOfWork()
  const organization = await chosenOrganization()
  const kept = { payload: organization === null ? payload : { ...payload, organization }, seconds }
  const cookie = await withInteraction(ctx, id, kept)
  if (cookie === null) writes.push(storedInteraction(ctx, id, kept))
  else setCookies.push(cookie)
}

const parsed = (text: string): Payload | null => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : null
}

/** The interaction as the browser brought it; null when there is none, or it is another's. */
export const openInteraction = async (
  unit: Pick<UnitOfWork, 'ctx' | 'cookie'>,
  id: string,
): Promise<Payload | null> => {
  const { ctx } = unit
  const sealed = unit.cookie(cookieNameOf(id))
  if (sealed === null) {
    const now = ctx.platform.clock.now()
    const row = await findToken(ctx.db, { tenantId: ctx.tenant.id, id: hashOf(id), now })
    return row?.kind === 'Interaction' && typeof row.payload.stored === 'string'
      ? parsed(row.payload.stored)
      : null
  }
  try {
    const text = await ctx.platform.secrets.open(
      ctx.tenant.id,
      purpose,
      Buffer.from(sealed, 'base64url'),
    )
    const payload = parsed(text.toString('utf8'))
    const ended = Number(payload?.exp ?? 0) * 1000 <= ctx.platform.clock.now().getTime()
    return payload?.jti === id && !ended ? payload : null
  } catch {
    return null
  }
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
  const { accountId, authenticatedAt } = session
  const ts = Math.floor(authenticatedAt.getTime() / 1000)
  const hasSignedIn = authenticatedAt >= since || isSignedInFor(payload, accountId, ts)
  const login = hasSignedIn ? { login: { accountId, ts, remember: true } } : {}
  const consented = await hasAgreed(unit, payload, { accountId, since })
  return { ...login, ...(consented ? { consent: {} } : {}) }
}

/** For the resume step: the interaction with its outcome, taken from the browser's session. */
export const findInteraction = async (id: string): Promise<Payload | undefined> => {
  const unit = unitOfWork()
  const payload = await openInteraction(unit, id)
  if (payload === null) return undefined
  // A new sign-in has a new session row: the request does not hang on the old one.
  const { session: _session, result: _result, beganAt: _beganAt, organization, ...rest } = payload
  unit.picked = pickedIn(unit.path) ?? (typeof organization === 'string' ? organization : null)
  const result = await resultOf(unit, payload)
  return { ...rest, ...(result === undefined ? {} : { result }) }
}

export const dropInteraction = (id: string): void => {
  const { ctx, setCookies } = unitOfWork()
  setCookies.push(withoutInteraction(ctx, id))
}
