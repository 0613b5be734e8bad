import type { revokeFlashPassesOfMatching } from '@signet/contract/issuance/flash-pass-revocations'
import { mostPassesAtOnce } from '@signet/rules/flash-passes'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { foundOr } from '../../../kit/rows.ts'
import { findRecords, recordsThat } from '../enrollments/index.ts'
import { byRecord, endPasses, passSubject } from '../live-passes/index.ts'
import { presentPass, type WirePass } from './flash-passes.present.ts'
import { findPass } from './flash-passes.repository.ts'

const orNotFound = foundOr('ISSUANCE_FLASH_PASS_NOT_FOUND')

/**
 * Takes the passes of these records back in the open transaction, each with its event.
 * @returns the passes that were taken back, by the ids of the records
 */
export const revokeAll = async (
  ctx: Context,
  enrollmentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ended = await endPasses(ctx, { enrollmentIds })
  for (const pass of ended) audit(ctx, 'FLASH_PASS_REVOKED', { subject: passSubject(pass) })
  return byRecord(ended)
}

/** @throws ISSUANCE_ENROLLMENT_NOT_FOUND, ISSUANCE_FLASH_PASS_NOT_FOUND */
export const revoke = async (ctx: Context, enrollmentId: string): Promise<WirePass> => {
  await findRecords(ctx, [enrollmentId])
  return ctx.transaction(async (ctx) => {
    const id = orNotFound((await revokeAll(ctx, [enrollmentId])).get(enrollmentId))
    return presentPass(orNotFound(await findPass(ctx, id)), ctx.platform.clock.now())
  })
}

type Matching = z.output<(typeof revokeFlashPassesOfMatching)['body']>

/** Of records that match, some hundreds of them. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters */
export const revokeMatching = async (ctx: Context, sought: Matching) => {
  const { ids, more } = await recordsThat(ctx, sought, { what: 'HAS_PASS', most: mostPassesAtOnce })
  const revoked = await ctx.transaction(async (ctx) => {
    const ended = await endPasses(ctx, { enrollmentIds: ids })
    const subject = { entity: 'ENROLLMENTDESIGNS', id: sought.workflowId }
    audit(ctx, 'FLASH_PASS_REVOKED', { subject, attributes: { count: ended.length } })
    return ended.length
  })
  return { revoked, more }
}
