import { entityTypes, type Need, permissionActions } from '@signet/rules/permissions'
import type { Context } from '../src/kit/context.ts'
import { groupMembers } from '../src/modules/identity/groups/index.ts'
import { insertUsers } from '../src/modules/identity/users/index.ts'
import { startSession } from '../src/modules/tenancy/sessions/index.ts'

const unique = (ctx: Context): string => ctx.platform.ids.random(6).toString('hex')

export interface BuiltUser {
  readonly id: string
  readonly userId: string
}

/** An active user with valid defaults. */
export const buildUser = async (
  ctx: Context,
  given: { readonly userId?: string; readonly email?: string } = {},
): Promise<BuiltUser> => {
  const userId = given.userId ?? `user-${unique(ctx)}`
  const id = ctx.platform.ids.uuid()
  await insertUsers(ctx, [
    {
      id,
      userId,
      firstName: 'Test',
      lastName: userId,
      email: given.email ?? `${userId}@example.test`,
      locale: 'en',
    },
  ])
  return { id, userId }
}

const everything = entityTypes.flatMap((entity) =>
  permissionActions.map((action): Need => [entity, action]),
)

interface WantedRole {
  readonly superAdministrator?: boolean
  /** Limited to these; all of them when left out. */
  readonly groupIds?: readonly string[]
  readonly permissions?: readonly Need[]
}

export const buildRole = async (
  ctx: Context,
  {
    superAdministrator = false,
    permissions = superAdministrator ? everything : [],
    groupIds,
  }: WantedRole,
): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const name = `role-${unique(ctx)}`
  const byEntity = Map.groupBy(permissions, ([entity]) => entity)
  const granted = Object.fromEntries(
    [...byEntity].map(([entity, needs]) => [entity, needs.map(([, action]) => action)]),
  )
  await ctx.db
    .insertInto('roles')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      name,
      name_key: name,
      description: null,
      role_type: 'ADMIN',
      built_in: null,
      super_administrator: superAdministrator,
      group_management: groupIds === undefined ? 'ALL' : 'SOME',
      group_ids: JSON.stringify(groupIds ?? []),
      permissions: JSON.stringify(granted),
      created_at: ctx.platform.clock.now(),
    })
    .execute()
  return id
}

/** A group with these members. */
export const buildGroup = async (
  ctx: Context,
  given: { readonly id?: string; readonly members?: readonly string[] } = {},
): Promise<{ readonly id: string; readonly name: string }> => {
  const name = `group-${unique(ctx)}`
  const id = given.id ?? ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('groups')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      name,
      name_key: name,
      search_text: name,
      description: null,
      external_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await groupMembers.insert(
    ctx,
    (given.members ?? []).map((userId) => ({ userId, id })),
  )
  return { id, name }
}

export const buildOrganization = async (ctx: Context, parentId: string | null = null) => {
  const name = `organization-${unique(ctx)}`
  const id = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('organizations')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      parent_id: parentId,
      name,
      name_key: name,
      display_name: name,
      search_text: name,
      created_at: ctx.platform.clock.now(),
    })
    .execute()
  return id
}

/** All there is to do, by name: for an administrator who is no super administrator. */
export const everyPermission: readonly Need[] = everything

/** A session token (Bearer) of a user, as a completed sign-in would give it. */
export const signInAs = async (ctx: Context, user: BuiltUser): Promise<string> => {
  const { session } = await ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd', 'otp'],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return session.jwt.token
}

/** A new user with a role of their own, signed in. */
export const buildAdmin = async (ctx: Context, role: WantedRole = { superAdministrator: true }) => {
  const user = await buildUser(ctx)
  const roleId = await buildRole(ctx, role)
  await ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: ctx.tenant.id, user_id: user.id, role_id: roleId })
    .execute()
  return { ...user, roleId, token: await signInAs(ctx, user) }
}
