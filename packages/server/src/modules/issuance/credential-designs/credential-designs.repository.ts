import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type NameSearch, nameHolds } from '../../../platform/db/name-search.ts'
import type {
  CredentialDesignRow,
  CredentialDesignVersionRow,
} from '../../../platform/db/schema/issuance.ts'

export type StoredDesign = Selectable<CredentialDesignRow>
type StoredVersion = Selectable<CredentialDesignVersionRow>

const designs = ({ db, tenant }: Context) =>
  db.selectFrom('credential_designs').selectAll().where('tenant_id', '=', tenant.id)

const versionsNamed = 100

export const listDesigns = (
  ctx: Context,
  wanted: NameSearch,
  most: number,
): Promise<StoredDesign[]> =>
  designs(ctx)
    .where(nameHolds(wanted))
    .orderBy('name_key')
    .limit(wanted.limit ?? most)
    .execute()

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
