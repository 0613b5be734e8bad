import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { UpstreamTicket } from './upstream.ts'

/* What signing out at a provider takes: of the person, so it is stored sealed. */

const Ticket = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('oidc'), idToken: z.string().nullable() }),
  z.object({
    kind: z.literal('saml'),
    nameId: z.string(),
    nameIdFormat: z.string(),
    sessionIndex: z.string().nullable(),
  }),
]) satisfies z.ZodType<UpstreamTicket>

const purpose = 'upstream-ticket'

export const sealTicket = ({ platform, tenant }: Context, ticket: UpstreamTicket) =>
  platform.secrets.seal(tenant.id, purpose, Buffer.from(JSON.stringify(ticket)))

export const openTicket = async (
  { platform, tenant }: Context,
  sealed: Buffer,
): Promise<UpstreamTicket> => {
  const text = await platform.secrets.open(tenant.id, purpose, sealed)
  return Ticket.parse(JSON.parse(text.toString('utf8')))
}
