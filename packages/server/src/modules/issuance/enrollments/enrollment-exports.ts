import { fieldsOfWorkflow, isPictureField } from '@signet/card/enrolment/definition'
import type { exportEnrollments } from '@signet/contract/issuance/enrollment-actions'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { Streamed } from '../../../kit/routes.ts'
import { csvLine } from '../../../platform/csv.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import { type ListedRecord, listRecords, type RecordFilter } from './enrollment-lists.repository.ts'
import { filterOf } from './enrollment-lists.service.ts'
import { workflowOf } from './workflows.ts'

type Wanted = z.output<(typeof exportEnrollments)['body']>

const pageRows = 500

const textFields = ({ definition }: StoredWorkflow) =>
  fieldsOfWorkflow(definition).filter((field) => !isPictureField(field))

/** Columns beside the fields; a field of the same name keeps it, as imports look for fields. */
const ownColumns = ['id', 'group', 'enrollState', 'createdAt', 'createdBy', 'modifiedAt'] as const

const ownCells = (row: ListedRecord): readonly string[] => [
  row.id,
  row.group_name ?? '',
  row.enroll_state,
  row.created_at.toISOString(),
  row.created_by,
  row.modified_at.toISOString(),
]

/** By title, a page after the other: however many there are, some hundreds are in memory. */
async function* recordsOf(ctx: Context, filter: RecordFilter): AsyncGenerator<ListedRecord> {
  let position = null
  for (;;) {
    const rows: readonly ListedRecord[] = await listRecords(ctx, filter, {
      sortBy: 'title',
      backwards: false,
      limit: pageRows,
      position,
      counting: false,
      photo: null,
    })
    yield* rows.slice(0, pageRows)
    const last = rows[pageRows - 1]
    if (rows.length <= pageRows || last === undefined) return
    position = { after: [last.title_key, last.id], direction: 'next' as const }
  }
}

async function* linesOf(ctx: Context, workflow: StoredWorkflow, filter: RecordFilter) {
  const fields = textFields(workflow)
  yield `\uFEFF${csvLine([...ownColumns, ...fields.map(({ name }) => name)])}`
  for await (const row of recordsOf(ctx, filter)) {
    yield csvLine([...ownCells(row), ...fields.map(({ id }) => row.content[id] ?? '')])
  }
}

/** Records as a CSV file. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters */
export const exportRecords = async (ctx: Context, { ids, ...wanted }: Wanted) => {
  const workflow = await workflowOf(ctx, wanted.workflowId)
  const filter = { ...filterOf(ctx, workflow, wanted), ids }
  const { workflowId: _workflowId, fields, ...criteria } = wanted
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'ENROLLMENT_EXPORTED', {
      subject: { entity: 'ENROLLMENTDESIGNS', id: workflow.id, name: workflow.name },
      attributes: {
        ...criteria,
        fields: fields.map(({ field }) => field),
        ...(ids === undefined ? {} : { records: ids.length }),
      },
    })
  })
  return new Streamed('enrollments.csv', linesOf(ctx, workflow, filter))
}
