import { enrollmentSets } from '../../../issuance/enrollments/index.ts'
import type { BulkWork } from '../bulk-work.ts'
import { findRecords, keysOfRecord, nameOfRecord } from './target-enrollments.ts'

/** Deletes records of one design; cards of theirs that wait are called off. */
export const deleteEnrollments: BulkWork = {
  kind: 'deleteenrollments',
  touches: ['enrollments'],
  nameOf: nameOfRecord,
  keysOf: keysOfRecord,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findRecords(ctx, rows, ['ENROLLMENTS', 'REMOVE'])
    const ids = targets.map(({ record }) => record.id)
    if (!dryRun && ids.length > 0) await enrollmentSets.remove(ctx, ids)
    const gone = targets.map(({ row: { line }, record: { id, title } }) => ({
      line,
      name: title,
      action: 'DELETE' as const,
      subjectId: id,
    }))
    return [...refused, ...gone]
  },
}
