import * as contract from '@signet/contract/access/oidc-interactions'
import { z } from 'zod'
import { audit } from '../../kit/audit.ts'
import { type Context, signedInUser } from '../../kit/context.ts'
import { ApiError } from '../../kit/errors.ts'
import { routes } from '../../kit/routes.ts'
import { findApplication } from './clients.ts'
import { saveConsent } from './consents.repository.ts'
import { openInteraction } from './interactions.ts'
import { mountPath } from './mount-path.ts'

const Asked = z.object({
  params: z.object({
    client_id: z.string(),
    scope: z.string().default(''),
    login_hint: z.string().optional(),
  }),
})

/** What this browser's interaction asks for. @throws no_transaction for one of another browser */
const askedBy = async (ctx: Context, uid: string) => {
  const payload = await openInteraction({ ctx, cookie: ctx.request.cookies }, uid)
  const asked = Asked.safeParse(payload)
  if (!asked.success) throw new ApiError('no_transaction')
  const { client_id: clientId, scope, login_hint: loginHint } = asked.data.params
  const application = await findApplication(ctx, clientId)
  if (application === undefined) throw new ApiError('no_transaction')
  return {
    application,
    scopes: scope.split(' ').filter((word) => word !== ''),
    loginHint: loginHint ?? null,
  }
}

/** Where the browser goes on after it has signed in or decided. */
export const resumeUrl = (uid: string): string =>
  `${mountPath}/authorize/${encodeURIComponent(uid)}`

/** The name the sign-in page shows. */
export const applicationNameOf = async (ctx: Context, uid: string): Promise<string | null> => {
  try {
    return (await askedBy(ctx, uid)).application.name
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const decide = (ctx: Context, { uid, allow }: { uid: string; allow: boolean }) =>
  ctx.transaction(async (ctx) => {
    const user = signedInUser(ctx)
    const { application, scopes } = await askedBy(ctx, uid)
    if (allow) await saveConsent(ctx, { userId: user.id, clientId: application.client_id, scopes })
    audit(ctx, 'APPLICATION_CONSENT', {
      subject: { entity: 'APPLICATIONS', id: application.client_id, name: application.name },
      outcome: allow ? 'SUCCESS' : 'DENIED',
      attributes: { scopes },
    })
    return { redirect: allow ? resumeUrl(uid) : `${resumeUrl(uid)}?denied` }
  })

export const oidcInteractionRoutes = routes(contract, {
  readOidcInteraction: async (ctx, { body }) => {
    const { application, scopes, loginHint } = await askedBy(ctx, body.uid)
    return {
      clientId: application.client_id,
      applicationName: application.name,
      applicationLogo: application.logo_uri,
      scopes,
      loginHint,
    }
  },
  decideOidcConsent: (ctx, { body }) => decide(ctx, body),
})
