import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isCallableFrom } from '../../identity/principals/index.ts'
import { recordRejection, rejectCredential } from '../../tenancy/rejections/index.ts'
import { startSession } from '../../tenancy/sessions/index.ts'
import { findById, noteUse, type StoredApiApplication } from './api-applications.repository.ts'
import { isSecretOf } from './shared-secrets.ts'

interface Credential {
  readonly applicationId: string
  readonly sharedSecret: string
}

const isProven = (
  ctx: Context,
  application: StoredApiApplication | undefined,
  { sharedSecret }: Credential,
): application is StoredApiApplication => {
  const isRight = isSecretOf(application, sharedSecret, ctx.platform.clock.now())
  return application !== undefined && isRight
}

/** @throws too_many_requests once an address has failed too often */
const noteFailure = (
  ctx: Context,
  application: StoredApiApplication | undefined,
  { applicationId }: Credential,
): Promise<void> =>
  application === undefined
    ? rejectCredential(ctx, {
        door: 'API',
        reason: 'UNKNOWN_CLIENT',
        asked: { applicationId },
      })
    : rejectCredential(
        ctx,
        { door: 'API', reason: 'WRONG_CLIENT_SECRET' },
        { entity: 'APPLICATIONS', id: application.id, name: application.name },
      )

/** Why an application with the right secret is not let in; null for one that is. */
const reasonToRefuse = (ctx: Context, { enabled, addresses }: StoredApiApplication) => {
  if (!enabled) return 'CLIENT_DISABLED'
  return isCallableFrom(addresses, ctx.request.address) ? null : 'ADDRESS_NOT_ALLOWED'
}

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
 * @throws invalid_user_response, too_many_requests
 */
export const authenticate = async (ctx: Context, credential: Credential) => {
  const application = await findById(ctx, credential.applicationId)
  if (!isProven(ctx, application, credential)) {
    await noteFailure(ctx, application, credential)
    throw new ApiError('invalid_user_response')
  }
  const reason = reasonToRefuse(ctx, application)
  if (reason !== null) {
    const { id, name } = application
    await recordRejection(ctx, { door: 'API', reason, application: { id, name } })
    throw new ApiError('invalid_user_response')
  }
  const { token, time, expires } = await openSession(ctx, application)
  return {
    authToken: token,
    creationTime: new Date(time),
    expirationTime: new Date(expires),
  }
}
