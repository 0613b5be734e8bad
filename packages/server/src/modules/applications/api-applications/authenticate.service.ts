import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isCallableFrom } from '../../identity/principals/index.ts'
import { startSession } from '../../tenancy/sessions/index.ts'
import { findById, noteUse, type StoredApiApplication } from './api-applications.repository.ts'
import { isSecretOf } from './shared-secrets.ts'

interface Credential {
  readonly applicationId: string
  readonly sharedSecret: string
}

type Reason = 'WRONG_SECRET' | 'SWITCHED_OFF' | 'ADDRESS_REFUSED'

const reasonToRefuse = (
  ctx: Context,
  application: StoredApiApplication | undefined,
  { sharedSecret }: Credential,
): Reason | null => {
  const isProven = isSecretOf(application, sharedSecret, ctx.platform.clock.now())
  if (application === undefined || !isProven) return 'WRONG_SECRET'
  if (!application.enabled) return 'SWITCHED_OFF'
  return isCallableFrom(application.addresses, ctx.request.address) ? null : 'ADDRESS_REFUSED'
}

const noteRefusal = (ctx: Context, subject: { id: string; name: string }, reason: Reason) =>
  ctx.transaction(async (ctx) => {
    audit(ctx, 'APPLICATION_AUTHENTICATED', {
      subject: { entity: 'APPLICATIONS', ...subject },
      outcome: 'DENIED',
      attributes: { reason },
    })
  })

const openSession = (ctx: Context, { id, name, token_ttl_seconds }: StoredApiApplication) =>
  ctx.transaction(async (ctx) => {
    const millis = token_ttl_seconds * 1000
    const { session } = await startSession(ctx, {
      userId: null,
      userName: name,
      applicationId: id,
      kind: 'api',
      amr: [],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
      lives: { idleMillis: millis, absoluteMillis: millis },
    })
    await noteUse(ctx, id)
    audit(ctx, 'APPLICATION_AUTHENTICATED', {
      actor: { kind: 'application', id, name },
      subject: { entity: 'APPLICATIONS', id, name },
    })
    return session.jwt
  })

/**
 * Opens a session of an application. An unknown one costs and answers what a wrong secret does; the
 * secret is beyond guessing, so that nobody can lock an application out by guessing at it.
 * @throws invalid_user_response
 */
export const authenticate = async (ctx: Context, credential: Credential) => {
  const application = await findById(ctx, credential.applicationId)
  const reason = reasonToRefuse(ctx, application, credential)
  if (application === undefined || reason !== null) {
    const subject = { id: credential.applicationId, name: application?.name ?? '' }
    await noteRefusal(ctx, subject, reason ?? 'WRONG_SECRET')
    throw new ApiError('invalid_user_response')
  }
  const { token, time, expires } = await openSession(ctx, application)
  return {
    authToken: token,
    creationTime: new Date(time),
    expirationTime: new Date(expires),
  }
}
