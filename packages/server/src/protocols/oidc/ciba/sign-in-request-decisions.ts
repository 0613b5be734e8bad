import type { SignInRequest } from '@signet/contract/access/sign-in-requests'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import { findApplication } from '../clients/clients.ts'
import { mountPath } from '../mount-path.ts'
import { words } from '../ordinary.ts'
import { ticketsOf } from '../tickets.ts'
import { enqueuePing } from './sign-in-pings.ts'
import {
  decideRequest,
  findWaitingRequest,
  listWaiting,
  type WaitingRequest,
} from './sign-in-requests.repository.ts'

/* People allow or refuse what applications ask them for: signed in, and reading for what. */

/** Of a request that somebody has allowed, in that session. */
export const requestTickets = ticketsOf(
  'oidc-sign-in-request-ticket',
  z.object({ session: z.string(), request: z.string() }),
)

export type RequestOutcome = 'allowed' | 'denied' | 'ended'

export const requestOutcomePage = (outcome: RequestOutcome): string =>
  `/oidc/requeststatus?status=${outcome}`

export const scopesOf = ({ payload }: WaitingRequest): string[] =>
  words(payload.scope).filter((scope) => scope !== '')

const Params = z.object({ binding_message: z.string().optional() })

const present = (
  request: WaitingRequest,
  application: StoredApplication,
): z.input<typeof SignInRequest> => ({
  id: request.id,
  applicationName: application.name,
  applicationLogo: application.logo_uri,
  bindingMessage: Params.parse(request.payload.params).binding_message ?? null,
  scopes: scopesOf(request),
  requestDate: new Date(Number(request.payload.iat) * 1000),
  expiryDate: new Date(Number(request.payload.exp) * 1000),
})

const applicationOf = (ctx: Context, { payload }: WaitingRequest) =>
  findApplication(ctx, String(payload.clientId))

export const listOwn = async (ctx: Context): Promise<z.input<typeof SignInRequest>[]> => {
  const requests = await listWaiting(ctx, signedInUser(ctx).id)
  const shown = await Promise.all(
    requests.map(async (request) => {
      const application = await applicationOf(ctx, request)
      return application === undefined ? [] : [present(request, application)]
    }),
  )
  return shown.flat()
}

interface Refused {
  readonly request: WaitingRequest
  readonly application: StoredApplication
  /** As they type it. */
  readonly userName: string
  /** The rules of the application keep them out, not they themselves. */
  readonly decision?: string | null
}

/** What the application is told (RFC 6749, section 4.1.2.1); within a transaction. */
export const refuse = async (
  ctx: Context,
  { request, application, userName, decision = null }: Refused,
): Promise<boolean> => {
  const told = { error: 'access_denied', errorDescription: 'the user refused' }
  if (!(await decideRequest(ctx, request, told))) return false
  await enqueuePing(ctx, request)
  audit(ctx, 'APPLICATION_REQUEST_DECIDED', {
    subject: { entity: 'APPLICATIONS', id: application.client_id, name: application.name },
    outcome: 'DENIED',
    actor: { kind: 'user', id: request.userId, name: userName },
    attributes: { scopes: scopesOf(request), ...(decision === null ? {} : { decision }) },
  })
  return true
}

interface Decision {
  readonly id: string
  readonly allow: boolean
}

/** @throws not_found for what is another's, over, or decided */
export const decide = async (ctx: Context, { id, allow }: Decision) => {
  const user = signedInUser(ctx)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    const request = await findWaitingRequest(ctx, user.id, id)
    const application = request === undefined ? undefined : await applicationOf(ctx, request)
    if (request === undefined || application === undefined) throw new ApiError('not_found')
    if (!allow) {
      if (!(await refuse(ctx, { request, application, userName: user.name })))
        throw new ApiError('not_found')
      return { redirect: requestOutcomePage('denied') }
    }
    const ticket = await requestTickets.seal(ctx, { session: user.sessionId, request: id })
    return { redirect: `${mountPath}/requests?ticket=${ticket}` }
  })
}
