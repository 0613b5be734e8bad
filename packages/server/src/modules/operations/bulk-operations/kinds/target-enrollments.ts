import { searchKey } from '@signet/card/enrolment/record'
import type { Need } from '@signet/rules/permissions'
import { type Context, mayDo } from '../../../../kit/context.ts'
import { enrollmentSets } from '../../../issuance/enrollments/index.ts'
import { readWorkflowDesign } from '../../../issuance/workflow-designs/index.ts'
import { failed, type RowFault, uuidOf, type ValueRow, type Verdict } from '../bulk-work.ts'

export const nameOfRecord = ({ values }: ValueRow): string => values.uniqueValue ?? values.id ?? ''

export const keysOfRecord = ({ values: { id, uniqueValue } }: ValueRow): readonly string[] => {
  if (id !== undefined) return [`r:${id.toLowerCase()}`]
  return uniqueValue === undefined ? [] : [`v:${searchKey(uniqueValue)}`]
}

/** All rows of an operation are of one design. */
export const designOf = ([row]: readonly ValueRow[]): string => row?.values.design ?? ''

type Found = Awaited<ReturnType<typeof enrollmentSets.find>>
type Enrolled = NonNullable<ReturnType<Found['byValue']>>

export interface RecordTarget {
  readonly row: ValueRow
  readonly record: Enrolled
}

interface RecordTargets {
  readonly targets: readonly RecordTarget[]
  readonly refused: readonly Verdict[]
}

const several = {
  code: 'bulk_value_unfit',
  column: 'uniqueValue',
  message: 'stands in several records',
} as const

const recordOf = ({ byId, byValue }: Found, { values }: ValueRow): Enrolled | RowFault => {
  const { id, uniqueValue = '' } = values
  const record = id === undefined ? byValue(uniqueValue) : byId.get(uuidOf(id) ?? '')
  if (record === null) return several
  const column = id === undefined ? 'uniqueValue' : 'id'
  return record ?? { code: 'ISSUANCE_ENROLLMENT_NOT_FOUND', column }
}

/** Records of the operation's design that the rows name, held; the others are refused. */
export const findRecords = async (
  ctx: Context,
  rows: readonly ValueRow[],
  needs: Need,
): Promise<RecordTargets> => {
  const refuseAll = (fault: RowFault): RecordTargets => ({
    targets: [],
    refused: rows.map((row) => failed(row, nameOfRecord(row), fault)),
  })
  if (!mayDo(ctx, needs)) return refuseAll({ code: 'access_denied' })
  const design = await readWorkflowDesign(ctx, designOf(rows))
  if (design === undefined) {
    return refuseAll({ code: 'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND', column: 'design' })
  }
  const found = await enrollmentSets.find(ctx, design, {
    ids: rows.flatMap(({ values: { id } }) => uuidOf(id) ?? []),
    values: rows.flatMap(({ values: { id, uniqueValue } }) =>
      id === undefined && uniqueValue !== undefined ? [uniqueValue] : [],
    ),
  })
  const taken = new Set<string>()
  const targets: RecordTarget[] = []
  const refused: Verdict[] = []
  for (const row of rows) {
    const record = recordOf(found, row)
    if ('code' in record) refused.push(failed(row, nameOfRecord(row), record))
    else if (taken.has(record.id)) {
      refused.push(failed(row, record.title, { code: 'bulk_row_repeated' }))
    } else {
      taken.add(record.id)
      targets.push({ row, record })
    }
  }
  return { targets, refused }
}
