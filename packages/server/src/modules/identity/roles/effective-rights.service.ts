import type { EffectiveRights } from '@signet/contract/identity/roles'
import { entityTypes, may, type Need, permissionActions } from '@signet/rules/permissions'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { rightsWith } from './roles.policy.ts'
import { listRolesOf } from './roles.repository.ts'
import { expectUser } from './user-roles.service.ts'

const needs = entityTypes.flatMap((entityType) =>
  permissionActions.map((action): Need => [entityType, action]),
)

/** What a user may do now, each permission with the roles it comes from. @throws user_not_found */
export const explain = async (
  ctx: Context,
  userId: string,
): Promise<z.input<typeof EffectiveRights>> => {
  await expectUser(ctx, userId)
  const roles = await listRolesOf(ctx, userId)
  const { superAdministrator, permissions, groupScope } = rightsWith(ctx, roles)
  const parts = roles.map((role) => ({ id: role.id, rights: rightsWith(ctx, [role]) }))
  const givers = ([entityType, action]: Need): string[] =>
    parts.filter(({ rights }) => may(rights.permissions, [entityType, action])).map(({ id }) => id)
  return {
    superAdministrator,
    groupManagement: groupScope === 'ALL' ? 'ALL' : 'SOME',
    groupIds: groupScope === 'ALL' ? [] : [...groupScope],
    permissions: needs
      .filter((need) => may(permissions, need))
      .map((need) => ({ entityType: need[0], action: need[1], roleIds: givers(need) })),
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      builtIn: role.built_in,
      superAdministrator: role.super_administrator,
      groupManagement: role.group_management,
      groupIds: [...role.group_ids],
    })),
  }
}
