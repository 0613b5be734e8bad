import type { MappedField } from '@signet/rules/identity-providers'
import type { Context } from '../../../kit/context.ts'
import { roles } from '../../identity/roles/index.ts'

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

/**
 * A provider creates users, updates them and adds them to groups later, without the administrator who
 * configured it: whoever configures that must be allowed to do it.
 * @param before as it is already, of the same provider; null for none
 * @throws rights_not_held
 */
export const expectEffectHeld = (ctx: Context, wanted: Effect, before: Effect | null): void => {
  const isSame = before !== null && textOf(before) === textOf(wanted)
  if (isSame && (before.enabled || !wanted.enabled)) return
  const changes = wanted.updatesUsers || wanted.groupMappings.length > 0
  const actions = [
    ...(wanted.createsUsers ? (['ADD'] as const) : []),
    ...(changes ? (['EDIT'] as const) : []),
  ]
  roles.expectRights(ctx, [
    { superAdministrator: false, permissions: { USERS: actions }, groupScope: 'ALL', roleIds: [] },
  ])
}
