import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import type { Job } from '../../../platform/queue.ts'
import { purposes, replaceSigningKey } from '../../../platform/signing-keys/key-ring.ts'

/** When a transaction that began under the former data key has surely ended. */
const settledMillis = 60_000
const batchesOfJob = 10

const Content = z.object({ last: z.boolean() })

const enqueueWork = (ctx: Context, last: boolean) => {
  const { clock, queue } = ctx.platform
  return queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'key-rotation',
    content: { last },
    ...(last ? { startAfter: new Date(clock.now().getTime() + settledMillis) } : {}),
  })
}

const subjectOf = ({ tenant }: Context) => ({
  entity: 'SUBSCRIBERS',
  id: tenant.id,
  name: tenant.companyName,
})

const replaceSigningKeys = async (ctx: Context): Promise<void> => {
  const tenantId = ctx.tenant.id
  for (const purpose of purposes) {
    const keys = await ctx.platform.keyRing.keysOf(tenantId, purpose)
    for (const { algorithm } of keys.filter(({ active }) => active)) {
      await replaceSigningKey(ctx.platform, ctx.db, { tenantId, purpose, algorithm })
    }
  }
}

/**
 * Gives the tenant a new data key and new signing keys. What the former data key has sealed is
 * sealed again by jobs; what the former signing keys have signed stays valid until it ends.
 */
export const rotateKeys = async (ctx: Context): Promise<void> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.platform.keyRing.warm(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    await ctx.platform.secrets.rotateDataKey(ctx.db, ctx.tenant.id)
    await replaceSigningKeys(ctx)
    await enqueueWork(ctx, false)
    audit(ctx, 'KEY_ROTATION_STARTED', { subject: subjectOf(ctx) })
  })
}

/**
 * Seals a few batches again and leaves the rest to the next job: a node that ends in between
 * loses one job's work at most. The last look comes when nothing is sealed under the former key
 * any more.
 */
export const workOnRotation = async (ctx: Context, job: Pick<Job, 'content'>): Promise<void> => {
  const { last } = Content.parse(job.content)
  const { secrets } = ctx.platform
  let count = await secrets.reseal(ctx.tenant.id)
  for (let batch = 1; batch < batchesOfJob && count > 0; batch += 1) {
    count = await secrets.reseal(ctx.tenant.id)
  }
  await ctx.transaction(async (ctx) => {
    if (count > 0 || !last) await enqueueWork(ctx, count === 0)
    else audit(ctx, 'KEY_ROTATION_COMPLETED', { subject: subjectOf(ctx) })
  })
}
