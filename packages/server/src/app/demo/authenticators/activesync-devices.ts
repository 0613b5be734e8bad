import type { Context } from '../../../kit/context.ts'
import { daysFrom, type Holder } from './holders.ts'

const phones = [
  {
    device_id: 'ApplDNPQ7K1AFP84',
    name: 'Amelia’s phone',
    model: 'iPhone17,3',
    operating_system: 'iOS 19.1',
    access: 'ALLOWED',
  },
  {
    device_id: 'SEC1A7F0C22B91E4',
    name: null,
    model: 'SM-X210',
    operating_system: 'Android 16',
    access: 'QUARANTINED',
  },
] as const

/** Phones that the mail gateway has told of. */
export const insertActiveSyncDevices = async (ctx: Context, holder: Holder): Promise<void> => {
  const now = ctx.platform.clock.now()
  for (const phone of phones) {
    await ctx.db
      .insertInto('activesync_devices')
      .values({
        ...phone,
        tenant_id: ctx.tenant.id,
        user_id: holder('amelia.andersson').id,
        first_synced_at: daysFrom(now, -40),
        last_synced_at: phone.access === 'ALLOWED' ? daysFrom(now, -1) : null,
        reported_at: now,
      })
      .execute()
  }
}
