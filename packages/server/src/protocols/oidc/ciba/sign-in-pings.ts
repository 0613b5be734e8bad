import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { findApplication } from '../clients/clients.ts'
import type { WaitingRequest } from './sign-in-requests.repository.ts'
import { openNotification } from './sign-in-requests.ts'

const Content = z.object({ clientId: z.string(), authReqId: z.string(), token: z.string() })

/** Has the application told that somebody has decided, in the transaction of the decision. */
export const enqueuePing = async (ctx: Context, { sealed, payload }: WaitingRequest) => {
  if (sealed === null) return
  const content = { clientId: String(payload.clientId), ...(await openNotification(ctx, sealed)) }
  await ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'sign-in-pings',
    content,
  })
}

const patienceMillis = 5000

/**
 * CIBA Core 1.0, section 10.2: it says which request, and nothing of what became of it. A redirect
 * is not followed. A throw is tried again; an application that polls as well misses nothing.
 */
export const sendPing = async (
  ctx: Context,
  { content }: { readonly content: unknown },
): Promise<void> => {
  const { clientId, authReqId, token } = Content.parse(content)
  const application = await findApplication(ctx, clientId)
  const uri = application?.protection.backchannelNotificationUri ?? null
  if (uri === null) return
  const { status } = await ctx.platform.outbound.fetch('http', uri, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ auth_req_id: authReqId }),
    maxRedirects: 0,
    timeoutMillis: patienceMillis,
    maxBytes: 65_536,
  })
  if (status < 200 || status > 299) throw new Error(`an application answered a ping by ${status}`)
}
