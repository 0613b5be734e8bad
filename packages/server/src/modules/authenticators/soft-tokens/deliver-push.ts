import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { sendApns } from '../../../platform/push/apns.ts'
import { sendFcm } from '../../../platform/push/fcm.ts'
import { sendWebPush } from '../../../platform/push/web-push.ts'
import type { Delivered, Lifetime } from '../../../platform/push.ts'
import { PushFailed } from '../../../platform/push.ts'
import type { Job } from '../../../platform/queue.ts'
import { listSubscribed, type StoredDevice } from './devices.repository.ts'
import { apnsCredentials, fcmAccount } from './push-credentials.ts'
import { findWaiting } from './pushes.repository.ts'
import {
  type KeptSubscription,
  openSubscription,
  setSubscription,
  vapidKey,
} from './subscriptions.ts'

const Content = z.object({ push: z.uuid() })

interface Notice extends Lifetime {
  readonly to: KeptSubscription
}

/** A later request takes the place of one that nobody has seen. */
const topic = 'signet-request'

const toBrowser = (ctx: Context, { to, ...life }: Notice): Promise<Delivered> => {
  const { locale, keys, address: endpoint } = to
  const bytes = (text = ''): Buffer => Buffer.from(text, 'base64url')
  return sendWebPush(ctx.platform.outbound, {
    ...life,
    endpoint,
    p256dh: bytes(keys?.p256dh),
    auth: bytes(keys?.auth),
    content: {
      title: textOf(textsOf(locale, 'security'), 'authenticator.request', { locale, values: {} }),
      body: ctx.tenant.companyName,
    },
    key: vapidKey(ctx),
    contact: ctx.tenant.publicUrl,
    topic,
  })
}

/** What an app of the tenant's own makes a notice of; the maker of the phone learns no more. */
const toPhone = {
  APNS: async (ctx: Context, { to, ...life }: Notice): Promise<Delivered | null> => {
    const credentials = await apnsCredentials(ctx)
    if (credentials === null) return null
    const { address, ...sender } = credentials
    const message = {
      ...life,
      ...sender,
      deviceToken: to.address,
      payload: { aps: { alert: { 'loc-key': 'SIGNET_REQUEST' }, sound: 'default' } },
      topic,
    }
    return sendApns(ctx.platform.outbound, message, address)
  },
  FCM: async (ctx: Context, { to, ...life }: Notice): Promise<Delivered | null> => {
    const account = await fcmAccount(ctx)
    if (account === null) return null
    return sendFcm(ctx.platform.outbound, {
      ...life,
      account,
      registrationToken: to.address,
      data: { kind: 'SIGNET_REQUEST' },
      topic,
    })
  },
  WEB: toBrowser,
} as const

const deliverTo = async (ctx: Context, device: StoredDevice, life: Lifetime): Promise<void> => {
  const to = await openSubscription(ctx, device)
  if (to === null) return
  const outcome = await toPhone[to.kind](ctx, { ...life, to })
  if (outcome === 'GONE') await setSubscription(ctx, device.id, null)
}

const isWorthATry = (failed: unknown): boolean => !(failed instanceof PushFailed) || failed.mayRetry

/**
 * Wakes a person's apps for a request that still waits. Apps that are open ask for themselves: what
 * fails here is logged and, where that may help, tried again while the request lives.
 */
export const deliverPush = async (ctx: Context, job: Pick<Job, 'content'>): Promise<void> => {
  const push = await findWaiting(ctx, Content.parse(job.content).push)
  if (push === undefined) return
  const devices = await listSubscribed(ctx, push.user_id)
  const life = { now: ctx.platform.clock.now(), expiresAt: push.expires_at }
  const sent = await Promise.allSettled(devices.map((device) => deliverTo(ctx, device, life)))
  const failed = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const error of failed) ctx.log.warn({ err: error }, 'a notice was not taken')
  const again = failed.find(isWorthATry)
  if (again !== undefined) throw again
}
