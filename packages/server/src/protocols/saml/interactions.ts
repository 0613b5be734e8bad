import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../kit/context.ts'
import { comparisons } from './contexts.ts'
import type { WantedSignIn } from './sign-in-requests.ts'

/* A request that waits for its person stays in their browser, sealed: nothing is written. */

const Waiting = z.object({
  id: z.string(),
  beganAt: z.number(),
  wanted: z.object({
    applicationId: z.string(),
    requestId: z.string().nullable(),
    consumerUrl: z.string(),
    relayState: z.string().nullable(),
    forceAuthn: z.boolean(),
    isPassive: z.boolean(),
    contexts: z.object({ classes: z.array(z.string()), comparison: z.enum(comparisons) }),
    nameIdFormat: z.string().nullable(),
    subject: z.string().nullable(),
  }),
  denied: z.object({ decision: z.string().nullable() }).optional(),
})

export interface Waiting {
  readonly wanted: WantedSignIn
  readonly beganAt: Date
  /** The decision that has closed the application to them; absent where none has. */
  readonly denied?: { readonly decision: string | null } | undefined
}

const purpose = 'saml-interaction'
const lifeSeconds = 3600
/** Browsers drop cookies above 4 KB. */
const cookieLimit = 3900

const cookieNameOf = (id: string): string =>
  `signet_saml_${createHash('sha256').update(id).digest('hex').slice(0, 12)}`

const attributesOf = ({ tenant }: Context, seconds: number): string => {
  const secure = tenant.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

/** A header that keeps the request in the browser, and by what it is found; null for a too long one. */
export const keepWaiting = async (
  ctx: Context,
  wanted: WantedSignIn,
  denied?: Waiting['denied'],
): Promise<{ readonly id: string; readonly cookie: string } | null> => {
  const id = ctx.platform.ids.random(32).toString('base64url')
  const text = JSON.stringify({ id, beganAt: ctx.platform.clock.now().getTime(), wanted, denied })
  const sealed = await ctx.platform.secrets.seal(ctx.tenant.id, purpose, Buffer.from(text))
  const value = sealed.toString('base64url')
  if (value.length > cookieLimit) return null
  return { id, cookie: `${cookieNameOf(id)}=${value}; ${attributesOf(ctx, lifeSeconds)}` }
}

/** A header that takes it out of the browser again. */
export const dropWaiting = (ctx: Context, id: string): string =>
  `${cookieNameOf(id)}=; ${attributesOf(ctx, 0)}`

/** The request of this id that waits in this browser; null without one. */
export const findWaiting = async (ctx: Context, id: string): Promise<Waiting | null> => {
  if (!/^[\w-]{43}$/.test(id)) return null
  const value = ctx.request.cookies(cookieNameOf(id))
  if (value === null) return null
  try {
    const sealed = Buffer.from(value, 'base64url')
    const text = await ctx.platform.secrets.open(ctx.tenant.id, purpose, sealed)
    const waiting = Waiting.parse(JSON.parse(text.toString('utf8')))
    const isOver = waiting.beganAt + lifeSeconds * 1000 <= ctx.platform.clock.now().getTime()
    if (waiting.id !== id || isOver) return null
    const { wanted, denied } = waiting
    return { wanted, beganAt: new Date(waiting.beganAt), denied }
  } catch {
    return null
  }
}
