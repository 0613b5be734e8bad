import {
  fieldsOfWorkflow,
  isPictureField,
  isUniqueField,
  type WorkflowDefinition,
  type WorkflowField,
} from '@signet/card/enrolment/definition'
import type { PassPosition } from '@signet/rules/flash-passes'

const places: readonly PassPosition[] = [
  'PRIMARY',
  'SECONDARY',
  'SECONDARY',
  'AUXILIARY',
  'AUXILIARY',
  'BACK',
]

const longestLabel = 40

const braced = ({ name }: WorkflowField): string => `{${name}}`

/** What a new pass shows of an enrollment design. */
export const defaultFields = (definition: WorkflowDefinition) => {
  const fields = fieldsOfWorkflow(definition).filter(({ hidden }) => !hidden)
  const texts = fields.filter((field) => !isPictureField(field))
  const unique = texts.find(isUniqueField)
  const shown = texts.slice(0, places.length).map((field, at) => ({
    position: places[at] ?? 'BACK',
    label: field.name.slice(0, longestLabel),
    value: braced(field),
  }))
  return {
    fields: shown,
    barcodeValue: unique === undefined ? '' : braced(unique),
    photoField: fields.find(({ kind }) => kind === 'PHOTO')?.name ?? null,
  }
}

/** Names in braces, and of the photo, that the design does not have. */
export const unknownNames = (
  definition: WorkflowDefinition,
  names: readonly string[],
): readonly string[] => {
  const known = new Set(fieldsOfWorkflow(definition).map(({ name }) => name))
  return [...new Set(names)].filter((name) => !known.has(name))
}
