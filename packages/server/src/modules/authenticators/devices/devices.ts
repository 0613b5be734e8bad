import { createHmac } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import { keyObjectOf } from '../../../platform/secrets/key-objects.ts'

/** Only nonces that we made: what a browser picks itself could be guessed. */
const nonceForm = /^[A-Za-z0-9_-]{43}$/

export const newMachineNonce = (ctx: Context): string =>
  ctx.platform.ids.random(32).toString('base64url')

/** 122 bits of a hash as a UUIDv8 (RFC 9562, section 5.8): as long as every other key. */
export const hashUuid = (hash: Buffer): string => {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The key that stands for a browser; null without a proper nonce. */
export const deviceOf = (ctx: Context, machineNonce: string | undefined): string | null => {
  if (machineNonce === undefined || !nonceForm.test(machineNonce)) return null
  const key = ctx.platform.secrets.derive(ctx.tenant.id, 'machine-nonce')
  return hashUuid(createHmac('sha256', keyObjectOf(key)).update(machineNonce).digest())
}

interface SeenDevice {
  readonly tenant: string
  readonly user: string
  readonly device: string
  readonly agent: string | null
  readonly now: Date
}

const keep = statement<SeenDevice>(`
  insert into known_devices (tenant_id, user_id, device, user_agent, first_seen_at, last_seen_at)
  values (:tenant, :user, :device, :agent, :now, :now)
  on conflict (tenant_id, user_id, device) do update set last_seen_at = excluded.last_seen_at`)

/** Makes a device known, or notes that it was seen again. */
export const keepDevice = (
  ctx: Context,
  { userId, device }: { readonly userId: string; readonly device: string },
): CompiledQuery =>
  keep({
    tenant: ctx.tenant.id,
    user: userId,
    device,
    agent: ctx.request.userAgent?.slice(0, 255) ?? null,
    now: ctx.platform.clock.now(),
  })

/** After a reset every device is strange again, and no browser spares anything. */
export const forgetDevices = async (ctx: Context, userId: string): Promise<void> => {
  for (const table of ['known_devices', 'machines'] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('tenant_id', '=', ctx.tenant.id)
      .where('user_id', '=', userId)
      .execute()
  }
}
