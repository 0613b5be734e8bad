import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SoftTokenDeviceRow } from '../../../platform/db/schema/soft-tokens.ts'

export type StoredDevice = Selectable<SoftTokenDeviceRow>

/** An app with whose token it holds. */
export interface KnownDevice extends StoredDevice {
  readonly serial: string
  readonly token_state: string
  readonly user_name: string
}

export const insertDevice = async (ctx: Context, device: StoredDevice): Promise<void> => {
  await ctx.db.insertInto('soft_token_devices').values(device).execute()
}

/** The app whose key this is; undefined for none. */
export const findDevice = async (
  ctx: Context,
  thumbprint: string,
): Promise<KnownDevice | undefined> => {
  const { rows } = await sql<KnownDevice>`
    select d.*, t.serial, t.state as token_state, u.user_id as user_name
    from soft_token_devices d
    join tokens t on t.tenant_id = d.tenant_id and t.id = d.token_id
    join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
    where d.tenant_id = ${ctx.tenant.id} and d.thumbprint = ${thumbprint}`.execute(ctx.db)
  return rows[0]
}

/** The apps that may be asked, held until the transaction ends: pushes to a person go one by one. */
export const lockReachable = async (
  ctx: Context,
  userId: string,
): Promise<readonly StoredDevice[]> => {
  const { rows } = await sql<StoredDevice>`
    select d.* from soft_token_devices d
    where d.tenant_id = ${ctx.tenant.id} and d.user_id = ${userId} and d.state = 'ACTIVE'
      and exists (select 1 from tokens t where t.tenant_id = d.tenant_id and t.id = d.token_id
        and t.state = 'ACTIVE')
    order by d.id for update`.execute(ctx.db)
  return rows
}

/** The apps that may be asked and are woken by notices. */
export const listSubscribed = async (
  ctx: Context,
  userId: string,
): Promise<readonly StoredDevice[]> => {
  const { rows } = await sql<StoredDevice>`
    select d.* from soft_token_devices d
    where d.tenant_id = ${ctx.tenant.id} and d.user_id = ${userId} and d.state = 'ACTIVE'
      and d.sealed_subscription is not null
      and exists (select 1 from tokens t where t.tenant_id = d.tenant_id and t.id = d.token_id
        and t.state = 'ACTIVE')`.execute(ctx.db)
  return rows
}

export const confirmDevices = async (ctx: Context, tokenId: string): Promise<void> => {
  await ctx.db
    .updateTable('soft_token_devices')
    .set({ state: 'ACTIVE' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_id', '=', tokenId)
    .execute()
}

export const removeDevices = async (ctx: Context, tokenId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('soft_token_devices')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_id', '=', tokenId)
    .execute()
}
