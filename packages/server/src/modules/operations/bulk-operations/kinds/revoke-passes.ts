import { revokeFlashPasses } from '../../../issuance/flash-passes/index.ts'
import { findLiveOf } from '../../../issuance/live-passes/index.ts'
import { type BulkWork, failed } from '../bulk-work.ts'
import { findRecords, keysOfRecord, nameOfRecord } from './target-enrollments.ts'

/** Takes the passes of records of one design back; those that nobody has claimed are called off. */
export const revokePasses: BulkWork = {
  kind: 'mfprevoke',
  touches: [],
  nameOf: nameOfRecord,
  keysOf: keysOfRecord,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findRecords(ctx, rows, ['ISSUANCE', 'EDIT'])
    const ids = targets.map(({ record }) => record.id)
    const passes = dryRun ? await findLiveOf(ctx, ids) : await revokeFlashPasses(ctx, ids)
    const verdicts = targets.map(({ row: { line }, row, record: { id, title } }) =>
      passes.has(id)
        ? {
            line,
            name: title,
            action: 'DELETE' as const,
            subjectId: dryRun ? null : (passes.get(id) ?? null),
          }
        : failed(row, title, { code: 'ISSUANCE_FLASH_PASS_NOT_FOUND' }),
    )
    return [...refused, ...verdicts]
  },
}
