import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'

interface Organization {
  readonly id: string
  readonly name: string
}

export type OrganizationChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'chosen'; readonly id: string }
  | { readonly kind: 'open'; readonly from: readonly Organization[] }
  /** Another's, or nobody's: which of them is not told. */
  | { readonly kind: 'foreign' }

/** More than anybody reads through. */
const most = 100

const own = statement<{ tenant: string; user: string; most: number }, Organization>(`
  select o.id, o.display_name as name from user_organizations uo
  join organizations o on o.tenant_id = uo.tenant_id and o.id = uo.organization_id
  where uo.tenant_id = :tenant::uuid and uo.user_id = :user::uuid
  order by o.name_key limit :most::integer`)

/** Those that somebody is in, by name. */
export const organizationsOf = async (
  ctx: Context,
  userId: string,
): Promise<readonly Organization[]> => {
  const asked = own({ tenant: ctx.tenant.id, user: userId, most })
  return (await ctx.db.executeQuery(asked)).rows
}

const member = statement<{ tenant: string; user: string; id: string }>(`
  select 1 from user_organizations
  where tenant_id = :tenant::uuid and user_id = :user::uuid and organization_id = :id::uuid`)

/** Whether somebody is in an organization at present. */
export const isMember = async (ctx: Context, userId: string, id: string): Promise<boolean> => {
  if (!z.uuid().safeParse(id).success) return false
  const asked = member({ tenant: ctx.tenant.id, user: userId, id })
  return (await ctx.db.executeQuery(asked)).rows.length > 0
}
