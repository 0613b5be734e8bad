import { sql } from 'kysely'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import type { TenantDb } from '../../../platform/db/database.ts'

/** Names of the OAuth roles of the user `u`, in order; null without any. */
const oauthRoles = sql<string[] | null>`(
  select array_agg(r.name order by r.name_key) from user_oauth_roles ur
    join oauth_roles r on r.tenant_id = ur.tenant_id and r.id = ur.oauth_role_id
  where ur.tenant_id = u.tenant_id and ur.user_id = u.id)`.as('oauth_roles')

/** The columns of a user that claims are made of. */
export const accountColumns = [
  'u.id',
  'u.user_id',
  'u.state',
  'u.locked',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.email_verified',
  'u.mobile',
  'u.phone',
  'u.locale',
  'u.updated_at',
  oauthRoles,
] as const

export interface AccountRow {
  readonly id: string
  readonly user_id: string | null
  readonly state: string | null
  readonly locked: boolean | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly email_verified: boolean | null
  readonly mobile: string | null
  readonly phone: string | null
  readonly locale: string | null
  readonly updated_at: Date | null
  readonly oauth_roles: readonly string[] | null
}

const account = prepared((db, p: Parameter<{ tenantId: string; id: string }>) =>
  db
    .selectFrom('users as u')
    .select(accountColumns)
    .where('u.tenant_id', '=', p('tenantId'))
    .where('u.id', '=', p('id'))
    .compile(),
)

export const findAccountRow = async (
  db: TenantDb,
  tenantId: string,
  id: string,
): Promise<AccountRow | undefined> => (await db.executeQuery(account({ tenantId, id }))).rows[0]
