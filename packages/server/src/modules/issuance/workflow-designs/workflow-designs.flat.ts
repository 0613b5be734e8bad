import { fieldsOfWorkflow, type WorkflowField } from '@signet/card/enrolment/definition'
import { withFields } from '@signet/card/enrolment/flat'
import type {
  FlatWorkflowDesign,
  FlatWorkflowDesignChange,
  NewFlatWorkflowDesign,
} from '@signet/contract/issuance/workflow-designs'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { create, read, update } from './workflow-designs.service.ts'

type Full = Awaited<ReturnType<typeof read>>

/** Version 2 knows fields and no steps: what else there is, the answer leaves out. */
const flat = ({ value: { definition, ...rest } }: Full) => {
  const wire: z.input<typeof FlatWorkflowDesign> = {
    ...rest,
    fields: [...fieldsOfWorkflow(definition)],
  }
  return versioned(wire, rest.version)
}

const oneStep = (fields: WorkflowField[]) => ({
  steps: [{ id: 'data', title: 'Personal data', fields }],
})

export const readFlat = async (ctx: Context, id: string) => flat(await read(ctx, id))

export const createFlat = async (
  ctx: Context,
  { fields, ...wanted }: z.output<typeof NewFlatWorkflowDesign>,
) =>
  flat(
    await create(ctx, fields === undefined ? wanted : { ...wanted, definition: oneStep(fields) }),
  )

export const updateFlat = async (
  ctx: Context,
  id: string,
  { fields, ...wanted }: z.output<typeof FlatWorkflowDesignChange>,
) =>
  flat(
    await update(ctx, id, ({ definition }) => ({
      ...wanted,
      definition: withFields(definition, fields),
    })),
  )
