import type { ApplicationActor, UserActor } from '../../../kit/context.ts'
import { isOneOf, networkOf } from '../../../platform/config/networks.ts'
import type { Principal } from './principals.repository.ts'

export type PrincipalActor = UserActor | ApplicationActor

/** Whether an application may call from here: everywhere, where it has no list of addresses. */
export const isCallableFrom = (addresses: readonly string[], address: string | null): boolean =>
  addresses.length === 0 ||
  (address !== null &&
    isOneOf(
      address,
      addresses.flatMap((text) => networkOf(text) ?? []),
    ))

/** Who a principal acts as; null for one who is locked, switched off or gone. */
export const actorOf = ({
  session,
  user,
  application,
  rights,
}: Principal): PrincipalActor | null => {
  if (user !== null) {
    if (user.locked || user.state === 'INACTIVE') return null
    return {
      kind: 'user',
      id: user.id,
      name: user.userId,
      sessionId: session.id,
      stepUpExpiresAt: session.step_up_expires_at,
      authenticatedAt: session.authenticated_at,
      ...rights,
    }
  }
  if (application === null || !application.enabled) return null
  const { id, name, applicationType } = application
  return { kind: 'application', id, name, applicationType, sessionId: session.id, ...rights }
}
