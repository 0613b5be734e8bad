import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { valuesByName } from '@signet/card/enrolment/record'
import { defaultValues } from '@signet/card/enrolment/values'
import type { Context } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { connectedFields } from '../field-connections/index.ts'
import type { StoredWorkflow } from '../workflow-designs/index.ts'
import { listWriteBacks } from '../write-backs/index.ts'
import { present } from './enrollments.present.ts'
import { findPictures } from './enrollments.repository.ts'
import { findOne } from './enrollments.service.ts'
import { withCard, workflowOf } from './workflows.ts'

const head = ({ id, name, version }: StoredWorkflow) => ({ id, name, version })

/** What a new record is made with. @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const readForm = async (ctx: Context, workflowId: string) => {
  const { workflow, design } = await withCard(ctx, await workflowOf(ctx, workflowId))
  const { definition } = workflow
  const filled = Object.entries(defaultValues(definition, ctx.platform.clock.now()))
  const values = Object.fromEntries(filled.filter(([, value]) => value !== ''))
  return {
    workflow: head(workflow),
    definition,
    design,
    values: valuesByName(definition, values),
    connected: await connectedFields(ctx, workflow.id),
  }
}

/** By the names of fields; those that left the design are left out. */
const writeBacksOf = async (ctx: Context, { definition }: StoredWorkflow, id: string) => {
  const names = new Map(fieldsOfWorkflow(definition).map((field) => [field.id, field.name]))
  return (await listWriteBacks(ctx, id)).flatMap((row) => {
    const field = names.get(row.field_id)
    return field === undefined
      ? []
      : [{ field, state: row.state, reason: row.reason, changedAt: row.changed_at }]
  })
}

/** @throws ISSUANCE_ENROLLMENT_NOT_FOUND, ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const readCredential = async (ctx: Context, id: string) => {
  const row = await findOne(ctx, id)
  const { workflow, design } = await withCard(ctx, await workflowOf(ctx, row.workflow_id))
  const pictures = await findPictures(ctx, [id])
  const enrollment = present(row, workflow.definition, pictures)
  const connected = await connectedFields(ctx, workflow.id)
  return versioned(
    {
      workflow: head(workflow),
      definition: workflow.definition,
      design,
      connected,
      enrollment,
      writeBacks: await writeBacksOf(ctx, workflow, id),
    },
    row.version,
  )
}
