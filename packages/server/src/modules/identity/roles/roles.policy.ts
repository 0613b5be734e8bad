import { holds } from '@signet/rules/roles'
import type { Context, Rights } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { rightsFrom, type StoredRole } from './role-rights.ts'

/** @throws rights_not_held when any of these lies outside what the actor holds */
export const expectHeld = ({ actor }: Context, wanted: readonly Rights[]): void => {
  if (actor.kind === 'system') return
  if (actor.kind === 'anonymous') throw new ApiError('access_denied')
  if (!wanted.every((rights) => holds(actor, rights))) throw new ApiError('rights_not_held')
}

/** What somebody may do with these roles. */
export const rightsWith = ({ tenant }: Context, roles: readonly StoredRole[]): Rights =>
  rightsFrom(roles, tenant.isProvider)

/** @throws role_built_in */
export const refuseBuiltIn = (role: StoredRole): void => {
  if (role.built_in !== null) throw new ApiError('role_built_in')
}
