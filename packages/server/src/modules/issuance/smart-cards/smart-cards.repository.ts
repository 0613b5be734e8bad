import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { replaceLinks } from '../../../platform/db/row-sets.ts'
import type { SmartCardRow } from '../../../platform/db/schema/smart-cards.ts'
import { groupsInSight, inSight } from '../../identity/groups/index.ts'

/** The row itself. */
export type Card = Selectable<SmartCardRow>

/** With what is shown beside it. */
export interface StoredCard extends Card {
  readonly owner_name: string | null
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

/** Cards with their owners' names and their groups. */
export const cardsOf = ({ db, tenant }: Context) =>
  db
    .selectFrom('smart_cards as c')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.user_id'),
    )
    .selectAll('c')
    .select('u.user_id as owner_name')
    .select(
      sql<StoredCard['groups']>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name_key), '[]')
        from smart_card_groups x join groups r on r.tenant_id = x.tenant_id and r.id = x.group_id
        where x.tenant_id = c.tenant_id and x.smart_card_id = c.id)`.as('groups'),
    )
    .where('c.tenant_id', '=', tenant.id)

/** Whether the card is for members of any of these groups. */
export const isForAny = (groups: readonly string[]) => sql<boolean>`
  exists (select from smart_card_groups x where x.tenant_id = c.tenant_id
    and x.smart_card_id = c.id and x.group_id = any(${groups}::uuid[]))`

/** Whether the actor manages the card: by its owner, or while it has none by its groups. */
export const cardInSight = (ctx: Context) => {
  const groups = groupsInSight(ctx)
  if (groups === 'ALL') return sql<boolean>`true`
  return sql<boolean>`case when c.user_id is null
    then ${isForAny(groups)} else ${inSight(ctx, 'c.user_id')} end`
}

export const findCard = (ctx: Context, id: string): Promise<StoredCard | undefined> =>
  cardsOf(ctx).where('c.id', '=', id).where(cardInSight(ctx)).executeTakeFirst()

/** Held until the transaction ends: what happens to a card happens one after the other. */
export const lockCard = async (ctx: Context, id: string): Promise<StoredCard | undefined> => {
  await ctx.db
    .selectFrom('smart_cards')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return findCard(ctx, id)
}

export const readCardAgain = (ctx: Context, id: string): Promise<StoredCard> =>
  cardsOf(ctx).where('c.id', '=', id).executeTakeFirstOrThrow()

export const replaceGroups = (ctx: Context, id: string, ids: readonly string[]): Promise<void> =>
  replaceLinks(
    ctx,
    { table: 'smart_card_groups', from: 'smart_card_id', to: 'group_id' },
    { id, ids },
  )

/** Serial numbers and chips that there are already, whoever knows of them. */
export const findTaken = (
  { db, tenant }: Context,
  {
    serialKeys,
    csns,
  }: { readonly serialKeys: readonly string[]; readonly csns: readonly string[] },
): Promise<Pick<Card, 'serial_key' | 'csn'>[]> =>
  db
    .selectFrom('smart_cards')
    .select(['serial_key', 'csn'])
    .where('tenant_id', '=', tenant.id)
    .where((eb) =>
      eb.or([
        eb('serial_key', '=', eb.fn.any(eb.val(serialKeys))),
        eb('csn', '=', eb.fn.any(eb.val(csns))),
      ]),
    )
    .execute()

export interface NewCard {
  readonly id: string
  readonly serial: string
  readonly csn: string | null
  readonly card_type: Card['card_type']
  readonly groups: readonly string[]
}

/** Two statements, whatever their number. */
export const insertCards = async (
  { db, tenant, platform }: Context,
  cards: readonly NewCard[],
  modifiedBy: string,
): Promise<void> => {
  const now = platform.clock.now()
  const rows = cards.map(({ id, serial, csn, card_type }) => ({ id, serial, csn, card_type }))
  await sql`
    insert into smart_cards (tenant_id, id, serial, csn, card_type, is_withdrawn, created_at,
      modified_at, modified_by)
    select ${tenant.id}::uuid, r.id, r.serial, r.csn, r.card_type, false, ${now}::timestamptz,
      ${now}::timestamptz, ${modifiedBy}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r (id uuid, serial text, csn text, card_type text)`.execute(db)
  const links = cards.flatMap(({ id, groups }) => groups.map((group) => ({ id, group })))
  if (links.length === 0) return
  await sql`
    insert into smart_card_groups (tenant_id, smart_card_id, group_id)
    select ${tenant.id}::uuid, unnest(${links.map(({ id }) => id)}::uuid[]),
      unnest(${links.map(({ group }) => group)}::uuid[])`.execute(db)
}
