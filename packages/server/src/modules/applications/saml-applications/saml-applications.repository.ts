import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import type { SamlApplicationRow } from '../../../platform/db/schema/saml.ts'

export type StoredSamlApplication = Selectable<SamlApplicationRow>

const byEntityId = prepared((db, p: Parameter<{ tenantId: string; entityId: string }>) =>
  db
    .selectFrom('saml_applications')
    .selectAll()
    .where('tenant_id', '=', p('tenantId'))
    .where('entity_id', '=', p('entityId'))
    .compile(),
)

export const findByEntityId = async (
  { db, tenant }: Context,
  entityId: string,
): Promise<StoredSamlApplication | undefined> =>
  (await db.executeQuery(byEntityId({ tenantId: tenant.id, entityId }))).rows[0]

export const find = (ctx: Context, id: string): Promise<StoredSamlApplication | undefined> =>
  ctx.db
    .selectFrom('saml_applications')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()

export const findSeveral = (
  ctx: Context,
  ids: readonly string[],
): Promise<StoredSamlApplication[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.db
        .selectFrom('saml_applications')
        .selectAll()
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', 'in', ids)
        .execute()

export const list = (ctx: Context): Promise<StoredSamlApplication[]> =>
  ctx.db
    .selectFrom('saml_applications')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('name_key')
    .limit(1000)
    .execute()

export const insert = (
  ctx: Context,
  row: Insertable<SamlApplicationRow>,
): Promise<StoredSamlApplication> =>
  ctx.db.insertInto('saml_applications').values(row).returningAll().executeTakeFirstOrThrow()

interface Change {
  readonly id: string
  readonly version: number
  readonly set: Updateable<SamlApplicationRow>
}

/** undefined when the row has moved on. */
export const update = (
  ctx: Context,
  { id, version, set }: Change,
): Promise<StoredSamlApplication | undefined> =>
  ctx.db
    .updateTable('saml_applications')
    .set({ ...set, version: version + 1 })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const removeRow = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('saml_applications')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
