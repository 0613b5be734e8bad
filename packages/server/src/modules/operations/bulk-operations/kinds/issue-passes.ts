import { mostPassesOfBatch } from '@signet/rules/flash-passes'
import type { Context } from '../../../../kit/context.ts'
import { foreseeFlashPasses, issueFlashPasses } from '../../../issuance/flash-passes/index.ts'
import { type BulkWork, failed, faultBy, type Performing, type Verdict } from '../bulk-work.ts'
import { findRecords, keysOfRecord, nameOfRecord, type RecordTarget } from './target-enrollments.ts'

const requestOf = (targets: readonly RecordTarget[]) => {
  const { passDesign = '', mailField } = targets[0]?.row.values ?? {}
  const enrollmentIds = targets.map(({ record }) => record.id)
  return { designId: passDesign, enrollmentIds, ...(mailField === undefined ? {} : { mailField }) }
}

type Outcome = { readonly passId: string | null } | { readonly code: string }

const outcomes = async (
  ctx: Context,
  targets: readonly RecordTarget[],
  dryRun: boolean,
): Promise<readonly Outcome[]> => {
  const wanted = requestOf(targets)
  if (dryRun) {
    const refusals = await foreseeFlashPasses(ctx, wanted)
    return refusals.map((code) => (code === null ? { passId: null } : { code }))
  }
  const { results } = await issueFlashPasses(ctx, wanted)
  return results.map(({ pass, errorCode }) =>
    pass === null ? { code: errorCode ?? 'ISSUANCE_FLASH_PASS_NOT_ENROLLED' } : { passId: pass.id },
  )
}

const verdictOf = (
  { row, record }: RecordTarget,
  outcome: Outcome,
  existing: Performing['existing'],
): Verdict => {
  const { line } = row
  const name = record.title
  if ('passId' in outcome) return { line, name, action: 'CREATE', subjectId: outcome.passId }
  const isThere = outcome.code === 'ISSUANCE_FLASH_PASS_ACTIVE'
  return isThere && existing === 'SKIP'
    ? { line, name, action: 'SKIP' }
    : failed(row, name, { code: outcome.code })
}

const columns = { designId: 'passDesign', mailField: 'mailField' } as const

/** The column of what was told once and is not so any more. */
const columnOf = (path: string | null | undefined): string =>
  path === 'mailField' ? columns.mailField : columns.designId

/** Asks for passes some at a time, as a single request does. */
const issueAll = async (
  ctx: Context,
  targets: readonly RecordTarget[],
  { dryRun, existing }: Performing,
): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  for (let at = 0; at < targets.length; at += mostPassesOfBatch) {
    const some = targets.slice(at, at + mostPassesOfBatch)
    const told: Outcome[] = []
    const gone = await faultBy(async () => told.push(...(await outcomes(ctx, some, dryRun))))
    for (const [each, target] of some.entries()) {
      const outcome = told[each]
      verdicts.push(
        gone !== null || outcome === undefined
          ? failed(target.row, target.record.title, {
              ...(gone ?? { code: 'ISSUANCE_FLASH_PASS_NOT_READY' }),
              column: columnOf(gone?.column),
            })
          : verdictOf(target, outcome, existing),
      )
    }
  }
  return verdicts
}

/** Issues passes to records of one design; those that are mailed get their link soon after. */
export const issuePasses: BulkWork = {
  kind: 'mfpissue',
  touches: [],
  nameOf: nameOfRecord,
  keysOf: keysOfRecord,
  perform: async (ctx, rows, how) => {
    const { targets, refused } = await findRecords(ctx, rows, ['ISSUANCE', 'ADD'])
    return [...refused, ...(await issueAll(ctx, targets, how))]
  },
}
