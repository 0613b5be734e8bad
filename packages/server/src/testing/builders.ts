import { entityTypes, type Need, permissionActions } from '@signet/rules/permissions'
import type { Context } from '../kit/context.ts'
import { insertUsers } from '../modules/identity/users/index.ts'
import { startSession } from '../modules/tenancy/sessions/index.ts'

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
  readonly permissions?: readonly Need[]
}

export const buildRole = async (
  ctx: Context,
  { superAdministrator = false, permissions = superAdministrator ? everything : [] }: WantedRole,
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
      group_management: 'ALL',
      group_ids: '[]',
      permissions: JSON.stringify(granted),
      created_at: ctx.platform.clock.now(),
    })
    .execute()
  return id
}

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
