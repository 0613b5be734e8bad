import type { WorkflowDefinition, WorkflowField } from './definition.ts'

/**
 * Fields put back into steps: one that was in a step stays in it, a new one joins the field before
 * it (the first: the first step). Steps that nothing is left of go; without any field one stays.
 */
export const withFields = (
  { steps }: WorkflowDefinition,
  fields: readonly WorkflowField[],
): WorkflowDefinition => {
  const former = new Map(steps.flatMap((step) => step.fields.map(({ id }) => [id, step.id])))
  let last = steps[0]?.id
  const placed = fields.map((field) => {
    last = former.get(field.id) ?? last
    return { field, step: last }
  })
  const made = steps.map((step) => ({
    ...step,
    fields: placed.filter((each) => each.step === step.id).map(({ field }) => field),
  }))
  const filled = made.filter((step) => step.fields.length > 0)
  return { steps: filled.length === 0 ? made.slice(0, 1) : filled }
}
