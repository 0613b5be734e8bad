import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SamlKeyRow } from '../../../platform/db/schema/saml.ts'

export type StoredSamlKey = Selectable<SamlKeyRow>

const order = ['ACTIVE', 'NEXT', 'FORMER']

/** Those that sign first; a few rows. */
export const listSamlKeys = async ({ db, tenant }: Pick<Context, 'db' | 'tenant'>) => {
  const rows: StoredSamlKey[] = await db
    .selectFrom('saml_keys')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** undefined where there is one of its state already. */
export const insertSamlKey = (
  ctx: Context,
  row: Insertable<SamlKeyRow>,
): Promise<StoredSamlKey | undefined> =>
  ctx.db
    .insertInto('saml_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const retireActiveKey = async (ctx: Context): Promise<void> => {
  await ctx.db
    .updateTable('saml_keys')
    .set({ state: 'FORMER' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('state', '=', 'ACTIVE')
    .execute()
}

export const activateKey = (ctx: Context, id: string): Promise<StoredSamlKey> =>
  ctx.db
    .updateTable('saml_keys')
    .set({ state: 'ACTIVE' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
