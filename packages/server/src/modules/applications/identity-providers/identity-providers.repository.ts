import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { IdentityProviderRow } from '../../../platform/db/schema/identity-providers.ts'

export type StoredProvider = Selectable<IdentityProviderRow>
export type ShownProvider = StoredProvider & { readonly users: number }

const users = sql<number>`(select count(distinct l.user_id)::integer from linked_identities l
  where l.tenant_id = p.tenant_id and l.provider_id = p.id)`

const shown = ({ db, tenant }: Context) =>
  db
    .selectFrom('identity_providers as p')
    .selectAll('p')
    .select(users.as('users'))
    .where('p.tenant_id', '=', tenant.id)

export const listProviders = (ctx: Context): Promise<ShownProvider[]> =>
  shown(ctx).orderBy('p.name_key').execute()

export const findProvider = (ctx: Context, id: string): Promise<ShownProvider | undefined> =>
  shown(ctx).where('p.id', '=', id).executeTakeFirst()

export const insertProvider = async (
  { db, tenant }: Context,
  row: Omit<Insertable<IdentityProviderRow>, 'tenant_id' | 'version'>,
): Promise<void> => {
  await db
    .insertInto('identity_providers')
    .values({ ...row, tenant_id: tenant.id })
    .execute()
}

type Columns = Omit<Updateable<IdentityProviderRow>, 'tenant_id' | 'id' | 'version'>

export const updateProvider = async (
  { db, tenant }: Context,
  id: string,
  columns: Columns,
): Promise<void> => {
  await db
    .updateTable('identity_providers')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

/** The links of its people go with it. */
export const removeProvider = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('identity_providers')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
