import type { MappedField } from '@signet/rules/identity-providers'
import type { Context } from '../../../kit/context.ts'
import { roles } from '../../identity/roles/index.ts'
import { definitions } from '../../identity/user-attributes/index.ts'

/** What a provider does to users at each sign-in. */
export interface Effect {
  readonly enabled: boolean
  readonly createsUsers: boolean
  readonly updatesUsers: boolean
  readonly userIdClaim: string
  readonly claimMappings: readonly { readonly claim: string; readonly field: MappedField }[]
  readonly groupMappings: readonly {
    readonly claim: string
    readonly value: string
    readonly groupId: string
  }[]
}

const textOf = ({ createsUsers, updatesUsers, userIdClaim, ...of }: Effect): string =>
  JSON.stringify([
    createsUsers,
    updatesUsers,
    userIdClaim,
    of.claimMappings.map(({ claim, field }) => [claim, field]),
    of.groupMappings.map(({ claim, value, groupId }) => [claim, value, groupId]),
  ])

/** Whether a provider does, later, what it did not do before. */
export const isNewEffect = (wanted: Effect, before: Effect | null): boolean => {
  const isSame = before !== null && textOf(before) === textOf(wanted)
  return !(isSame && (before.enabled || !wanted.enabled))
}

const isWritten = (wanted: Effect, id: string): boolean => {
  if (id === 'userid') return wanted.createsUsers
  const isMail = id === 'email' && wanted.claimMappings.some(({ field }) => field === 'email')
  return isMail && (wanted.createsUsers || wanted.updatesUsers)
}

/** Attributes by which applications know users, where the provider writes them: it vouches for them. */
export const writtenSubjects = async (ctx: Context, wanted: Effect): Promise<readonly string[]> =>
  (await definitions(ctx))
    .filter(({ id, isSubject }) => isSubject && isWritten(wanted, id))
    .map(({ id }) => id)

/**
 * A provider creates users, updates them and adds them to groups later, without the administrator who
 * configured it: whoever configures that must be allowed to do it.
 * @param before as it is already, of the same provider; null for none
 * @throws rights_not_held
 */
export const expectEffectHeld = (ctx: Context, wanted: Effect, before: Effect | null): void => {
  if (!isNewEffect(wanted, before)) return
  const changes = wanted.updatesUsers || wanted.groupMappings.length > 0
  const actions = [
    ...(wanted.createsUsers ? (['ADD'] as const) : []),
    ...(changes ? (['EDIT'] as const) : []),
  ]
  roles.expectRights(ctx, [
    { superAdministrator: false, permissions: { USERS: actions }, groupScope: 'ALL', roleIds: [] },
  ])
}
