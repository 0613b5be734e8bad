import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { endPasses, findHolders, findLiveOf, passSubject } from '../live-passes/index.ts'
import { findLiveAmong } from './flash-passes.repository.ts'
import { issueEach, prepared } from './issuing.service.ts'

/* Passes by the hundred, each for itself: files of people. */

type Wanted = Parameters<typeof issueEach>[1]

/**
 * Why each would get none, in order; null where it would. Nothing is written.
 * @throws as `issueEach`
 */
const foresee = async (ctx: Context, wanted: Wanted): Promise<readonly (string | null)[]> => {
  const { refused } = await prepared(ctx, wanted)
  const live = await findLiveAmong(ctx, wanted.enrollmentIds)
  return wanted.enrollmentIds.map(
    (id) => refused.get(id) ?? (live.has(id) ? 'ISSUANCE_FLASH_PASS_ACTIVE' : null),
  )
}

/**
 * Takes the passes of these records back in the open transaction, each with its event.
 * @returns the passes that were taken back, by the ids of the records
 */
const revoke = async (
  ctx: Context,
  enrollmentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ended = await endPasses(ctx, await findLiveOf(ctx, enrollmentIds))
  for (const pass of ended) audit(ctx, 'FLASH_PASS_REVOKED', { subject: passSubject(pass) })
  return new Map(
    ended.flatMap(({ id, enrollment_id: of }) => (of === null ? [] : [[of, id] as const])),
  )
}

export const passSets = { foresee, issue: issueEach, holders: findHolders, revoke } as const
