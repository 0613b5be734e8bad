import type { revokeFlashPassesOfMatching } from '@signet/contract/issuance/flash-pass-revocations'
import { mostPassesAtOnce } from '@signet/rules/flash-passes'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { findRecords, recordsThat } from '../enrollments/index.ts'
import { endPasses, findLiveOf, passSubject } from '../live-passes/index.ts'
import { presentPass, type WirePass } from './flash-passes.present.ts'
import { findLivePass, findPass } from './flash-passes.repository.ts'

const noPass = (): ApiError => new ApiError('ISSUANCE_FLASH_PASS_NOT_FOUND')

/** @throws ISSUANCE_ENROLLMENT_NOT_FOUND, ISSUANCE_FLASH_PASS_NOT_FOUND */
export const revoke = async (ctx: Context, enrollmentId: string): Promise<WirePass> => {
  await findRecords(ctx, [enrollmentId])
  const live = await findLivePass(ctx, enrollmentId)
  if (live === undefined) throw noPass()
  return ctx.transaction(async (ctx) => {
    const [ended] = await endPasses(ctx, [live.id])
    const pass = await findPass(ctx, live.id)
    if (ended === undefined || pass === undefined) throw noPass()
    audit(ctx, 'FLASH_PASS_REVOKED', { subject: passSubject(ended) })
    return presentPass(pass, ctx.platform.clock.now())
  })
}

type Matching = z.output<(typeof revokeFlashPassesOfMatching)['body']>

/** Of records that match, some hundreds of them. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters */
export const revokeMatching = async (ctx: Context, sought: Matching) => {
  const { ids, more } = await recordsThat(ctx, sought, { what: 'HAS_PASS', most: mostPassesAtOnce })
  const revoked = await ctx.transaction(async (ctx) => {
    const ended = await endPasses(ctx, await findLiveOf(ctx, ids))
    const subject = { entity: 'ENROLLMENTDESIGNS', id: sought.workflowId }
    audit(ctx, 'FLASH_PASS_REVOKED', { subject, attributes: { count: ended.length } })
    return ended.length
  })
  return { revoked, more }
}
