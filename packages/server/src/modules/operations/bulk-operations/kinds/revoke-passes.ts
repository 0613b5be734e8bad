import { passSets } from '../../../issuance/flash-passes/index.ts'
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
    const holders = await passSets.holders(ctx, ids)
    const passes = dryRun ? null : await passSets.revoke(ctx, ids)
    const verdicts = targets.map(({ row, record: { id, title } }) =>
      (passes ?? holders).has(id)
        ? {
            line: row.line,
            name: title,
            action: 'DELETE' as const,
            subjectId: passes?.get(id) ?? null,
          }
        : failed(row, title, { code: 'ISSUANCE_FLASH_PASS_NOT_FOUND' }),
    )
    return [...refused, ...verdicts]
  },
}
