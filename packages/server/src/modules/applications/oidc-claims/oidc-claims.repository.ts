import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { OidcClaimRow } from '../../../platform/db/schema/applications.ts'

export type StoredClaim = Selectable<OidcClaimRow>
export type ClaimColumns = Omit<StoredClaim, 'tenant_id' | 'id' | 'created_at' | 'version'>

/** As many as a tenant may add. */
export const mostClaims = 200

export const findOidcClaims = ({ db, tenant }: Context): Promise<StoredClaim[]> =>
  db
    .selectFrom('oidc_claims')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .orderBy('name')
    .limit(mostClaims)
    .execute()

const one = ({ db, tenant }: Context, id: string) =>
  db.selectFrom('oidc_claims').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id)

export const findClaim = (ctx: Context, id: string): Promise<StoredClaim | undefined> =>
  one(ctx, id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findClaimForChange = (ctx: Context, id: string): Promise<StoredClaim | undefined> =>
  one(ctx, id).forUpdate().executeTakeFirst()

export const countClaims = async ({ db, tenant }: Context): Promise<number> => {
  const row = await db
    .selectFrom('oidc_claims')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const insertClaim = (ctx: Context, columns: ClaimColumns): Promise<StoredClaim> =>
  ctx.db
    .insertInto('oidc_claims')
    .values({
      ...columns,
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      created_at: ctx.platform.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateClaim = (
  { db, tenant }: Context,
  id: string,
  columns: ClaimColumns,
): Promise<StoredClaim> =>
  db
    .updateTable('oidc_claims')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeClaim = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('oidc_claims')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
