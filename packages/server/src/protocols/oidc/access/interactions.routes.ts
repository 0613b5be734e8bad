import { SignInAuthenticator } from '@signet/contract/access/authentication'
import * as contract from '@signet/contract/access/oidc-interactions'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { routes } from '../../../kit/routes.ts'
import { findApplication } from '../clients/clients.ts'
import { mountPath } from '../mount-path.ts'
import { shownDetails } from './authorization-details.ts'
import { saveConsent } from './consents.repository.ts'
import { hasDetails, saveDecision } from './detail-decisions.ts'
import { readInteraction } from './interactions.ts'

const Asked = z.object({
  prompt: z.object({
    name: z.string(),
    reasons: z.array(z.string()).default([]),
    details: z
      .object({
        left: z.array(SignInAuthenticator).optional(),
        decision: z.uuid().nullable().optional(),
        organizations: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
      })
      .default({}),
  }),
  session: z.object({ uid: z.string().optional() }).optional(),
  deviceCode: z.string().optional(),
  signInRequest: z.string().optional(),
  params: z.object({
    client_id: z.string(),
    scope: z.string().default(''),
    authorization_details: z.string().optional(),
    login_hint: z.string().optional(),
  }),
})

/**
 * What an interaction asks for. Whether this browser may go on with it is judged where it does.
 * @throws no_transaction for one that has ended
 */
const askedBy = async (ctx: Context, uid: string) => {
  const payload = await readInteraction(ctx, uid)
  const asked = Asked.safeParse(payload)
  if (payload === null || !asked.success) throw new ApiError('no_transaction')
  const { client_id: clientId, scope, login_hint: loginHint } = asked.data.params
  const { authorization_details: details } = asked.data.params
  const { prompt, session } = asked.data
  const application = await findApplication(ctx, clientId)
  if (application === undefined) throw new ApiError('no_transaction')
  return {
    payload,
    application,
    scopes: scope.split(' ').filter((word) => word !== ''),
    details: shownDetails(details),
    loginHint: loginHint ?? null,
    prompt,
    session: session?.uid ?? null,
    base: baseOf(asked.data),
  }
}

type Waiting = Awaited<ReturnType<typeof askedBy>>

/** Where an interaction goes on: a device's, one that an application asked for, any other. */
const baseOf = ({
  deviceCode,
  signInRequest,
}: {
  readonly deviceCode?: unknown
  readonly signInRequest?: unknown
}): 'device' | 'requests' | 'authorize' => {
  if (typeof deviceCode === 'string') return 'device'
  return typeof signInRequest === 'string' ? 'requests' : 'authorize'
}

/** Where the browser goes on after it has signed in or decided. */
const resumeUrl = ({ base }: Pick<Waiting, 'base'>, uid: string): string =>
  `${mountPath}/${base}/${encodeURIComponent(uid)}`

/** The same by its name. */
export const resumeUrlOf = async (ctx: Context, uid: string): Promise<string> => {
  const payload = await readInteraction(ctx, uid)
  return resumeUrl({ base: baseOf(payload ?? {}) }, uid)
}

/** Nothing else is asked than to prove more in the session that is open. */
const isStepUp = ({ prompt }: Waiting): boolean =>
  prompt.name === 'login' && prompt.reasons.join(' ') === 'step_up'

/** The decision that closes the application, and the way back to it. */
const deniedOf = (asked: Waiting, uid: string) => {
  const { decision = null } = asked.prompt.details
  return asked.prompt.name === 'denied'
    ? {
        decision,
        tooManySessions: asked.prompt.reasons.includes('too_many_sessions'),
        noSubject: asked.prompt.reasons.includes('no_subject'),
        redirect: `${resumeUrl(asked, uid)}?denied`,
      }
    : null
}

/** The organizations that somebody chooses from, and the way on. */
const organizationsOf = (asked: Waiting, uid: string) => {
  const { organizations: choices } = asked.prompt.details
  return choices === undefined ? null : { choices, redirect: resumeUrl(asked, uid) }
}

/** What the caller's session has to prove before it is enough; null where that is not what is asked. */
export const stepUpOf = async (ctx: Context, uid: string) => {
  const asked = await askedBy(ctx, uid)
  if (!isStepUp(asked) || asked.session !== signedInUser(ctx).sessionId) return null
  return asked.prompt.details.left ?? null
}

/** The application that asks; null when there is no such request. */
export const applicationOf = async (ctx: Context, uid: string) => {
  try {
    return (await askedBy(ctx, uid)).application
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const decide = (ctx: Context, { uid, allow }: { uid: string; allow: boolean }) =>
  ctx.transaction(async (ctx) => {
    const user = signedInUser(ctx)
    const asked = await askedBy(ctx, uid)
    const { payload, application, scopes, details } = asked
    if (allow) await saveConsent(ctx, { userId: user.id, clientId: application.client_id, scopes })
    if (allow && hasDetails(payload)) await saveDecision(ctx, user.id, payload)
    audit(ctx, 'APPLICATION_CONSENT', {
      subject: { entity: 'APPLICATIONS', id: application.client_id, name: application.name },
      outcome: allow ? 'SUCCESS' : 'DENIED',
      attributes: {
        scopes,
        ...(details.length === 0 ? {} : { details: details.map(({ type }) => type) }),
      },
    })
    return { redirect: `${resumeUrl(asked, uid)}${allow ? '' : '?denied'}` }
  })

export const oidcInteractionRoutes = routes(contract, {
  readOidcInteraction: async (ctx, { body }) => {
    const asked = await askedBy(ctx, body.uid)
    const { application, scopes, details, loginHint } = asked
    return {
      clientId: application.client_id,
      applicationName: application.name,
      applicationLogo: application.logo_uri,
      selfRegistered: application.registration_hash !== null,
      scopes,
      details,
      loginHint,
      stepUp: isStepUp(asked),
      denied: deniedOf(asked, body.uid),
      organizations: organizationsOf(asked, body.uid),
    }
  },
  decideOidcConsent: (ctx, { body }) => decide(ctx, body),
})
