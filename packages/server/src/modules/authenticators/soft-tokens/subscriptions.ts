import type { PushSubscription } from '@signet/contract/authenticators/push-subscriptions'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isRecipientKey } from '../../../platform/push/content-encryption.ts'
import { type VapidKey, vapidKeyOf } from '../../../platform/push/vapid.ts'
import { isRefusedTarget } from '../../settings/http-connectors/index.ts'
import type { KnownDevice, StoredDevice } from './devices.repository.ts'

type Subscription = z.output<typeof PushSubscription>

const Kept = z.object({
  kind: z.enum(['WEB', 'APNS', 'FCM']),
  address: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }).nullable(),
  locale: z.string(),
})
export type KeptSubscription = z.output<typeof Kept>

const purposeOf = (deviceId: string): string => `push-subscription:${deviceId}`

/** Where notices of an app go; null for one that asks for itself. */
export const openSubscription = async (
  { platform, tenant }: Context,
  { id, sealed_subscription: sealed }: Pick<StoredDevice, 'id' | 'sealed_subscription'>,
): Promise<KeptSubscription | null> => {
  if (sealed === null) return null
  const opened = await platform.secrets.open(tenant.id, purposeOf(id), sealed)
  return Kept.parse(JSON.parse(opened.toString('utf8')))
}

const triesOfKey = 4

/** The tenant's key for push services (RFC 8292): the same on every node, and stored nowhere. */
export const vapidKey = ({ platform, tenant }: Context): VapidKey => {
  for (let tries = 0; tries < triesOfKey; tries += 1) {
    try {
      return vapidKeyOf(platform.secrets.derive(tenant.id, `web-push-key:${tries}`))
    } catch {
      // Not below the order of the curve: one number of four thousand million.
    }
  }
  throw new Error('no key for push services')
}

export const setSubscription = async (
  ctx: Context,
  id: string,
  sealed_subscription: Buffer | null,
): Promise<void> => {
  await ctx.db
    .updateTable('soft_token_devices')
    .set({ sealed_subscription })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

const refused = (path: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message: 'refused' }] })

/** @throws invalid_parameters for an address inside, or a key that is none */
const expectSound = async (ctx: Context, { kind, address, keys }: Subscription): Promise<void> => {
  if (kind !== 'WEB' || keys === null) return
  if (!isRecipientKey(Buffer.from(keys.p256dh, 'base64url'))) throw refused('keys.p256dh')
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
  if (!isAddress || (await isRefusedTarget(ctx, address))) throw refused('address')
}

const subjectOf = (device: KnownDevice) => ({
  subject: { entity: 'TOKENS', id: device.token_id, name: device.serial },
  actor: { kind: 'user' as const, id: device.user_id, name: device.user_name },
})

/** Notices go there from now on. @throws invalid_parameters */
export const subscribe = async (
  ctx: Context,
  device: KnownDevice,
  wanted: Subscription,
): Promise<undefined> => {
  await expectSound(ctx, wanted)
  const content = Buffer.from(JSON.stringify(wanted))
  const sealed = await ctx.platform.secrets.seal(ctx.tenant.id, purposeOf(device.id), content)
  return ctx.transaction(async (ctx) => {
    await setSubscription(ctx, device.id, sealed)
    const attributes = { user: device.user_id, app: device.name, kind: wanted.kind }
    audit(ctx, 'PUSH_SUBSCRIBED', { ...subjectOf(device), attributes })
    return undefined
  })
}

export const unsubscribe = (ctx: Context, device: KnownDevice): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    await setSubscription(ctx, device.id, null)
    const attributes = { user: device.user_id, app: device.name }
    audit(ctx, 'PUSH_UNSUBSCRIBED', { ...subjectOf(device), attributes })
    return undefined
  })
