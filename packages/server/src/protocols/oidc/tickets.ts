import { z } from 'zod'
import type { Context } from '../../kit/context.ts'

const livesMillis = 120_000

const Ticket = z.object({ held: z.unknown(), expiresAt: z.number() })

/**
 * Tickets bring what somebody has decided in a call to the navigation that goes on with it, two
 * minutes long. What one holds names the session in which it was given: no other browser uses it.
 */
export const ticketsOf = <S extends z.ZodType>(purpose: string, schema: S) => {
  return {
    seal: async ({ platform, tenant }: Context, held: z.input<S>): Promise<string> => {
      const expiresAt = platform.clock.now().getTime() + livesMillis
      const text = Buffer.from(JSON.stringify({ held, expiresAt }))
      return (await platform.secrets.seal(tenant.id, purpose, text)).toString('base64url')
    },
    /** Null for one that is not ours, or too old. */
    open: async ({ platform, tenant }: Context, given: string): Promise<z.output<S> | null> => {
      try {
        const sealed = Buffer.from(given, 'base64url')
        const text = await platform.secrets.open(tenant.id, purpose, sealed)
        const { held, expiresAt } = Ticket.parse(JSON.parse(text.toString('utf8')))
        return expiresAt > platform.clock.now().getTime() ? schema.parse(held) : null
      } catch {
        return null
      }
    },
  }
}
