import type { EntityType } from '@signet/rules/permissions'
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

type Program = Pick<
  StoredApiApplication,
  | 'id'
  | 'name'
  | 'enabled'
  | 'addresses'
  | 'token_ttl_seconds'
  | 'secret_hash'
  | 'former_hash'
  | 'former_ends_at'
>

/** Programs of one kind, and how the audit log tells of them. */
export interface Programs {
  readonly find: (ctx: Context, id: string) => Promise<Program | undefined>
  /** The version stays: a use is no change. */
  readonly noteUse: (ctx: Context, id: string) => Promise<void>
  readonly entity: EntityType
  readonly action: string
}

const apiApplications: Programs = {
  find: findById,
  noteUse,
  entity: 'APPLICATIONS',
  action: 'APPLICATION_AUTHENTICATED',
}

const isProven = (
  ctx: Context,
  program: Program | undefined,
  { sharedSecret }: Credential,
): program is Program => {
  const isRight = isSecretOf(program, sharedSecret, ctx.platform.clock.now())
  return program !== undefined && isRight
}

interface Failure {
  readonly program: Program | undefined
  readonly applicationId: string
  readonly entity: EntityType
}

/** @throws too_many_requests once an address has failed too often */
const noteFailure = (ctx: Context, { program, applicationId, entity }: Failure): Promise<void> =>
  program === undefined
    ? rejectCredential(ctx, {
        door: 'API',
        reason: 'UNKNOWN_CLIENT',
        asked: { applicationId },
      })
    : rejectCredential(
        ctx,
        { door: 'API', reason: 'WRONG_CLIENT_SECRET' },
        { entity, id: program.id, name: program.name },
      )

/** Why a program with the right secret is not let in; null for one that is. */
const reasonToRefuse = (ctx: Context, { enabled, addresses }: Program) => {
  if (!enabled) return 'CLIENT_DISABLED'
  return isCallableFrom(addresses, ctx.request.address) ? null : 'ADDRESS_NOT_ALLOWED'
}

const openSession = (ctx: Context, { id, name, token_ttl_seconds }: Program, of: Programs) =>
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
    await of.noteUse(ctx, id)
    audit(ctx, of.action, {
      actor: { kind: 'application', id, name },
      subject: { entity: of.entity, id, name },
    })
    return session.jwt
  })

/**
 * Opens a session of a program. An unknown one costs and answers what a wrong secret does; the
 * secret is beyond guessing, so that guessing cannot lock a program out.
 * @throws invalid_user_response, too_many_requests, account_locked
 */
export const authenticate = async (
  ctx: Context,
  credential: Credential,
  of: Programs = apiApplications,
) => {
  const { applicationId } = credential
  const program = await of.find(ctx, applicationId)
  if (!isProven(ctx, program, credential)) {
    await noteFailure(ctx, { program, applicationId, entity: of.entity })
    throw new ApiError('invalid_user_response')
  }
  const reason = reasonToRefuse(ctx, program)
  if (reason !== null) {
    const { id, name } = program
    await recordRejection(ctx, { door: 'API', reason, application: { id, name } })
    throw new ApiError('invalid_user_response')
  }
  if (ctx.tenant.locked) throw new ApiError('account_locked')
  const { token, time, expires } = await openSession(ctx, program, of)
  return {
    authToken: token,
    creationTime: new Date(time),
    expirationTime: new Date(expires),
  }
}
