import { z } from 'zod'
import type { Context } from '../../kit/context.ts'
import { isBegunHere, keepRequest, readRequest } from '../waiting-requests.ts'
import { comparisons } from './contexts.ts'
import type { WantedSignIn } from './sign-in-requests.ts'

/* A request that waits for its person travels with them, sealed: nothing is written. */

const Waiting = z.object({
  jti: z.string(),
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

interface Waiting {
  readonly id: string
  readonly wanted: WantedSignIn
  readonly beganAt: Date
  /** The decision that has closed the application to them; absent where none has. */
  readonly denied?: { readonly decision: string | null } | undefined
  /** Whether it may go on here: in time, and in the browser that began it. */
  readonly goesOn: boolean
}

const purpose = 'saml-request'
const lifeSeconds = 3600

/** Keeps the request for this browser; the name by which it is found. */
export const keepWaiting = async (
  ctx: Context,
  wanted: WantedSignIn,
  denied?: Waiting['denied'],
): Promise<string> => {
  const id = ctx.platform.ids.random(32).toString('base64url')
  const payload = { beganAt: ctx.platform.clock.now().getTime(), wanted, denied }
  const keeping = { purpose, id, payload, seconds: lifeSeconds } as const
  const { name, write } = await keepRequest(ctx, keeping)
  if (write !== null) await ctx.db.executeQuery(write)
  return name
}

/** The request of this name; null for one that is not ours, or has ended in this browser. */
export const findWaiting = async (ctx: Context, name: string): Promise<Waiting | null> => {
  const payload = await readRequest(ctx, { purpose, name })
  const found = Waiting.safeParse(payload)
  if (payload === null || !found.success) return null
  const { jti: id, wanted, denied, beganAt } = found.data
  const isInTime = beganAt + lifeSeconds * 1000 > ctx.platform.clock.now().getTime()
  const goesOn = isInTime && isBegunHere(ctx, payload)
  return { id, wanted, beganAt: new Date(beganAt), denied, goesOn }
}
