import type { ExportedList } from '@signet/rules/list-exports'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ListViewRow } from '../../../platform/db/schema/list-views.ts'

export type StoredView = Selectable<ListViewRow>

/** A view as one person has it. */
export interface SeenView extends StoredView {
  readonly is_default: boolean
}

/** The own views of a person and the shared ones. */
const seenBy = ({ db, tenant }: Context, userId: string) =>
  db
    .selectFrom('list_views as v')
    .leftJoin('list_view_defaults as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'v.tenant_id')
        .onRef('d.view_id', '=', 'v.id')
        .on('d.user_id', '=', userId),
    )
    .selectAll('v')
    .select(sql<boolean>`d.view_id is not null`.as('is_default'))
    .where('v.tenant_id', '=', tenant.id)
    .where((eb) => eb.or([eb('v.owner_id', '=', userId), eb('v.owner_id', 'is', null)]))

export const findSeen = (ctx: Context, userId: string, id: string): Promise<SeenView | undefined> =>
  seenBy(ctx, userId).where('v.id', '=', id).executeTakeFirst()

/** The own ones first, each by name. */
export const listSeen = (ctx: Context, userId: string, list: ExportedList): Promise<SeenView[]> =>
  seenBy(ctx, userId)
    .where('v.list', '=', list)
    .orderBy(sql`v.owner_id is null`)
    .orderBy('v.name_key')
    .execute()

/** How many views a person has; null: how many are shared. */
export const countViews = async (
  { db, tenant }: Context,
  ownerId: string | null,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from list_views
    where tenant_id = ${tenant.id} and owner_id is not distinct from ${ownerId}::uuid`.execute(db)
  return rows[0]?.count ?? 0
}

interface Choice {
  readonly userId: string
  readonly view: Pick<StoredView, 'id' | 'list'>
}

export const insertDefault = async ({ db, tenant }: Context, { userId, view }: Choice) => {
  await db
    .insertInto('list_view_defaults')
    .values({ tenant_id: tenant.id, user_id: userId, list: view.list, view_id: view.id })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'list']).doUpdateSet({ view_id: view.id }),
    )
    .execute()
}

const defaultsOf = ({ db, tenant }: Context, viewId: string) =>
  db
    .deleteFrom('list_view_defaults')
    .where('tenant_id', '=', tenant.id)
    .where('view_id', '=', viewId)

export const removeDefault = async (ctx: Context, { userId, view }: Choice): Promise<void> => {
  await defaultsOf(ctx, view.id).where('user_id', '=', userId).execute()
}

/** Takes a view from all others, who do not have it any more. */
export const removeDefaultsOfOthers = async (
  ctx: Context,
  { userId, view }: Choice,
): Promise<void> => {
  await defaultsOf(ctx, view.id).where('user_id', '<>', userId).execute()
}
