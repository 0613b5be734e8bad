import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keyObjectOf } from '../../../platform/secrets/key-objects.ts'
import { SealBroken } from '../../../platform/secrets.ts'
import type { Ties } from '../../applications/identity-providers/index.ts'

/** From leaving for the provider to coming back. */
const requestLifeMillis = 10 * 60_000

/**
 * A request to a provider, as it travels through it: sealed, as its `state`. Nothing is written until an
 * answer comes; then its id is used up.
 */
const Request = z.object({
  id: z.uuid(),
  providerId: z.uuid(),
  /** The sign-in it is for; null for an account that is to be linked. */
  transactionId: z.uuid().nullable(),
  /** The session that links; null for a sign-in. */
  sessionId: z.string().nullable(),
  /** What of the browser's cookie shows that it began. */
  browser: z.string(),
  until: z.number(),
})
export type UpstreamRequest = z.output<typeof Request>

const place = 'upstream-request'

const keyed = (ctx: Context, use: string, text: string): string =>
  createHmac('sha256', keyObjectOf(ctx.platform.secrets.derive(ctx.tenant.id, 'upstream-request')))
    .update(`${use} ${text}`)
    .digest('base64url')

/** A cookie's value as this service gives it out; null for anything else. */
const cookieOf = (ctx: Context): string | null => {
  const given = ctx.request.cookies(upstreamCookie(ctx))
  return given !== null && /^[\w-]{43}$/.test(given) ? given : null
}

/** Of this host alone, and never sent in clear (RFC 6265bis, section 4.1.3.2). */
export const upstreamCookie = ({ tenant }: Pick<Context, 'tenant'>): string =>
  tenant.publicUrl.startsWith('https:') ? '__Host-signet-idp' : 'signet-idp'

type Beginning = Pick<UpstreamRequest, 'providerId' | 'transactionId' | 'sessionId'>

interface Held {
  readonly request: UpstreamRequest
  readonly state: string
  readonly cookie: string
}

const tiesOf = (ctx: Context, { request, state, cookie }: Held): Ties => ({
  state,
  nonce: keyed(ctx, 'nonce', request.id),
  // With the cookie in it: a code that another browser brings is of no use.
  verifier: keyed(ctx, 'verifier', `${request.id} ${cookie}`),
})

/** Begins a request that only this browser can end. One cookie serves all its tabs. */
export const beginRequest = async (ctx: Context, beginning: Beginning) => {
  const { platform, tenant } = ctx
  const cookie = cookieOf(ctx) ?? platform.ids.random(32).toString('base64url')
  const until = platform.clock.now().getTime() + requestLifeMillis
  const browser = keyed(ctx, 'browser', cookie)
  const request = { id: platform.ids.uuid(), ...beginning, browser, until }
  const sealed = await platform.secrets.seal(tenant.id, place, Buffer.from(JSON.stringify(request)))
  const state = sealed.toString('base64url')
  const expiresAt = new Date(until)
  const ties = tiesOf(ctx, { request, state, cookie })
  return { id: request.id, ties, cookie, expiresAt }
}

const opened = async ({ platform, tenant }: Context, state: string): Promise<UpstreamRequest> => {
  try {
    const text = await platform.secrets.open(tenant.id, place, Buffer.from(state, 'base64url'))
    return Request.parse(JSON.parse(text.toString('utf8')))
  } catch (error) {
    if (error instanceof SealBroken) throw new ApiError('no_transaction', { cause: error })
    throw error
  }
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

interface Returned {
  readonly state: string
  /** The provider whose address the browser came back to. */
  readonly providerId: string
}

/**
 * The request that an answer belongs to: ours, in time, begun by this browser, and of the provider whose
 * own address it came to (RFC 9700, section 4.4.2.2).
 * @throws no_transaction
 */
export const resumeRequest = async (ctx: Context, { state, providerId }: Returned) => {
  const request = await opened(ctx, state)
  const cookie = cookieOf(ctx)
  if (cookie === null || !isSame(keyed(ctx, 'browser', cookie), request.browser)) {
    throw new ApiError('no_transaction')
  }
  if (request.until <= ctx.platform.clock.now().getTime()) throw new ApiError('no_transaction')
  if (request.providerId !== providerId) throw new ApiError('no_transaction')
  return { request, ties: tiesOf(ctx, { request, state, cookie }) }
}
