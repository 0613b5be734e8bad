import type { OauthRole, OauthRoleChange } from '@signet/contract/applications/oauth-roles'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { inUse } from '../../identity/roles/index.ts'
import { changeBeside, readUser } from '../../identity/users/index.ts'
import {
  findOauthRole,
  findOauthRoleForChange,
  holdOauthRoles,
  listHolders,
  listOauthRoles,
  listOauthRolesOf,
  replaceOauthRolesOf,
  type StoredOauthRole,
} from './oauth-roles.repository.ts'

type Wire = z.input<typeof OauthRole>
type Wanted = z.output<typeof OauthRoleChange>

const present = (role: StoredOauthRole): Wire => ({
  id: role.id,
  name: role.name,
  description: role.description,
  users: role.users,
  createdAt: role.created_at,
})

/** All of them, or those of a user whom the actor sees. @throws user_not_found */
export const list = async (ctx: Context, userId: string | undefined): Promise<Wire[]> => {
  if (userId === undefined) return (await listOauthRoles(ctx)).map(present)
  await readUser(ctx, userId)
  return (await listOauthRolesOf(ctx, userId)).map(present)
}

const orNotFound = foundOr('role_not_found')

/** @throws role_not_found */
export const read = async (ctx: Context, id: string) => {
  const role = orNotFound(await findOauthRole(ctx, id))
  return versioned(present(role), role.version)
}

const columnsOf = ({ name, description }: Wanted) => ({
  name,
  name_key: foldName(name),
  description,
})

const shown = ({ name, description }: StoredOauthRole) => ({ name, description })
const subjectOf = ({ id, name }: StoredOauthRole) => ({ entity: 'OAUTHROLES', id, name })

const refusingDuplicates = unique({
  oauth_roles_tenant_id_name_key_key: 'role_exists',
})

/** @throws role_exists */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const made = { ...newIds(ctx), ...columnsOf(wanted) }
      const role = { ...(await insertRow(ctx, 'oauth_roles', made)), users: 0 }
      audit(ctx, 'OAUTH_ROLE_CREATED', { subject: subjectOf(role), after: shown(role) })
      return versioned(present(role), role.version)
    }),
  )

const readForChange = async (ctx: Context, id: string): Promise<StoredOauthRole> => {
  const role = orNotFound(await findOauthRoleForChange(ctx, id))
  expectVersion(ctx, role.version)
  return role
}

/** @throws role_not_found, role_exists, precondition_failed */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      const to = columnsOf(wanted)
      const after = { ...before, ...(await updateRow(ctx, 'oauth_roles', { id, ...to })) }
      audit(ctx, 'OAUTH_ROLE_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(present(after), after.version)
    }),
  )

/** @throws role_not_found, role_in_use naming some of them, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const role = await readForChange(ctx, id)
    if (role.users > 0) {
      throw inUse.role(ctx, role.users, await listHolders(ctx, id, inUse.most))
    }
    await removeRow(ctx, 'oauth_roles', id)
    audit(ctx, 'OAUTH_ROLE_DELETED', { subject: subjectOf(role), before: shown(role) })
    return undefined
  })

const namesOf = (roles: readonly StoredOauthRole[]) => roles.map(({ name }) => name)

/**
 * @throws user_not_found, role_not_found, user_edit_restricted, rights_not_held,
 * precondition_failed
 */
export const replaceOf = (ctx: Context, userId: string, ids: readonly string[]): Promise<Wire[]> =>
  changeBeside(ctx, userId, async (ctx, user) => {
    const wanted = [...new Set(ids)]
    const held = await holdOauthRoles(ctx, wanted)
    if (held.length < wanted.length) throw new ApiError('role_not_found')
    const before = await listOauthRolesOf(ctx, userId)
    await replaceOauthRolesOf(ctx, userId, wanted)
    const after = await listOauthRolesOf(ctx, userId)
    audit(ctx, 'OAUTH_ROLES_ASSIGNED', {
      subject: { entity: 'USERS', id: userId, name: user.user_id },
      before: { oauthRoles: namesOf(before) },
      after: { oauthRoles: namesOf(after) },
    })
    return after.map(present)
  })
