import {
  fieldsOfWorkflow,
  isUniqueField,
  sequenceOf,
  type WorkflowField,
} from '@signet/card/enrolment/definition'
import type { Context } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { listWorkflows } from '../workflow-designs/index.ts'
import { readCredential } from './enrollment-forms.ts'
import { createAll, createIn, updateAll } from './enrollments.service.ts'
import type { Wanted } from './records.ts'
import { workflowNamed } from './workflows.ts'

const presentField = (field: WorkflowField) => ({
  name: field.name,
  kind: field.kind,
  mandatory: field.mandatory,
  unique: isUniqueField(field),
  readOnly: field.readOnly,
  numbered: sequenceOf(field) !== null,
  values: field.kind === 'LIST' ? field.values : [],
})

/** What programs need to know of the designs. */
export const listDesigns = async (ctx: Context) =>
  (await listWorkflows(ctx)).map(({ id, name, description, definition }) => ({
    id,
    name,
    description,
    fields: fieldsOfWorkflow(definition).map(presentField),
  }))

const at = (index: number): string => `body.enrollments.${index}`

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, and as `createAll` */
export const createSeveral = async (ctx: Context, name: string, wanted: readonly Wanted[]) => {
  const workflow = await workflowNamed(ctx, name)
  return createAll(
    ctx,
    workflow,
    wanted.map((each, index) => ({ wanted: each, path: at(index) })),
  )
}

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, and as `createAll` */
export const createOne = async (ctx: Context, name: string, wanted: Wanted) =>
  createIn(ctx, await workflowNamed(ctx, name), wanted)

/** @throws as `updateAll` */
export const changeSeveral = (
  ctx: Context,
  changes: readonly (Wanted & { readonly id: string })[],
) =>
  updateAll(
    ctx,
    changes.map(({ id, ...wanted }, index) => ({ id, wanted, path: at(index) })),
  )

/** @throws ISSUANCE_ENROLLMENT_NOT_FOUND */
export const readOne = async (ctx: Context, id: string) => {
  const { value, version } = await readCredential(ctx, id)
  return versioned(value.enrollment, version)
}
