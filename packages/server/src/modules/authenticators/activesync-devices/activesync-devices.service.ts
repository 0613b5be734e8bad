import type {
  ActiveSyncDevice,
  UserActiveSyncSettings,
} from '@signet/contract/authenticators/activesync-devices'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { ActiveSyncDeviceRow } from '../../../platform/db/schema/machines.ts'
import { settings } from '../../settings/families/index.ts'
import { recipientOf } from '../notices/index.ts'
import { gateway, type Reported } from './gateway.ts'

type Stored = Selectable<ActiveSyncDeviceRow>
type Wire = z.input<typeof ActiveSyncDevice>

interface Person {
  readonly id: string
  readonly name: string
}

const present = (row: Stored): Wire => ({
  deviceId: row.device_id,
  name: row.name,
  model: row.model,
  operatingSystem: row.operating_system,
  access: row.access,
  firstSyncDate: row.first_synced_at,
  lastSyncDate: row.last_synced_at,
  reportedDate: row.reported_at,
})

const devicesOf = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('activesync_devices')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)

export const readSettings = async (
  ctx: Context,
): Promise<z.output<typeof UserActiveSyncSettings>> => {
  const { enabled, selfService } = await settings.activeSync(ctx)
  return { enabled, selfService }
}

export const listDevices = async (ctx: Context, userId: string): Promise<Wire[]> => {
  const rows = await devicesOf(ctx, userId).orderBy('device_id').limit(200).execute()
  return rows.map(present)
}

/** The mailbox is named by the user's address. @throws no_contact */
const mailboxOf = async (ctx: Context, { id }: { readonly id: string }): Promise<string> =>
  (await recipientOf(ctx, id)).address

const find = (ctx: Context, userId: string, id: string): Promise<Stored | undefined> =>
  devicesOf(ctx, userId).where('device_id', '=', id).executeTakeFirst()

const remove = async (ctx: Context, userId: string, kept: readonly string[]): Promise<void> => {
  await sql`delete from activesync_devices where tenant_id = ${ctx.tenant.id}
    and user_id = ${userId}::uuid and device_id <> all (${kept}::text[])`.execute(ctx.db)
}

const save = async (ctx: Context, userId: string, device: Reported): Promise<void> => {
  const values = {
    name: device.name,
    model: device.model,
    operating_system: device.operatingSystem,
    access: device.access,
    first_synced_at: device.firstSync ?? null,
    last_synced_at: device.lastSync ?? null,
    reported_at: ctx.platform.clock.now(),
  }
  await ctx.db
    .insertInto('activesync_devices')
    .values({ tenant_id: ctx.tenant.id, user_id: userId, device_id: device.deviceId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'device_id']).doUpdateSet(values),
    )
    .execute()
}

/** Asks the gateway, and keeps what it says. @throws service_unavailable, no_contact */
export const refresh = async (ctx: Context, person: Person): Promise<Wire[]> => {
  const devices = await gateway.list(ctx, await mailboxOf(ctx, person))
  return ctx.transaction(async (ctx) => {
    await remove(
      ctx,
      person.id,
      devices.map(({ deviceId }) => deviceId),
    )
    for (const device of devices) await save(ctx, person.id, device)
    audit(ctx, 'ACTIVESYNC_REFRESHED', {
      subject: { entity: 'USERS', ...person },
      attributes: { devices: devices.length },
    })
    return listDevices(ctx, person.id)
  })
}

interface Change {
  readonly deviceId: string
  readonly access: 'ALLOWED' | 'BLOCKED'
}

/** Only devices that the gateway has told of. The gateway is asked first: what it refuses is not noted. */
export const change = async (ctx: Context, person: Person, wanted: Change): Promise<Wire> => {
  const { deviceId, access } = wanted
  const before = await find(ctx, person.id, deviceId)
  if (before === undefined) throw new ApiError('not_found')
  await gateway.change(ctx, await mailboxOf(ctx, person), { id: deviceId, access })
  return ctx.transaction(async (ctx) => {
    const row = await ctx.db
      .updateTable('activesync_devices')
      .set({ access })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('user_id', '=', person.id)
      .where('device_id', '=', deviceId)
      .returningAll()
      .executeTakeFirst()
    audit(ctx, 'ACTIVESYNC_DEVICE_CHANGED', {
      subject: { entity: 'USERS', ...person },
      before: { access: before.access },
      after: { access },
      attributes: { device: deviceId },
    })
    return present(row ?? { ...before, access })
  })
}

/** Whatever the gateway has forgotten already is no fault; one that is switched off is not asked. */
const forgetThere = async (ctx: Context, person: Person, deviceId: string): Promise<void> => {
  if (!(await settings.activeSync(ctx)).enabled) return
  try {
    await gateway.remove(ctx, await mailboxOf(ctx, person), deviceId)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  }
}

/** Takes a device away at the gateway and here. @throws not_found, service_unavailable, no_contact */
export const take = async (ctx: Context, person: Person, deviceId: string): Promise<undefined> => {
  if ((await find(ctx, person.id, deviceId)) === undefined) throw new ApiError('not_found')
  await forgetThere(ctx, person, deviceId)
  return ctx.transaction(async (ctx) => {
    await ctx.db
      .deleteFrom('activesync_devices')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('user_id', '=', person.id)
      .where('device_id', '=', deviceId)
      .execute()
    audit(ctx, 'ACTIVESYNC_DEVICE_DELETED', {
      subject: { entity: 'USERS', ...person },
      attributes: { device: deviceId },
    })
    return undefined
  })
}

export const test = async (ctx: Context) => {
  const result = await gateway.test(ctx)
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'ACTIVESYNC_TESTED', {
      subject: { entity: 'SETTINGS', id: 'activesyncaccess', name: 'activesyncaccess' },
      outcome: result.reached ? 'SUCCESS' : 'FAILURE',
    })
  })
  return result
}

export const activeSync = { readSettings, listDevices, refresh, change, take } as const
