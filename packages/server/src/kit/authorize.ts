import { type Endpoint, needsOf } from '@signet/contract/kit/endpoint'
import { may } from '@signet/rules/permissions'
import type { Actor, Context } from './context.ts'
import { ApiError } from './errors.ts'

/**
 * Whether this actor may call this endpoint at all; rules about single rows are the module's.
 * Secrets are not for `support`. @throws invalid_web_session, access_denied without the permission
 */
export const authorize = (endpoint: Endpoint, actor: Actor): void => {
  if (endpoint.actor === 'public') return
  if (actor.kind === 'anonymous') throw new ApiError('invalid_web_session')
  if (endpoint.actor === 'user') {
    if (actor.kind === 'user') return
    if (actor.kind === 'support' && endpoint.forSupport === true) return
    throw new ApiError('access_denied')
  }
  if (actor.kind === 'system') throw new ApiError('access_denied')
  const kind = actor.kind === 'application' ? actor.applicationType : null
  if (kind !== null && endpoint.alsoFor?.includes(kind) === true) return
  if (actor.kind === 'support' && endpoint.reveals !== undefined)
    throw new ApiError('access_denied')
  const { permissions } = actor
  if (!needsOf(endpoint).some((need) => may(permissions, need))) throw new ApiError('access_denied')
}

/** @throws rights_not_held for an administrator limited to groups */
export const expectAllGroups = ({ actor }: Pick<Context, 'actor'>): void => {
  if (actor.kind === 'system') return
  if (actor.kind === 'anonymous' || actor.groupScope !== 'ALL')
    throw new ApiError('rights_not_held')
}
