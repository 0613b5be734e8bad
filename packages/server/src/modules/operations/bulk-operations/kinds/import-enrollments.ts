import { fieldOfColumn } from '@signet/rules/bulk'
import { type Context, mayDo } from '../../../../kit/context.ts'
import { enrollmentSets } from '../../../issuance/enrollments/index.ts'
import {
  type BulkWork,
  type DraftedRecord,
  denied,
  failed,
  faultBy,
  type Performing,
  type Prepared,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { groupsOf, type KnownGroups, readGroups, unknownGroup } from './named-groups.ts'
import { designOf } from './target-enrollments.ts'

/** What a row says of the fields of its design, by their ids. */
const fieldsIn = ({ values }: ValueRow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) => {
      const id = fieldOfColumn(column)
      return id === null || value === undefined ? [] : [[id, value]]
    }),
  )

const nameOf = (row: ValueRow): string => Object.values(fieldsIn(row)).slice(0, 2).join(' ')

const titleOf = (row: ValueRow): string => row.record?.title || nameOf(row)

type Refusal = Exclude<Awaited<ReturnType<typeof enrollmentSets.judge>>[number], null>

const faultIn = ({ code, field, message }: Refusal): RowFault => ({ code, column: field, message })

const isBlank = (row: ValueRow): boolean => Object.keys(fieldsIn(row)).length === 0

const mayEnroll = (ctx: Context): boolean => mayDo(ctx, ['ENROLLMENTS', 'ADD'])

/** Judges what the rows say, and takes their numbers: for who may enrol people alone. */
const prepare: BulkWork['prepare'] = async (
  ctx,
  rows,
  { dryRun },
): Promise<readonly Prepared[]> => {
  if (!mayEnroll(ctx)) return denied(rows, titleOf)
  const said = rows.filter((row) => !isBlank(row))
  const drafted: Awaited<ReturnType<typeof enrollmentSets.draft>>[number][] = []
  const gone = await faultBy(async () => {
    const wanted = { workflowId: designOf(rows), rows: said.map(fieldsIn), numbers: !dryRun }
    drafted.push(...(await enrollmentSets.draft(ctx, wanted)))
  })
  const byRow = new Map(said.map((row, at) => [row, drafted[at]]))
  return rows.map((row) => {
    if (gone !== null) return failed(row, nameOf(row), { ...gone, column: 'design' })
    const each = byRow.get(row)
    if (each === undefined) return failed(row, nameOf(row), { code: 'bulk_value_missing' })
    return enrollmentSets.isRefusal(each)
      ? failed(row, nameOf(row), faultIn(each))
      : { ...row, record: each }
  })
}

const severalGroups = { code: 'bulk_value_unfit', column: 'group' } as const

interface Placed {
  readonly row: ValueRow
  readonly record: DraftedRecord
}

/** The record in the group that its row names. */
const placedIn = (row: ValueRow, known: KnownGroups): Placed | RowFault => {
  if (row.record === undefined) throw new Error('a row was not prepared')
  const unknown = unknownGroup(row, known)
  if (unknown !== null) return unknown
  const [group, second] = groupsOf(row, known)
  if (second !== undefined) return severalGroups
  return { row, record: { ...row.record, groupId: group?.id ?? null } }
}

const refusedOr = (
  { row }: Placed,
  refusal: Refusal,
  existing: Performing['existing'],
): Verdict => {
  const isThere = refusal.code === 'ISSUANCE_ENROLLMENT_EXISTS'
  return isThere && existing === 'SKIP'
    ? { line: row.line, name: titleOf(row), action: 'SKIP' }
    : failed(row, titleOf(row), faultIn(refusal))
}

const perform = async (
  ctx: Context,
  rows: readonly ValueRow[],
  { dryRun, existing }: Performing,
): Promise<readonly Verdict[]> => {
  const refuse = (fault: RowFault) => rows.map((row) => failed(row, titleOf(row), fault))
  if (!mayEnroll(ctx)) return denied(rows, titleOf)
  const known = await readGroups(ctx, rows)
  const verdicts: Verdict[] = []
  const placed: Placed[] = []
  for (const row of rows) {
    const each = placedIn(row, known)
    if ('record' in each) placed.push(each)
    else verdicts.push(failed(row, titleOf(row), each))
  }
  const records = placed.map(({ record }) => record)
  const refusals: Awaited<ReturnType<typeof enrollmentSets.judge>>[number][] = []
  const gone = await faultBy(async () => {
    refusals.push(...(await enrollmentSets.judge(ctx, designOf(rows), records)))
  })
  if (gone !== null) return refuse({ ...gone, column: 'design' })
  const made = placed.filter((_, at) => refusals[at] === null)
  if (!dryRun) {
    await enrollmentSets.insert(
      ctx,
      made.map(({ record }) => record),
    )
  }
  for (const [at, each] of placed.entries()) {
    const refusal = refusals[at] ?? null
    const { row, record } = each
    const subjectId = dryRun ? null : record.id
    verdicts.push(
      refusal === null
        ? { line: row.line, name: titleOf(row), action: 'CREATE', subjectId }
        : refusedOr(each, refusal, existing),
    )
  }
  return verdicts
}

/** Makes records of one design, a row each; their pictures are taken later. */
export const importEnrollments: BulkWork = {
  kind: 'importenrollments',
  touches: ['enrollments'],
  overlaps: true,
  nameOf,
  keysOf: () => [],
  prepare,
  perform,
}
