import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { VoiceLinkRow } from '../../../platform/db/schema/printing.ts'

export type StoredLink = Selectable<VoiceLinkRow>

const links = ({ db, tenant }: Context) =>
  db.selectFrom('voice_links').selectAll().where('tenant_id', '=', tenant.id)

export const findLink = (ctx: Context, userId: string): Promise<StoredLink | undefined> =>
  links(ctx).where('user_id', '=', userId).executeTakeFirst()

type Secret = 'code_hash' | 'refresh_hash' | 'former_hash'

/** Nobody else exchanges it before the transaction ends. */
export const findBySecret = (
  ctx: Context,
  column: Secret,
  hash: Buffer,
): Promise<StoredLink | undefined> =>
  links(ctx).where(column, '=', hash).forUpdate().executeTakeFirst()

/** The code takes the place of the one before; what is linked stays. */
export const putCode = async (
  { db, tenant }: Context,
  userId: string,
  code: Pick<Updateable<VoiceLinkRow>, 'code_hash' | 'code_until' | 'code_session_id'>,
): Promise<void> => {
  await db
    .insertInto('voice_links')
    .values({ ...code, tenant_id: tenant.id, user_id: userId })
    .onConflict((on) => on.columns(['tenant_id', 'user_id']).doUpdateSet(code))
    .execute()
}

export const updateLink = async (
  { db, tenant }: Context,
  userId: string,
  columns: Updateable<VoiceLinkRow>,
): Promise<void> => {
  await db
    .updateTable('voice_links')
    .set(columns)
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .execute()
}

export const removeLink = async (
  { db, tenant }: Context,
  userId: string,
): Promise<StoredLink | undefined> =>
  db
    .deleteFrom('voice_links')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
