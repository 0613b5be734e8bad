import { may } from '@signet/rules/permissions'
import { holds } from '@signet/rules/roles'
import type { Context, Rights } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { rightsFrom, type StoredRole } from './role-rights.ts'
import { countRoles, findRoleForChange } from './roles.repository.ts'

/** @throws rights_not_held when any of these lies outside what the actor holds */
export const expectHeld = ({ actor }: Context, wanted: readonly Rights[]): void => {
  if (actor.kind === 'system') return
  if (actor.kind === 'anonymous') throw new ApiError('access_denied')
  if (!wanted.every((rights) => holds(actor, rights))) throw new ApiError('rights_not_held')
}

/** What somebody may do with these roles. */
export const rightsWith = ({ tenant }: Context, roles: readonly StoredRole[]): Rights =>
  rightsFrom(roles, tenant.isProvider)

/** What a role amounts to by itself. Its groups count even while it permits nothing. */
export const rightsOfForm = (ctx: Context, role: StoredRole): Rights => {
  const isUnlimited = role.super_administrator || role.group_management === 'ALL'
  return { ...rightsWith(ctx, [role]), groupScope: isUnlimited ? 'ALL' : role.group_ids }
}

/** @throws role_not_found unless there are all of them */
export const expectRoles = async (ctx: Context, ids: readonly string[]): Promise<void> => {
  const wanted = new Set(ids)
  if (wanted.size === 0) return
  if ((await countRoles(ctx, [...wanted])) < wanted.size) throw new ApiError('role_not_found')
}

/**
 * What a role permits is held by the actor.
 * @throws role_not_found for none, or one of the provider's elsewhere; rights_not_held
 */
export const expectHeldRole = async (ctx: Context, roleId: string): Promise<void> => {
  const role = await findRoleForChange(ctx, roleId)
  const isForeign = role?.role_type === 'SERVICE_PROVIDER' && !ctx.tenant.isProvider
  if (role === undefined || isForeign) throw new ApiError('role_not_found')
  expectHeld(ctx, [rightsOfForm(ctx, role)])
}

/** @throws role_built_in */
export const refuseBuiltIn = (role: StoredRole): void => {
  if (role.built_in !== null) throw new ApiError('role_built_in')
}

type Holders = readonly { readonly user_id: string }[]

/** For the text of a refusal: who some of them are, to an actor who may see users. */
const told = ({ actor }: Context, count: number, some: Holders) => {
  const isShown =
    actor.kind === 'system' ||
    (actor.kind !== 'anonymous' &&
      actor.groupScope === 'ALL' &&
      may(actor.permissions, ['USERS', 'VIEW']))
  const named = isShown ? some.map(({ user_id: userId }) => userId) : []
  return { count, named: named.length, names: named.join(', ') }
}

/** Refusals to delete what somebody has: how many, and some of them by name. */
export const inUse = {
  /** How many are named. */
  most: 3,
  told,
  role: (ctx: Context, count: number, some: Holders): ApiError =>
    new ApiError('role_in_use', { parameters: told(ctx, count, some) }),
} as const
