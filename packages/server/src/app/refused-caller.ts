import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { RejectionReason } from '@signet/rules/rejections'
import type { Context, RequestInfo, Tenant } from '../kit/context.ts'
import { createContext } from '../kit/create-context.ts'
import { ApiError } from '../kit/errors.ts'
import { recordRejection } from '../modules/tenancy/rejections/index.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Why a caller of the API was refused: the `cause` of an ApiError. The caller sees the error alone;
 * the cause is in the log and the audit log.
 */
export class RefusedCaller extends Error {
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, detail: string) {
    super(detail)
    this.name = 'RefusedCaller'
    this.reason = reason
  }
}

/** Records why a caller was refused, where the error says it. */
export const noteRefusedCaller = async (
  platform: Platform,
  { tenant, request, locale }: { tenant: Tenant; request: RequestInfo; locale: string },
  error: unknown,
): Promise<void> => {
  const cause = error instanceof ApiError ? error.details.cause : undefined
  if (!(cause instanceof RefusedCaller)) return
  const { log } = platform
  const actor = { kind: 'anonymous' } as const
  const ctx = createContext({ platform, tenant, actor, locale, request, log, ifMatch: null })
  log.debug(
    { requestId: request.id, reason: cause.reason, detail: cause.message },
    'caller refused',
  )
  await recordRejection(ctx, { door: 'API', reason: cause.reason, detail: cause.message })
}

/** Records the call that an application has no permission for, or a provider under a support grant. */
export const noteDenied = async (ctx: Context, { method, path }: Endpoint): Promise<void> => {
  const { actor } = ctx
  if (actor.kind !== 'application' && actor.kind !== 'support') return
  const { id, name } = actor
  await recordRejection(ctx, {
    door: 'API',
    reason: 'ACCESS_DENIED',
    ...(actor.kind === 'application' ? { application: { id, name } } : {}),
    asked: { method, path },
  })
}
