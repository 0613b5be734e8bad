import type { Context } from '../../../kit/context.ts'
import { sendPassNotice } from '../../../platform/push/apns.ts'
import { PushFailed } from '../../../platform/push.ts'
import { readySigning } from '../flash-pass-designs/index.ts'
import type { NamedPass } from './flash-passes.repository.ts'
import {
  forgetRegistration,
  listRegistrations,
  pushTokenOf,
  type StoredRegistration,
} from './registrations.repository.ts'

/** APNs keeps it for a phone that is off; what the phone reads then is what holds then. */
const noticeMillis = 7 * 86_400_000

type Keys = NonNullable<Awaited<ReturnType<typeof readySigning>>>

const tell = async (
  ctx: Context,
  { set, keys }: Keys,
  phone: StoredRegistration,
): Promise<void> => {
  const now = ctx.platform.clock.now()
  const outcome = await sendPassNotice(ctx.platform.outbound, {
    now,
    expiresAt: new Date(now.getTime() + noticeMillis),
    proof: { certificate: set.appleCertificate, key: keys.appleKey ?? '' },
    passTypeIdentifier: set.applePassTypeId,
    deviceToken: await pushTokenOf(ctx, phone),
  })
  if (outcome === 'GONE') await forgetRegistration(ctx, phone)
}

const isWorthATry = (failed: unknown): boolean => !(failed instanceof PushFailed) || failed.mayRetry

/**
 * Wakes the phones that registered for a pass; each asks for the pass by itself. Phones that were
 * told before one that was not are told again by the next try: it changes nothing for them.
 * @returns whether there was any, and all were told
 * @throws what is worth another try
 */
export const tellPhones = async (
  ctx: Context,
  { id }: Pick<NamedPass, 'id'>,
): Promise<'NOBODY' | 'TOLD' | 'FAILED'> => {
  const phones = await listRegistrations(ctx, id)
  const keys = phones.length === 0 ? null : await readySigning(ctx, 'APPLE')
  if (keys === null) return 'NOBODY'
  const told = await Promise.allSettled(phones.map((phone) => tell(ctx, keys, phone)))
  const failed = told.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const err of failed) ctx.log.warn({ err }, 'a notice of a pass was not taken')
  const again = failed.find(isWorthATry)
  if (again !== undefined) throw again
  return failed.length === 0 ? 'TOLD' : 'FAILED'
}
