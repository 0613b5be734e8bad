import { type Selectable, sql } from 'kysely'
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
