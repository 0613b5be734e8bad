import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { settings } from '../../settings/families/index.ts'
import type { StoredRole } from './role-rights.ts'
import { expectHeld, rightsWith } from './roles.policy.ts'
import { presentRole } from './roles.present.ts'
import {
  findLinkedUser,
  findLinkedUserForChange,
  findRoleForChange,
  insertLink,
  type LinkedUser,
  listRolesOf,
  removeLink,
  touchUser,
} from './roles.repository.ts'
import { keepSuperAdministrator } from './super-administrators.ts'

type WireRole = ReturnType<typeof presentRole>

const orNotFound = foundOr('user_not_found')

const present = (ctx: Context, roles: readonly StoredRole[]): WireRole[] =>
  roles.map((role) => presentRole(role, ctx.tenant.isProvider))

/** @throws user_not_found for whoever is none, or out of the actor's sight */
export const expectUser = async (ctx: Context, userId: string): Promise<void> => {
  orNotFound(await findLinkedUser(ctx, userId))
}

/** @throws user_not_found */
export const listOf = async (ctx: Context, userId: string): Promise<WireRole[]> => {
  await expectUser(ctx, userId)
  return present(ctx, await listRolesOf(ctx, userId))
}

/** @throws user_not_found, role_not_found when the user does not have it */
export const readOf = async (ctx: Context, userId: string, roleId: string): Promise<WireRole> => {
  const role = (await listOf(ctx, userId)).find(({ id }) => id === roleId)
  if (role === undefined) throw new ApiError('role_not_found')
  return role
}

interface Link {
  readonly user: LinkedUser
  readonly role: StoredRole
  readonly before: readonly StoredRole[]
}

const readLink = async (ctx: Context, userId: string, roleId: string): Promise<Link> => {
  const user = orNotFound(await findLinkedUserForChange(ctx, userId))
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.id === userId
  if (isSelf) throw new ApiError('user_edit_restricted')
  const role = await findRoleForChange(ctx, roleId)
  const isForeign = role?.role_type === 'SERVICE_PROVIDER' && !ctx.tenant.isProvider
  if (role === undefined || isForeign) throw new ApiError('role_not_found')
  return { user, role, before: await listRolesOf(ctx, userId) }
}

const note = (ctx: Context, action: string, { user, role }: Link): void =>
  audit(ctx, action, {
    subject: { entity: 'USERS', id: user.id, name: user.user_id },
    attributes: { roleId: role.id, role: role.name },
  })

/** The actor must hold all that the user may do before and after: the role lies within one of them. */
const expectHeldAround = (ctx: Context, { before }: Link, after: readonly StoredRole[]): void =>
  expectHeld(ctx, [rightsWith(ctx, before), rightsWith(ctx, after)])

/** Group policies may leave people fewer administrator roles than there are. @throws role_not_assignable */
const expectAssignable = async (ctx: Context, { user, role }: Link): Promise<void> => {
  if (role.role_type === 'USER') return
  const { assignable, roleIds } = await settings.administratorRole(ctx, user.id)
  if (assignable === 'LISTED' && !roleIds.includes(role.id)) {
    throw new ApiError('role_not_assignable')
  }
}

/** @throws user_not_found, role_not_found, user_edit_restricted, rights_not_held, role_not_assignable */
export const assign = (ctx: Context, userId: string, roleId: string): Promise<WireRole[]> =>
  ctx.transaction(async (ctx) => {
    const link = await readLink(ctx, userId, roleId)
    const after = [...link.before.filter(({ id }) => id !== roleId), link.role]
    expectHeldAround(ctx, link, after)
    if (link.before.every(({ id }) => id !== roleId)) await expectAssignable(ctx, link)
    if (await insertLink(ctx, userId, roleId)) {
      await touchUser(ctx, userId)
      note(ctx, 'ROLE_ASSIGNED', link)
    }
    return present(ctx, after)
  })

/**
 * @throws user_not_found, role_not_found, user_edit_restricted, rights_not_held,
 * last_super_administrator
 */
export const unassign = (ctx: Context, userId: string, roleId: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const link = await readLink(ctx, userId, roleId)
    if (link.before.every(({ id }) => id !== roleId)) throw new ApiError('role_not_found')
    const after = link.before.filter(({ id }) => id !== roleId)
    expectHeldAround(ctx, link, after)
    const ceases = !after.some((role) => role.super_administrator)
    if (ceases) await keepSuperAdministrator(ctx, userId)
    await removeLink(ctx, userId, roleId)
    await touchUser(ctx, userId)
    note(ctx, 'ROLE_REMOVED', link)
    return undefined
  })
