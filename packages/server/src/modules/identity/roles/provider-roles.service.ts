import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { StoredRole } from './role-rights.ts'
import { presentRole } from './roles.present.ts'
import { findRole, listAllRoles } from './roles.repository.ts'
import { assign, listOf, unassign } from './user-roles.service.ts'

/** In a tenant that is no provider, such a role means nothing. */
const isOfProviders = (ctx: Context, role: StoredRole | undefined): boolean =>
  role?.role_type === 'SERVICE_PROVIDER' && ctx.tenant.isProvider

export const listProvider = async (ctx: Context) =>
  (await listAllRoles(ctx))
    .filter((role) => isOfProviders(ctx, role))
    .map((role) => presentRole(role, ctx.tenant.isProvider))

const onlyProvider = (roles: Awaited<ReturnType<typeof listOf>>) =>
  roles.filter(({ roleType }) => roleType === 'SERVICE_PROVIDER')

/** @throws user_not_found */
export const listProviderOf = async (ctx: Context, userId: string) =>
  onlyProvider(await listOf(ctx, userId))

/** @throws role_not_found for a role of the tenant itself */
const expectOfProviders = async (ctx: Context, roleId: string): Promise<void> => {
  if (!isOfProviders(ctx, await findRole(ctx, roleId))) throw new ApiError('role_not_found')
}

/** @throws role_not_found, and as `assign` */
export const assignProvider = async (ctx: Context, userId: string, roleId: string) => {
  await expectOfProviders(ctx, roleId)
  return onlyProvider(await assign(ctx, userId, roleId))
}

/** @throws role_not_found, and as `unassign` */
export const unassignProvider = async (ctx: Context, userId: string, roleId: string) => {
  await expectOfProviders(ctx, roleId)
  return unassign(ctx, userId, roleId)
}
