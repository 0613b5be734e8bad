import type { Design, Field } from '../document.ts'
import type { WorkflowDefinition, WorkflowField, WorkflowFieldKind } from './definition.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const common = ({ id, name }: Named) => ({
  id,
  name,
  prompt: '',
  hint: '',
  mandatory: false,
  readOnly: false,
  hidden: false,
})

const picture = { ratio: null, longestSidePx: 1000 }

const makers: Readonly<Record<WorkflowFieldKind, (named: Named) => WorkflowField>> = {
  TEXT: (named) => ({
    ...common(named),
    kind: 'TEXT',
    unique: false,
    default: '',
    sequence: null,
    minimumLength: 0,
    maximumLength: 200,
    format: 'ANY',
  }),
  NUMBER: (named) => ({
    ...common(named),
    kind: 'NUMBER',
    unique: false,
    default: '',
    sequence: null,
    minimum: null,
    maximum: null,
    decimals: 0,
  }),
  DATE: (named) => ({ ...common(named), kind: 'DATE', unique: false, default: '' }),
  LIST: (named) => ({
    ...common(named),
    kind: 'LIST',
    unique: false,
    default: '',
    values: ['1'],
  }),
  PHOTO: (named) => ({ ...common(named), kind: 'PHOTO', ...picture }),
  SIGNATURE: (named) => ({ ...common(named), kind: 'SIGNATURE', ...picture }),
}

/** A field of a kind as the editor begins it. */
export const blankField = (kind: WorkflowFieldKind, named: Named): WorkflowField =>
  makers[kind](named)

/** Width by height of the first frame that shows the field, so that nothing is cut off in print. */
const ratioOnCard = ({ front, back }: Design, name: string): number | null => {
  const shapes = [...front.shapes, ...(back?.shapes ?? [])]
  const shown = shapes.find((shape) => shape.kind === 'photo' && shape.field === name)
  if (shown === undefined) return null
  const ratio = Math.round((shown.widthMm / shown.heightMm) * 1000) / 1000
  return Math.min(10, Math.max(0.1, ratio))
}

/** How a field of a card is asked for. A list without values cannot be one: it is a text. */
const fieldForCard = (design: Design, field: Field, id: string): WorkflowField => {
  const values = [...new Set(field.values.map((each) => each.trim()))].filter((each) => each !== '')
  const kind = field.type === 'LIST' && values.length === 0 ? 'TEXT' : field.type
  const made = blankField(kind, { id, name: field.name })
  if (made.kind === 'LIST') return { ...made, values }
  if (made.kind === 'PHOTO') return { ...made, ratio: ratioOnCard(design, field.name) }
  return made
}

const steps = [
  { id: 'data', title: 'Personal data', types: ['TEXT', 'DATE', 'LIST'] },
  { id: 'photo', title: 'Photo', types: ['PHOTO'] },
  { id: 'signature', title: 'Signature', types: ['SIGNATURE'] },
] as const

/** The titles of the generated steps, where they shall not be English. */
type StepTitles = Readonly<Partial<Record<(typeof steps)[number]['id'], string>>>

/**
 * The enrolment that a card design asks for: what is typed, then photos, then signatures. A design
 * without fields has one empty step.
 */
export const generateWorkflow = (design: Design, titles: StepTitles = {}): WorkflowDefinition => {
  const made = steps.map(({ id, title, types }) => ({
    id,
    title: titles[id] ?? title,
    fields: design.fields.flatMap((field, at) =>
      types.some((type) => type === field.type)
        ? [fieldForCard(design, field, `field-${at + 1}`)]
        : [],
    ),
  }))
  const filled = made.filter(({ fields }) => fields.length > 0)
  return { steps: filled.length === 0 ? made.slice(0, 1) : filled }
}
