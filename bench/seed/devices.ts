import type { Context } from '@signet/server/kit/context'
import { deviceOf } from '@signet/server/modules/authenticators/devices/index'
import type { ClientBase } from 'pg'
import { type Range, userKeySql } from './users.ts'

/** What a user's browser says of itself; of the form that the service gives out. */
export const machineNonceOf = (user: number): string => `bench-machine-${user}`.padEnd(43, '-')

const insert = `insert into known_devices (tenant_id, user_id, device, first_seen_at, last_seen_at)
  select $1, ${userKeySql}, device, now(), now() from unnest($2::int[], $3::text[]) as row (n, device)`

const batch = 50_000

/** People come back with the browser they used before. */
export const seedDevices = async (
  owner: ClientBase,
  ctx: Context,
  { tenantId, from, to }: Range,
): Promise<void> => {
  for (let begin = from; begin < to; begin += batch) {
    const count = Math.min(batch, to - begin)
    const users = Array.from({ length: count }, (_, index) => begin + index)
    const devices = users.map((user) => deviceOf(ctx, machineNonceOf(user)))
    await owner.query(insert, [tenantId, users, devices])
  }
}
