import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { endPasses } from '../live-passes/index.ts'
import { presentBatch, presentPass } from './flash-passes.present.ts'
import {
  findBatch,
  listBatches,
  listOfBatch,
  listOfEnrollment,
  type NamedBatch,
  type NamedPass,
} from './flash-passes.repository.ts'

const mostListed = 100

/** The newest first; with a record, those that had a pass for it. */
export const list = async (ctx: Context, enrollmentId: string | undefined) => {
  const now = ctx.platform.clock.now()
  const batches = await listBatches(ctx, { enrollmentId, most: mostListed })
  const own = enrollmentId === undefined ? [] : await listOfEnrollment(ctx, enrollmentId)
  return batches.map((batch) => {
    const passes = own.filter(({ batch_id }) => batch_id === batch.id)
    return presentBatch(
      batch,
      passes.map((pass) => presentPass(pass, now)),
    )
  })
}

interface Found {
  readonly batch: NamedBatch
  /** Those that the actor sees. */
  readonly passes: readonly NamedPass[]
}

/** @throws ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND also where the actor sees none of its passes */
export const batchOrNotFound = async (ctx: Context, id: string): Promise<Found> => {
  const batch = await findBatch(ctx, id)
  const passes = batch === undefined ? [] : await listOfBatch(ctx, id)
  if (batch === undefined || (passes.length === 0 && groupsInSight(ctx) !== 'ALL')) {
    throw new ApiError('ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND')
  }
  return { batch, passes }
}

/** @throws ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND */
export const read = async (ctx: Context, id: string) => {
  const { batch, passes } = await batchOrNotFound(ctx, id)
  const now = ctx.platform.clock.now()
  return presentBatch(
    batch,
    passes.map((pass) => presentPass(pass, now)),
  )
}

/** Those that nobody has. @throws ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND */
export const cancel = async (ctx: Context, id: string) => {
  const { batch, passes } = await batchOrNotFound(ctx, id)
  const waiting = passes.filter(({ state }) => state === 'ISSUED').map((pass) => pass.id)
  await ctx.transaction(async (ctx) => {
    const ended = await endPasses(ctx, { ids: waiting }, { only: 'ISSUED' })
    audit(ctx, 'FLASH_PASS_CANCELLED', {
      subject: { entity: 'ISSUANCE', id, name: batch.design_name },
      attributes: { cancelled: ended.length },
    })
  })
  return read(ctx, id)
}
