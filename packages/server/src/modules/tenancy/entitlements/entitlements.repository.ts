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

/** How many users an unlimited tenant has: nobody counts them otherwise. */
export const countUsers = async (ctx: Context): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The entitlement that counts users, held until the transaction ends when `held`. */
export const findUserAllotment = (
  ctx: Context,
  { held }: { readonly held: boolean },
): Promise<Pick<StoredEntitlement, 'allotment' | 'consumed' | 'overage_type'> | undefined> => {
  const query = ctx.db
    .selectFrom('entitlements')
    .select(['allotment', 'consumed', 'overage_type'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('usage_type', '=', 'USERS')
  return (held ? query.forUpdate() : query).executeTakeFirst()
}

/**
 * Uses up one of the messages by SMS or voice that were bought; false when there are none left. A
 * tenant without entitlements is unlimited. One statement: parallel messages are counted one by one.
 */
export const takeSmsVoice = async (ctx: Context): Promise<boolean> => {
  const hasRoom = sql`e.sms_voice_allotment is not null
    and (e.overage_type <> 'NO' or e.sms_voice_consumed < e.sms_voice_allotment)`
  const { rows } = await sql<{ taken: boolean }>`
    with used as (
      update entitlements e set sms_voice_consumed = e.sms_voice_consumed + 1
      where e.tenant_id = ${ctx.tenant.id}::uuid and ${hasRoom} and e.id = (
        select e.id from entitlements e
        where e.tenant_id = ${ctx.tenant.id}::uuid and ${hasRoom} order by e.id limit 1)
      returning 1)
    select exists (select 1 from used) or not exists (
      select 1 from entitlements e where e.tenant_id = ${ctx.tenant.id}::uuid) as taken
  `.execute(ctx.db)
  return rows[0]?.taken === true
}

/**
 * Uses up one of the credentials that were bought; false when there are none left, or their time is
 * over. A tenant without such an entitlement is unlimited. One statement: parallel ones are counted
 * one by one.
 */
export const takeIssuanceCredit = async ({ db, tenant, platform }: Context): Promise<boolean> => {
  const day = platform.clock.now().toISOString().slice(0, 10)
  const { rows } = await sql<{ taken: boolean }>`
    with used as (
      update entitlements e set consumed = e.consumed + 1
      where e.tenant_id = ${tenant.id}::uuid and e.type = 'ISSUANCE'
        and (e.end_date is null or e.end_date >= ${`${day}T00:00:00Z`}::timestamptz)
        and (e.overage_type <> 'NO' or e.allotment is null or e.consumed < e.allotment)
      returning 1)
    select exists (select 1 from used) or not exists (
      select 1 from entitlements e
      where e.tenant_id = ${tenant.id}::uuid and e.type = 'ISSUANCE') as taken
  `.execute(db)
  return rows[0]?.taken === true
}
