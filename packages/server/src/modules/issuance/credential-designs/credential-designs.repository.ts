import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type {
  CredentialDesignRow,
  CredentialDesignVersionRow,
} from '../../../platform/db/schema/issuance.ts'

export type StoredDesign = Selectable<CredentialDesignRow>
export type StoredVersion = Selectable<CredentialDesignVersionRow>

const designs = ({ db, tenant }: Context) =>
  db.selectFrom('credential_designs').selectAll().where('tenant_id', '=', tenant.id)

/** More than any tenant may have. */
const most = 500
const versionsNamed = 100

export const listDesigns = (ctx: Context): Promise<StoredDesign[]> =>
  designs(ctx).orderBy('name_key').limit(most).execute()

export const findDesign = (ctx: Context, id: string): Promise<StoredDesign | undefined> =>
  designs(ctx).where('id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findDesignForChange = (ctx: Context, id: string): Promise<StoredDesign | undefined> =>
  designs(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

export const countDesigns = async ({ db, tenant }: Context): Promise<number> => {
  const { count } = await db
    .selectFrom('credential_designs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findVersion = (
  { db, tenant }: Context,
  id: string,
  version: number,
): Promise<StoredVersion | undefined> =>
  db
    .selectFrom('credential_design_versions')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('design_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

export const listVersions = ({ db, tenant }: Context, id: string) =>
  db
    .selectFrom('credential_design_versions')
    .select(['version', 'saved_at', 'saved_by'])
    .where('tenant_id', '=', tenant.id)
    .where('design_id', '=', id)
    .orderBy('version', 'desc')
    .limit(versionsNamed)
    .execute()

export type DesignColumns = Pick<
  StoredDesign,
  'name' | 'name_key' | 'description' | 'sides' | 'fields' | 'modified_by'
>

export const insertDesign = ({ db, tenant, platform }: Context, columns: DesignColumns) => {
  const now = platform.clock.now()
  return db
    .insertInto('credential_designs')
    .values({
      ...columns,
      tenant_id: tenant.id,
      id: platform.ids.uuid(),
      created_at: now,
      modified_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateDesign = (
  { db, tenant, platform }: Context,
  id: string,
  columns: DesignColumns,
) =>
  db
    .updateTable('credential_designs')
    .set((eb) => ({
      ...columns,
      modified_at: platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Keeps what was saved; a version is never written twice. */
export const insertVersion = async (
  { db, tenant }: Context,
  row: StoredDesign,
  bundle: string,
): Promise<void> => {
  await db
    .insertInto('credential_design_versions')
    .values({
      tenant_id: tenant.id,
      design_id: row.id,
      version: row.version,
      content: bundle,
      saved_at: row.modified_at,
      saved_by: row.modified_by,
    })
    .execute()
}

export const removeDesign = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('credential_designs')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
