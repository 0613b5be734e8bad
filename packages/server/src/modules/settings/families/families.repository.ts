import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { SettingRow } from '../../../platform/db/schema/tenancy.ts'

export type StoredFamily = Selectable<SettingRow>

/** What a reader needs of its context: work without a request has no more. */
export interface Reading extends Pick<Context, 'db'> {
  readonly platform: { readonly database: Pick<Database, 'moment' | 'holds'> }
  readonly tenant: { readonly id: string }
}

const columns = ['family', 'value', 'version'] as const
export type ReadFamily = Pick<StoredFamily, (typeof columns)[number]>

const ofTenant = ({ db, tenant }: Reading) =>
  db.selectFrom('settings').where('tenant_id', '=', tenant.id)

export const listFamilies = (ctx: Reading): Promise<ReadFamily[]> =>
  ofTenant(ctx).select(columns).execute()

export const listVersions = (ctx: Reading): Promise<Pick<StoredFamily, 'family' | 'version'>[]> =>
  ofTenant(ctx).select(['family', 'version']).execute()

export const listSome = (ctx: Reading, names: readonly string[]): Promise<ReadFamily[]> =>
  ofTenant(ctx).select(columns).where('family', 'in', names).execute()

export const findFamily = (ctx: Reading, name: string): Promise<StoredFamily | undefined> =>
  ofTenant(ctx).selectAll().where('family', '=', name).executeTakeFirst()

/** What the tenant has set of a family, as it stands there; empty when nothing is set. */
export const storedValues = async (
  ctx: Reading,
  name: string,
): Promise<Readonly<Record<string, unknown>>> =>
  (await ofTenant(ctx).select('value').where('family', '=', name).executeTakeFirst())?.value ?? {}

/** The family's row, made when there is none; it stays as it is until the transaction ends. */
export const findForChange = async (ctx: Context, name: string): Promise<StoredFamily> => {
  await ctx.db
    .insertInto('settings')
    .values({
      tenant_id: ctx.tenant.id,
      family: name,
      value: '{}',
      version: 0,
      updated_at: ctx.platform.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ofTenant(ctx).selectAll().where('family', '=', name).forUpdate().executeTakeFirstOrThrow()
}

interface Change {
  readonly value: Readonly<Record<string, unknown>>
  readonly sealed: Buffer | null
}

export const saveFamily = (
  ctx: Context,
  name: string,
  { value, sealed }: Change,
): Promise<StoredFamily> =>
  ctx.db
    .updateTable('settings')
    .set((eb) => ({
      value: JSON.stringify(value),
      sealed,
      version: eb('version', '+', 1),
      updated_at: ctx.platform.clock.now(),
      changed_by: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('family', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The user id of whoever made the last change; undefined when there is no such user any more. */
export const findChanger = async (ctx: Context, id: string): Promise<string | undefined> => {
  const row = await ctx.db
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.user_id
}
