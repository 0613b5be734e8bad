import type { Selectable } from 'kysely'
import { type Context, signedInUser } from '../../../kit/context.ts'
import type { UserValuesRow } from '../../../platform/db/schema/identity.ts'

export type StoredValues = Pick<Selectable<UserValuesRow>, 'entries' | 'version'>

const none: StoredValues = { entries: {}, version: 0 }

const own = (ctx: Context) =>
  ctx.db
    .selectFrom('user_values')
    .select(['entries', 'version'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', signedInUser(ctx).id)

export const readValues = async (ctx: Context): Promise<StoredValues> =>
  (await own(ctx).executeTakeFirst()) ?? none

/** Makes the row if there is none, and keeps it as it is until the transaction ends. */
export const holdValues = async (ctx: Context): Promise<StoredValues> => {
  const { id } = signedInUser(ctx)
  await ctx.db
    .insertInto('user_values')
    .values({ tenant_id: ctx.tenant.id, user_id: id, entries: '{}', version: none.version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return own(ctx).forUpdate().executeTakeFirstOrThrow()
}

export const writeValues = async (ctx: Context, { entries, version }: StoredValues) => {
  await ctx.db
    .updateTable('user_values')
    .set({ entries: JSON.stringify(entries), version })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', signedInUser(ctx).id)
    .execute()
}
