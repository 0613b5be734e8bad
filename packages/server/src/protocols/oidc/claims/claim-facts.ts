import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'

/** What is known of a person and of how they signed in. */
export interface Facts {
  readonly id: string
  readonly user_id: string
  readonly state: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly mobile: string | null
  readonly phone: string | null
  readonly locale: string | null
  readonly security_id: string | null
  readonly user_principal_name: string | null
  readonly attributes: Readonly<Record<string, string>>
  readonly acr: string | null
  readonly amr: readonly string[] | null
  /** The one of the sign-in, or the only one there is. */
  readonly organization: string | null
  readonly groups: readonly string[] | null
  readonly roles: readonly string[] | null
  /** Scopes of APIs that a role of theirs opens, as `identifier#scope`. */
  readonly entitlements: readonly string[] | null
}

interface Wanted {
  readonly tenantId: string
  readonly userId: string
  readonly sessionId: string | null
}

const facts = prepared((db, p: Parameter<Wanted>) =>
  sql<Facts>`
    select u.id, u.user_id, u.state, u.first_name, u.last_name, u.email, u.mobile, u.phone,
      u.locale, u.security_id, u.user_principal_name, u.attributes, s.acr, s.amr,
      coalesce(s.organization_id::text, (
        select case when count(*) = 1 then min(o.organization_id::text) end
        from user_organizations o
        where o.tenant_id = u.tenant_id and o.user_id = u.id)) as organization,
      (select array_agg(g.name order by g.name_key) from user_groups ug
        join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
        where ug.tenant_id = u.tenant_id and ug.user_id = u.id) as groups,
      (select array_agg(r.name order by r.name_key) from user_oauth_roles ur
        join oauth_roles r on r.tenant_id = ur.tenant_id and r.id = ur.oauth_role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id) as roles,
      (select array_agg(distinct a.identifier || '#' || rs.name) from user_oauth_roles ur
        join resource_scopes rs on rs.tenant_id = ur.tenant_id
          and rs.oauth_role_ids ? ur.oauth_role_id::text
        join resource_apis a on a.tenant_id = rs.tenant_id and a.id = rs.api_id and a.enabled
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id) as entitlements
    from users u
    left join sessions s on s.tenant_id = u.tenant_id and s.id = ${p('sessionId')}::uuid
      and s.user_id = u.id
    where u.tenant_id = ${p('tenantId')}::uuid and u.id = ${p('userId')}::uuid`.compile(db),
)

export const claimFacts = async (
  ctx: Context,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string | null },
): Promise<Facts | undefined> => {
  const asked = facts({ tenantId: ctx.tenant.id, userId: accountId, sessionId })
  return (await ctx.db.executeQuery(asked)).rows[0]
}

const columns = new Map<string, (known: Facts) => string | null>([
  ['email', ({ email }) => email],
  ['firstname', ({ first_name }) => first_name],
  ['lastname', ({ last_name }) => last_name],
  ['mobile', ({ mobile }) => mobile],
  ['uniqueUserid', ({ id }) => id],
  ['userid', ({ user_id }) => user_id],
  ['state', ({ state }) => state],
  ['phone', ({ phone }) => phone],
  ['userPrincipalName', ({ user_principal_name }) => user_principal_name],
  ['securityId', ({ security_id }) => security_id],
  ['locale', ({ locale }) => locale],
])

/** An attribute of the product by its word, or one of the tenant by its id; null without a value. */
export const attributeText = (known: Facts, id: string): string | null => {
  const column = columns.get(id)
  return column === undefined ? (known.attributes[id] ?? null) : column(known)
}
