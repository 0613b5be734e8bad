import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { SealBroken } from '../../../platform/secrets.ts'

/**
 * A sign-in as a program carries it. What the engine has sealed stands inside: no other door opens
 * it, where the rules about another application would judge it, or a session come of it.
 */
const Envelope = z.object({
  authToken: z.string(),
  /** The program's session: nobody else goes on. */
  sessionId: z.string(),
  clientAddress: z.string().nullable(),
})
export type Envelope = z.output<typeof Envelope>

const place = 'application-sign-in'

export const sealEnvelope = async (ctx: Context, envelope: Envelope): Promise<string> => {
  const text = Buffer.from(JSON.stringify(envelope))
  return (await ctx.platform.secrets.seal(ctx.tenant.id, place, text)).toString('base64url')
}

/** @throws no_transaction for what is none of ours, or was begun in another session */
export const openEnvelope = async (
  ctx: Context,
  { sealed, sessionId }: { readonly sealed: string; readonly sessionId: string },
): Promise<Envelope> => {
  try {
    const bytes = Buffer.from(sealed, 'base64url')
    const text = await ctx.platform.secrets.open(ctx.tenant.id, place, bytes)
    const envelope = Envelope.parse(JSON.parse(text.toString('utf8')))
    if (envelope.sessionId === sessionId) return envelope
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
  }
  throw new ApiError('no_transaction')
}

/** The request as the person's own: the program's address is where nobody signs in. */
export const contextOf = (
  ctx: Context,
  { clientAddress }: Pick<Envelope, 'clientAddress'>,
): Context =>
  createContext({
    ...ctx,
    request: { ...ctx.request, address: clientAddress, userAgent: null, keyThumbprint: null },
  })
