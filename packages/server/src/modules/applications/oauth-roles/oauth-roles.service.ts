import { OauthRole, type OauthRoleChange } from '@signet/contract/applications/oauth-roles'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import {
  insertRow,
  newIds,
  replaceLinks,
  rowsOf,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { inUse } from '../../identity/roles/index.ts'
import { changeBeside, readUser } from '../../identity/users/index.ts'
import * as repository from './oauth-roles.repository.ts'

type Stored = repository.StoredOauthRole
type Wire = z.input<typeof OauthRole>
type Wanted = z.output<typeof OauthRoleChange>

const links = { table: 'user_oauth_roles', from: 'user_id', to: 'oauth_role_id' } as const

const present = fieldsOf(OauthRole)

/** All of them, or those of a user whom the actor sees. @throws user_not_found */
export const list = async (ctx: Context, userId: string | undefined): Promise<Wire[]> => {
  if (userId === undefined) return (await repository.listOauthRoles(ctx)).map(present)
  await readUser(ctx, userId)
  return (await repository.listOauthRolesOf(ctx, userId)).map(present)
}

const columnsOf = (wanted: Wanted) => ({ ...wanted, name_key: foldName(wanted.name) })

const rows = namedRows({
  ...rowsOf('oauth_roles'),
  entity: 'OAUTHROLES',
  action: 'OAUTH_ROLE',
  missing: 'role_not_found',
  taken: { oauth_roles_tenant_id_name_key_key: 'role_exists' },
  find: repository.findOauthRole,
  hold: repository.findOauthRoleForChange,
  shown: ({ name, description }) => ({ name, description }),
  present,
})

/** @throws role_not_found */
export const { read } = rows

/** @throws role_exists */
export const create = (ctx: Context, wanted: Wanted) =>
  rows.create(ctx, async (ctx) => {
    const made = { ...newIds(ctx), ...columnsOf(wanted) }
    return { ...(await insertRow(ctx, 'oauth_roles', made)), users: 0 }
  })

/** @throws role_not_found, role_exists, precondition_failed */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  rows.change(ctx, id, async (ctx, before) => {
    const after = await updateRow(ctx, 'oauth_roles', { id, ...columnsOf(wanted) })
    return { ...before, ...after }
  })

/** @throws role_not_found, role_in_use naming some of them, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  rows.remove(ctx, id, async (ctx, { users }) => {
    if (users > 0) throw inUse.role(ctx, users, await repository.listHolders(ctx, id, inUse.most))
  })

const namesOf = (roles: readonly Stored[]) => roles.map(({ name }) => name)

/**
 * @throws user_not_found, role_not_found, user_edit_restricted, rights_not_held,
 * precondition_failed
 */
export const replaceOf = (ctx: Context, userId: string, ids: readonly string[]): Promise<Wire[]> =>
  changeBeside(ctx, userId, async (ctx, user) => {
    const wanted = [...new Set(ids)]
    const held = await repository.holdOauthRoles(ctx, wanted)
    if (held.length < wanted.length) throw new ApiError('role_not_found')
    const before = await repository.listOauthRolesOf(ctx, userId)
    await replaceLinks(ctx, links, { id: userId, ids: wanted })
    const after = await repository.listOauthRolesOf(ctx, userId)
    audit(ctx, 'OAUTH_ROLES_ASSIGNED', {
      subject: { entity: 'USERS', id: userId, name: user.user_id },
      before: { oauthRoles: namesOf(before) },
      after: { oauthRoles: namesOf(after) },
    })
    return after.map(present)
  })
