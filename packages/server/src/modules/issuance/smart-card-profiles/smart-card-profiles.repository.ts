import type { CardType } from '@signet/card/chip/card-types'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SmartCardProfileRow } from '../../../platform/db/schema/smart-cards.ts'

export type StoredProfile = Selectable<SmartCardProfileRow>

export const mostProfiles = 100

const profiles = ({ db, tenant }: Context, type: CardType) =>
  db
    .selectFrom('smart_card_profiles')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('card_type', '=', type)

export const listProfiles = (ctx: Context, type: CardType): Promise<StoredProfile[]> =>
  profiles(ctx, type).orderBy('name_key').limit(mostProfiles).execute()

export interface Named {
  readonly type: CardType
  readonly id: string
}

export const findProfile = (
  ctx: Context,
  { type, id }: Named,
): Promise<StoredProfile | undefined> => profiles(ctx, type).where('id', '=', id).executeTakeFirst()

export const findProfileForChange = (
  ctx: Context,
  { type, id }: Named,
): Promise<StoredProfile | undefined> =>
  profiles(ctx, type).where('id', '=', id).forUpdate().executeTakeFirst()

export const countProfiles = async ({ db, tenant }: Context, type: CardType): Promise<number> => {
  const { count } = await db
    .selectFrom('smart_card_profiles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .where('card_type', '=', type)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type ProfileColumns = Pick<
  StoredProfile,
  | 'name'
  | 'name_key'
  | 'description'
  | 'layout'
  | 'facility_code'
  | 'issue_level'
  | 'block'
  | 'sealed_keys'
  | 'key_names'
  | 'modified_by'
>

export const insertProfile = (
  { db, tenant, platform }: Context,
  { type, id }: Named,
  { layout, ...columns }: ProfileColumns,
): Promise<StoredProfile> => {
  const now = platform.clock.now()
  return db
    .insertInto('smart_card_profiles')
    .values({
      ...columns,
      layout: JSON.stringify(layout),
      tenant_id: tenant.id,
      id,
      card_type: type,
      created_at: now,
      modified_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateProfile = (
  { db, tenant, platform }: Context,
  id: string,
  { layout, ...columns }: ProfileColumns,
): Promise<StoredProfile> =>
  db
    .updateTable('smart_card_profiles')
    .set((eb) => ({
      ...columns,
      layout: JSON.stringify(layout),
      modified_at: platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeProfile = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('smart_card_profiles')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
