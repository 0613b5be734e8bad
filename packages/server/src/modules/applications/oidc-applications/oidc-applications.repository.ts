import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import { findRow } from '../../../platform/db/row-sets.ts'
import type { OidcApplicationRow } from '../../../platform/db/schema/applications.ts'
import { resourceScopeNames } from '../resource-apis/index.ts'

export type StoredApplication = Selectable<OidcApplicationRow>

/** An application with the scopes of registered APIs that it may ask for. */
export interface ClientApplication extends StoredApplication {
  readonly resource_scopes: readonly string[] | null
}

export const findByClientId = (
  db: TenantDb,
  tenantId: string,
  clientId: string,
): Promise<ClientApplication | undefined> =>
  db
    .selectFrom('oidc_applications')
    .selectAll()
    .select(resourceScopeNames.as('resource_scopes'))
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** One of the tenant, enabled or not. */
export const find = (
  db: TenantDb,
  tenantId: string,
  id: string,
): Promise<StoredApplication | undefined> =>
  findRow({ db, tenant: { id: tenantId } }, 'oidc_applications', id)

export const list = (db: TenantDb, tenantId: string): Promise<StoredApplication[]> =>
  db
    .selectFrom('oidc_applications')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('name_key')
    .limit(1000)
    .execute()

/** Types of `authorization_details` that enabled applications of the tenant may ask for. */
export const authorizationDetailsTypes = async ({
  db,
  tenant,
}: Pick<Context, 'db' | 'tenant'>): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('oidc_applications')
    .select('protection')
    .where('tenant_id', '=', tenant.id)
    .where('enabled', '=', true)
    .where(sql<boolean>`jsonb_array_length(protection -> 'authorizationDetailsTypes') > 0`)
    .orderBy('id')
    .limit(1000)
    .execute()
  return [
    ...new Set(rows.flatMap(({ protection }) => protection.authorizationDetailsTypes ?? [])),
  ].toSorted()
}

/** undefined when the name is taken. */
export const insert = (
  db: TenantDb,
  row: Insertable<OidcApplicationRow>,
): Promise<StoredApplication | undefined> =>
  db
    .insertInto('oidc_applications')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

interface Change {
  readonly tenantId: string
  readonly id: string
  readonly version: number
  readonly set: Updateable<OidcApplicationRow>
}

/** undefined when the row has moved on. */
export const update = (
  db: TenantDb,
  { tenantId, id, version, set }: Change,
): Promise<StoredApplication | undefined> =>
  db
    .updateTable('oidc_applications')
    .set({ ...set, version: version + 1 })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Applications that have registered by themselves; no other does before the transaction ends. */
export const countSelfRegistered = async ({
  db,
  tenant,
}: Pick<Context, 'db' | 'tenant'>): Promise<number> => {
  const key = `registrations ${tenant.id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const { count } = await db
    .selectFrom('oidc_applications')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .where('registration_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Another registration access token; false where the present one is not `from` any more. */
export const moveRegistration = async (
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('oidc_applications')
    .set({ registration_hash: to })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('registration_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Grants, tokens and consents go with it (foreign keys). */
export const remove = async (db: TenantDb, tenantId: string, id: string): Promise<void> => {
  await db
    .deleteFrom('oidc_tokens')
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', (eb) =>
      eb
        .selectFrom('oidc_applications')
        .select('client_id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id),
    )
    .execute()
  await db
    .deleteFrom('oidc_applications')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** Whether two users have the same verified mail address. */
export const isMailShared = async (db: TenantDb, tenantId: string): Promise<boolean> => {
  const { rows } = await sql`
    select mail_key from users
    where tenant_id = ${tenantId}::uuid and mail_key is not null and email_verified
    group by mail_key having count(*) > 1 limit 1`.execute(db)
  return rows.length > 0
}

/** Takes away what users granted to a client; their tokens go too. @returns of how many users */
export const endGrants = async (
  db: TenantDb,
  tenantId: string,
  clientId: string,
): Promise<number> => {
  const rows = await db
    .deleteFrom('oidc_grants')
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .returning('user_id')
    .execute()
  return new Set(rows.map(({ user_id }) => user_id)).size
}
