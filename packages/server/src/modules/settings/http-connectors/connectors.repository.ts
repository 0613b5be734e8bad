import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { HttpConnectorRow } from '../../../platform/db/schema/connectors.ts'

export type StoredConnector = Selectable<HttpConnectorRow>

const ofTenant = ({ db, tenant }: Context) =>
  db.selectFrom('http_connectors').where('tenant_id', '=', tenant.id)

export const find = (ctx: Context, name: string): Promise<StoredConnector | undefined> =>
  ofTenant(ctx).selectAll().where('name', '=', name).executeTakeFirst()

export const list = (ctx: Context, names: readonly string[]): Promise<StoredConnector[]> =>
  ofTenant(ctx).selectAll().where('name', 'in', names).orderBy('name').execute()

/** The row, made when there is none; it stays as it is until the transaction ends. */
export const findForChange = async (ctx: Context, name: string): Promise<StoredConnector> => {
  await ctx.db
    .insertInto('http_connectors')
    .values({
      tenant_id: ctx.tenant.id,
      name,
      definition: null,
      sealed_secret: null,
      sealed_headers: null,
      version: 0,
      updated_at: ctx.platform.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ofTenant(ctx).selectAll().where('name', '=', name).forUpdate().executeTakeFirstOrThrow()
}

interface Change {
  readonly definition: Readonly<Record<string, unknown>> | null
  readonly sealed_secret: Buffer | null
  readonly sealed_headers: Buffer | null
}

export const save = (
  ctx: Context,
  name: string,
  { definition, ...sealed }: Change,
): Promise<StoredConnector> =>
  ctx.db
    .updateTable('http_connectors')
    .set((eb) => ({
      definition: definition === null ? null : JSON.stringify(definition),
      ...sealed,
      version: eb('version', '+', 1),
      updated_at: ctx.platform.clock.now(),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow()

export const remove = async (ctx: Context, name: string): Promise<void> => {
  await ctx.db
    .deleteFrom('http_connectors')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('name', '=', name)
    .execute()
}
