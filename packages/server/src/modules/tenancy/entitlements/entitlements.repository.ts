import type { EntitlementType } from '@signet/rules/entitlements'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { EntitlementRow } from '../../../platform/db/schema/entitlements.ts'

export type StoredEntitlement = Selectable<EntitlementRow>

export const listEntitlements = (ctx: Context): Promise<StoredEntitlement[]> =>
  ctx.db
    .selectFrom('entitlements')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('type')
    .execute()

/** What was removed at some time; it may have been granted again. */
export const listRemoved = async ({ db, tenant }: Context): Promise<EntitlementType[]> => {
  const query = db.selectFrom('removed_entitlements').select('type')
  return (await query.where('tenant_id', '=', tenant.id).execute()).map(({ type }) => type)
}

type Kept =
  | 'tenant_id'
  | 'type'
  | 'id'
  | 'consumed'
  | 'sms_voice_consumed'
  | 'usage_type'
  | 'used_at'

export const updateEntitlement = async (
  { db, tenant }: Context,
  type: EntitlementType,
  { features, flags, ...change }: Partial<Omit<StoredEntitlement, Kept>>,
): Promise<void> => {
  await db
    .updateTable('entitlements')
    .set({
      ...change,
      ...(features === undefined ? {} : { features: JSON.stringify(features) }),
      ...(flags === undefined ? {} : { flags: JSON.stringify(flags) }),
      type,
    })
    .where('tenant_id', '=', tenant.id)
    .where('type', '=', type)
    .execute()
}

export const deleteEntitlement = (
  { db, tenant }: Context,
  type: EntitlementType,
): Promise<StoredEntitlement | undefined> =>
  db
    .deleteFrom('entitlements')
    .where('tenant_id', '=', tenant.id)
    .where('type', '=', type)
    .returningAll()
    .executeTakeFirst()

/** How many users an unlimited tenant has: nobody counts them otherwise. */
export const countUsers = async (ctx: Context): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Limit = Pick<StoredEntitlement, 'allotment' | 'consumed' | 'overage_type' | 'end_date'>

/** What limits a type, held until the transaction ends when `held`; null where it was removed. */
export const findLimit = async (
  ctx: Context,
  { type, held }: { readonly type: EntitlementType; readonly held: boolean },
): Promise<Limit | null | undefined> => {
  const query = ctx.db
    .selectFrom('entitlements')
    .select(['allotment', 'consumed', 'overage_type', 'end_date'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('type', '=', type)
  const row = await (held ? query.forUpdate() : query).executeTakeFirst()
  if (row !== undefined) return row
  return (await listRemoved(ctx)).includes(type) ? null : undefined
}

/**
 * Uses up one of the messages by SMS or voice that were bought; false when there are none left. They are
 * sent after the contract's end as well: people sign in by them. A tenant that never had an entitlement is
 * unlimited. One statement: parallel messages are counted one by one.
 */
export const takeSmsVoice = async ({ db, tenant, platform }: Context): Promise<boolean> => {
  const hasRoom = sql`e.sms_voice_allotment is not null
    and (e.overage_type <> 'NO' or e.sms_voice_consumed < e.sms_voice_allotment)`
  const { rows } = await sql<{ taken: boolean }>`
    with used as (
      update entitlements e set sms_voice_consumed = e.sms_voice_consumed + 1,
        used_at = ${platform.clock.now()}::timestamptz
      where e.tenant_id = ${tenant.id}::uuid and ${hasRoom} and e.id = (
        select e.id from entitlements e
        where e.tenant_id = ${tenant.id}::uuid and ${hasRoom} order by e.id limit 1)
      returning 1)
    select exists (select 1 from used) or not (
      exists (select 1 from entitlements e where e.tenant_id = ${tenant.id}::uuid)
      or exists (select 1 from removed_entitlements r where r.tenant_id = ${tenant.id}::uuid)) as taken
  `.execute(db)
  return rows[0]?.taken === true
}

/** Counts credentials as used, or as given back where the number is negative. */
export const countIssued = async (
  { db, tenant, platform }: Context,
  count: number,
): Promise<void> => {
  await sql`
    update entitlements set consumed = greatest(consumed + ${count}::integer, 0),
      used_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tenant.id}::uuid and type = 'ISSUANCE'`.execute(db)
}
