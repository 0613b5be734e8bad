import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import { laterSettings, type SamlApplicationRow } from '../../../platform/db/schema/saml.ts'

export type StoredSamlApplication = Selectable<SamlApplicationRow>

/** What settings have that were stored before there was such a thing. */
const whole = (row: StoredSamlApplication): StoredSamlApplication => ({
  ...row,
  settings: { ...laterSettings, ...row.settings },
})

/** Of one entity ID. */
export const mostOfEntity = 50

const byEntityId = prepared((db, p: Parameter<{ tenantId: string; entityId: string }>) =>
  db
    .selectFrom('saml_applications')
    .selectAll()
    .where('tenant_id', '=', p('tenantId'))
    .where('entity_id', '=', p('entityId'))
    .orderBy('entity_default', 'desc')
    .orderBy('name_key')
    .limit(mostOfEntity)
    .compile(),
)

/** Applications that call themselves so, the default first. */
export const listByEntityId = async (
  { db, tenant }: Context,
  entityId: string,
): Promise<readonly StoredSamlApplication[]> =>
  (await db.executeQuery(byEntityId({ tenantId: tenant.id, entityId }))).rows.map(whole)

/** Those rows wait for whoever changes one of them, and are read as they are then. */
export const lockEntity = async (ctx: Context, entityId: string) => {
  const rows = ctx.db
    .selectFrom('saml_applications')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('entity_id', '=', entityId)
    .orderBy('id')
  await rows.forUpdate().execute()
  return listByEntityId(ctx, entityId)
}

export const setEntityDefault = async (
  { db, tenant }: Context,
  id: string,
  { isDefault }: { readonly isDefault: boolean },
): Promise<void> => {
  await db
    .updateTable('saml_applications')
    .set((eb) => ({ entity_default: isDefault, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

export const find = async (ctx: Context, id: string): Promise<StoredSamlApplication | undefined> =>
  (await findSeveral(ctx, [id]))[0]

export const findSeveral = async (
  ctx: Context,
  ids: readonly string[],
): Promise<StoredSamlApplication[]> => {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('saml_applications')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', 'in', ids)
    .execute()
  return rows.map(whole)
}

export const list = async (ctx: Context): Promise<StoredSamlApplication[]> => {
  const rows = await ctx.db
    .selectFrom('saml_applications')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('name_key')
    .limit(1000)
    .execute()
  return rows.map(whole)
}

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
