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
