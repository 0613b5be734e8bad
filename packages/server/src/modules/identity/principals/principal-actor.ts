import { may } from '@signet/rules/permissions'
import type { ApplicationActor, Rights, SupportActor, UserActor } from '../../../kit/context.ts'
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

/** May do nothing but what is open to assistants, as long as whoever linked it may see printers. */
const assistantOf = (
  { id, userId: name }: { readonly id: string; readonly userId: string },
  sessionId: string,
  { groupScope }: Rights,
): ApplicationActor => ({
  kind: 'application',
  id,
  name,
  applicationType: 'VOICE',
  sessionId,
  groupScope,
  permissions: {},
  superAdministrator: false,
  roleIds: [],
})

const supportOf = (
  session: Principal['session'],
  { id, provider }: NonNullable<Principal['support']>,
  rights: Rights,
): SupportActor => ({
  kind: 'support',
  id,
  name: provider,
  sessionId: session.id,
  stepUpExpiresAt: null,
  authenticatedAt: session.authenticated_at,
  ...rights,
})

/** Who a principal acts as; null for one who is locked, switched off or gone. */
export const actorOf = ({
  session,
  user,
  application,
  support,
  rights,
}: Principal): PrincipalActor | SupportActor | null => {
  if (support !== null) return supportOf(session, support, rights)
  if (user !== null) {
    if (user.locked || user.state === 'INACTIVE') return null
    if (session.kind === 'voice') {
      const mayLook = may(rights.permissions, ['PRINTERS', 'VIEW'])
      return mayLook ? assistantOf(user, session.id, rights) : null
    }
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
