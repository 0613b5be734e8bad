import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FlashPassDesignRow } from '../../../platform/db/schema/issuance.ts'

export type StoredPassDesign = Selectable<FlashPassDesignRow>

const designs = ({ db, tenant }: Context) =>
  db.selectFrom('flash_pass_designs').where('tenant_id', '=', tenant.id)

/** Without their logos. */
export const listDesigns = (
  ctx: Context,
  most: number,
): Promise<Omit<StoredPassDesign, 'logo'>[]> =>
  designs(ctx)
    .select(['tenant_id', 'id', 'name', 'name_key', 'description', 'workflow_design_id'])
    .select(['content', 'version', 'created_at', 'modified_at', 'modified_by'])
    .orderBy('name_key')
    .limit(most)
    .execute()
