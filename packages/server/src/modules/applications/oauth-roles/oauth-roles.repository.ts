import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { OauthRoleRow } from '../../../platform/db/schema/applications.ts'

export interface StoredOauthRole extends Selectable<OauthRoleRow> {
  /** How many users have it. */
  readonly users: number
}

/** More roles than any tenant has; lists of them are not paged. */
const most = 1000

const roles = ({ db, tenant }: Context) =>
  db
    .selectFrom('oauth_roles as r')
    .selectAll('r')
    .select(
      sql<number>`(select count(*)::integer from user_oauth_roles ur
        where ur.tenant_id = ${tenant.id}::uuid and ur.oauth_role_id = r.id)`.as('users'),
    )
    .where('r.tenant_id', '=', tenant.id)

export const listOauthRoles = (ctx: Context) =>
  roles(ctx).orderBy('r.name_key').limit(most).execute()

export const listOauthRolesOf = (ctx: Context, userId: string) =>
  roles(ctx)
    .where('r.id', 'in', (query) =>
      query
        .selectFrom('user_oauth_roles as ur')
        .select('ur.oauth_role_id')
        .where('ur.tenant_id', '=', ctx.tenant.id)
        .where('ur.user_id', '=', userId),
    )
    .orderBy('r.name_key')
    .limit(most)
    .execute()

export const findOauthRole = (ctx: Context, id: string) =>
  roles(ctx).where('r.id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findOauthRoleForChange = (ctx: Context, id: string) =>
  roles(ctx).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

/** Those of the ids that exist, held until the transaction ends. */
export const holdOauthRoles = (ctx: Context, ids: readonly string[]) =>
  ctx.db
    .selectFrom('oauth_roles')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()

/** Some of the people who have a role, by name. */
export const listHolders = (ctx: Context, id: string, limit: number) =>
  ctx.db
    .selectFrom('user_oauth_roles as ur')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'ur.tenant_id').onRef('u.id', '=', 'ur.user_id'),
    )
    .select('u.user_id')
    .where('ur.tenant_id', '=', ctx.tenant.id)
    .where('ur.oauth_role_id', '=', id)
    .orderBy('u.name_key')
    .limit(limit)
    .execute()
