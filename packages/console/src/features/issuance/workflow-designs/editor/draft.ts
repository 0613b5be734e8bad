import {
  fieldsOfWorkflow,
  type WorkflowDefinition,
  type WorkflowField,
  type WorkflowFieldKind,
} from '@signet/card/enrolment/definition'
import { blankField } from '@signet/card/enrolment/generate'

/** A key that none of these has: `field-4`. */
const freeKey = (word: string, taken: readonly string[]): string => {
  const numbers = taken.map((each) => Number(/-(\d+)$/.exec(each)?.[1] ?? 0))
  return `${word}-${Math.max(0, ...numbers) + 1}`
}

type Steps = WorkflowDefinition['steps']

const withFieldsOf = (steps: Steps, at: number, fields: WorkflowField[]): Steps =>
  steps.map((step, index) => (index === at ? { ...step, fields } : step))

export const putField = (
  { steps }: WorkflowDefinition,
  id: string,
  to: (field: WorkflowField) => WorkflowField,
): WorkflowDefinition => ({
  steps: steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) => (field.id === id ? to(field) : field)),
  })),
})

export const removeField = ({ steps }: WorkflowDefinition, id: string): WorkflowDefinition => ({
  steps: steps.map((step) => ({ ...step, fields: step.fields.filter((each) => each.id !== id) })),
})

/** @returns the definition with the field at the end of the step, and the field’s id */
export const addField = (
  definition: WorkflowDefinition,
  at: number,
  { kind, name }: { readonly kind: WorkflowFieldKind; readonly name: string },
): { readonly definition: WorkflowDefinition; readonly id: string } => {
  const id = freeKey(
    'field',
    fieldsOfWorkflow(definition).map((each) => each.id),
  )
  const { steps } = definition
  const fields = [...(steps[at]?.fields ?? []), blankField(kind, { id, name })]
  return { definition: { steps: withFieldsOf(steps, at, fields) }, id }
}

/** One place up or down; over the edge of a step into its neighbour. */
export const moveField = (
  { steps }: WorkflowDefinition,
  id: string,
  by: -1 | 1,
): WorkflowDefinition => {
  const at = steps.findIndex(({ fields }) => fields.some((field) => field.id === id))
  const fields = steps[at]?.fields ?? []
  const place = fields.findIndex((field) => field.id === id)
  const field = fields[place]
  if (field === undefined) return { steps }
  const rest = fields.toSpliced(place, 1)
  if (place + by >= 0 && place + by < fields.length) {
    return { steps: withFieldsOf(steps, at, rest.toSpliced(place + by, 0, field)) }
  }
  const neighbour = steps[at + by]
  if (neighbour === undefined) return { steps }
  const joined = by < 0 ? [...neighbour.fields, field] : [field, ...neighbour.fields]
  return { steps: withFieldsOf(withFieldsOf(steps, at, rest), at + by, joined) }
}

export const addStep = ({ steps }: WorkflowDefinition, title: string): WorkflowDefinition => {
  const id = freeKey(
    'step',
    steps.map((each) => each.id),
  )
  return { steps: [...steps, { id, title, fields: [] }] }
}

export const renameStep = (
  { steps }: WorkflowDefinition,
  at: number,
  title: string,
): WorkflowDefinition => ({
  steps: steps.map((step, index) => (index === at ? { ...step, title } : step)),
})

/** Its fields join the step before it, or the one that becomes the first. */
export const removeStep = ({ steps }: WorkflowDefinition, at: number): WorkflowDefinition => {
  const fields = steps[at]?.fields ?? []
  const rest = steps.toSpliced(at, 1)
  const heir = Math.max(0, at - 1)
  const own = rest[heir]?.fields ?? []
  return { steps: withFieldsOf(rest, heir, at === 0 ? [...fields, ...own] : [...own, ...fields]) }
}

/** Another kind of the same field: what both kinds have stays. */
export const asKind = (field: WorkflowField, kind: WorkflowFieldKind): WorkflowField => {
  const { id, name, prompt, hint, mandatory, readOnly, hidden } = field
  return { ...blankField(kind, { id, name }), prompt, hint, mandatory, readOnly, hidden }
}
